// Prepares this device for where there is no signal, when there is nothing better to do: the service worker, the
// rules, the book and the pages of the tabs.

import { whose } from './journal.js';
import { isLost } from './signal.js';
import { wipeCopies, wipePages } from './wipe.js';

/** How often the book is brought up to date at most. Milliseconds. */
const SELDOM = 20_000;

let takenAt = -Infinity;
let timer = 0;

/** Begins when the page is idle. */
export function takeAlong() {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void prepare(), { timeout: 5_000 });
  else setTimeout(prepare, 1_000);
}

/** Brings the book up to date before long, since something has changed. */
export function takeAgain() {
  clearTimeout(timer);
  timer = setTimeout(() => void attempt(takeBook), Math.max(0, takenAt + SELDOM - Date.now()));
}

async function prepare() {
  if (!whose()) {
    // What was still on its way while somebody signed out.
    if (!localStorage.getItem('owner')) await attempt(wipePages);
    return;
  }
  await attempt(changeOwner);
  await attempt(async () => { await (await import('./rules.js')).load(); });
  await attempt(takeBook);
  await attempt(register);
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    console.info('Not everything could be taken along.', error);
  }
}

/** What the last person left on this device is not for the next to see. */
async function changeOwner() {
  const owner = localStorage.getItem('owner');
  if (owner && owner !== whose()) await wipeCopies();
  localStorage.setItem('owner', whose());
}

async function takeBook() {
  const { feed, sequence } = document.documentElement.dataset;
  // Only instructors have a feed, and a book to take along.
  if (!feed || isLost()) return;
  takenAt = Date.now();
  const { take } = await import('./device/book.js');
  await take(Number(sequence));
}

async function register() {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  }
  if (isLost()) return;
  // This page came before there was anybody to keep it; the others are a tap away.
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.tabs a[href], a[data-take-along]'));
  // What was answered to a form has no address to be fetched from again; what behaves is made anew on the device.
  const isAnswer = document.querySelector('[data-still]:not([data-behaviour])') !== null;
  const here = isAnswer ? [] : [location.pathname];
  const always = document.documentElement.dataset.feed ? ['/offline'] : [];
  const addresses = new Set([...here, ...always, ...[...links].map(link => link.pathname)]);
  addresses.delete('/');
  const kept = await Promise.all([...addresses].map(address => caches.match(address, { ignoreVary: true })));
  for (const [index, address] of [...addresses].entries()) {
    if (!kept[index]) await fetch(address, { headers: { Accept: 'text/html' } });
  }
}
