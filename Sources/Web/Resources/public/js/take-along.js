// Prepares this device for where there is no signal, when there is nothing better to do: the service worker, the
// rules, the book and the pages of the tabs.

import { whose } from './journal.js';
import { forgetSent } from './outbox.js';
import { isLost, onSignal } from './signal.js';
import { wipeCopies } from './wipe.js';

/** How often the book is brought up to date at most. Milliseconds. */
const SELDOM = 30_000;

/** All of the journal up to this number should be in the book. */
let wanted = Number(document.documentElement.dataset.sequence);
let takenAt = -Infinity;
let timer = 0;

/** Begins when the page is idle. */
export function takeAlong() {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void prepare(), { timeout: 5_000 });
  else setTimeout(prepare, 1_000);
}

/**
 * Brings the book up to date before long, since something has changed.
 * @param {number} sequence of the journal
 */
export function takeAgain(sequence) {
  wanted = Math.max(wanted, sequence);
  clearTimeout(timer);
  timer = setTimeout(() => void attempt(takeBook), Math.max(0, takenAt + SELDOM - Date.now()));
}

async function prepare() {
  if (!whose()) {
    // Whoever was signed in is not any more, and something of theirs may still have been on its way.
    await attempt(wipeCopies);
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
  // Nor what an instructor could see for the same person as a student.
  const now = whose() + (document.documentElement.dataset.book ? '' : ' student');
  if (localStorage.getItem('owner') !== now) await wipeCopies();
  localStorage.setItem('owner', now);
}

async function takeBook() {
  // Only instructors have a book to take along; with others, what has been sent is only kept from piling up.
  if (!document.documentElement.dataset.book) await forgetSent(0);
  if (!document.documentElement.dataset.book || isLost() || document.hidden) return;
  takenAt = Date.now();
  const { take } = await import('./device/book.js');
  await take(wanted);
}

async function register() {
  if (!('serviceWorker' in navigator)) return;
  // Whenever another takes over: the first, or one of a newer version.
  navigator.serviceWorker.addEventListener('controllerchange', () => void attempt(keepPages));
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // Or once there is signal again, if there was none just then.
  onSignal(lost => {
    if (!lost) void attempt(keepPages);
  });
  if (navigator.serviceWorker.controller) await keepPages();
}

async function keepPages() {
  if (isLost() || !navigator.serviceWorker.controller) return;
  navigator.serviceWorker.controller?.postMessage('move over');
  const addresses = [...addressesToKeep()];
  const kept = await Promise.all(addresses.map(address => caches.match(address, { ignoreVary: true })));
  for (const [index, address] of addresses.entries()) {
    if (kept[index]) continue;
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    // Somebody else is signed in by now, or nobody.
    if (!response.ok || response.redirected) return;
  }
}

/** This page, which came before there was anybody to keep it, and those that are wanted where there is no signal. */
function addressesToKeep() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.tabs a[href]'));
  const addresses = new Set([...links].map(link => link.pathname));
  for (const address of ['/offline', '/training']) addresses.add(address);
  if (document.documentElement.dataset.book) {
    for (const address of ['/register', '/register/new']) addresses.add(address);
  }
  // What was answered to a form has no address to be fetched from again; what behaves is made anew on the device.
  if (!document.querySelector('[data-still]:not([data-behaviour])')) addresses.add(location.pathname);
  addresses.delete('/');
  return addresses;
}
