// Prepares this device for offline use when idle: the service worker, the rules, the book and the pages of the tabs.

import { now } from './clock.js';
import { whose } from '../journal/maker.js';
import { forgetSent } from '../journal/outbox.js';
import { isLost, onSignal } from './signal.js';
import { NEAR, wipeCopies } from '../device/wipe.js';

/** Minimum time between updates of the book, and once several in a row have fetched all of it, in milliseconds. */
const [OFTEN, SELDOM] = [3_000, 30_000];

/** Age at which the page of a class near in time is fetched again, in milliseconds. */
const OLD = 6 * 3_600_000;

/** How many pages are fetched at a time: on a slow line, each waits longer for its answer than it takes to arrive. */
const SIDE_BY_SIDE = 4;

/** Time after which the device looks again which classes are near, in milliseconds. */
const AGAIN = 15 * 60_000;

/** Last journal entry that the book should include. */
let wanted = Number(document.documentElement.dataset.sequence);
let takenAt = -Infinity;
/** Minimum time between updates of a student's book, in milliseconds: the server knows how many they are. */
let pause = SELDOM;
/** How many of the last updates in a row fetched all of the book. */
let whole = 0;
let timer = 0;
/** When the next update begins, while there is a timer. */
let due = 0;
let isKeeping = false;

/** Whether what is no page is here. */
let others = Promise.resolve(false);

/**
 * How far the preparation has come: `ready` once all is here, `waiting` until there is a signal to go on, `impossible` in a
 * browser without service workers; while `preparing`, how many parts are done, of how many.
 * @typedef {{ state: 'preparing' | 'ready' | 'waiting' | 'impossible', done: number, total: number }} Progress
 */

/** What is here of all that is taken along: parts, and addresses of pages. */
const here = new Set();
const PARTS = ['rules', 'book', 'app'];

/** @type {Progress} */
let progress = { state: 'preparing', done: 0, total: PARTS.length };

/** @type {Set<(progress: Progress) => void>} */
const followers = new Set();

/**
 * Calls a listener with the progress: now, and on every change until the signal.
 * @param {(progress: Progress) => void} listener
 * @param {AbortSignal} signal
 */
export function onProgress(listener, signal) {
  followers.add(listener);
  signal.addEventListener('abort', () => followers.delete(listener));
  listener(progress);
}

/** @param {Partial<Progress>} change */
function report(change) {
  progress = { ...progress, ...change };
  for (const listener of followers) listener(progress);
}

/** @param {string} part that is here now */
function count(part) {
  here.add(part);
  report({ done: here.size });
}

/** Nothing more can be fetched now: what was taken along on an earlier day is still here. */
function stop() {
  report({ state: localStorage.getItem(NEAR) ? 'ready' : 'waiting' });
}

/** Starts when the page is idle. */
export function takeAlong() {
  // It comes after every page, also one that the browser had kept in memory.
  addEventListener('pageshow', tellWho);
  if ('requestIdleCallback' in window) requestIdleCallback(() => void prepare(), { timeout: 5_000 });
  else setTimeout(prepare, 1_000);
}

/** Changes that come seldom, and say what can be done next. */
const TURNS = /^(class\.(started|unstarted|paused|resumed|saved)|reconfirmation\..+|attendance\.(opened|closed|asked))$/;

/** How long a student's device waits for those at most, in milliseconds. */
const SOON = 10_000;

/**
 * Updates the book soon, after a change. Students are many and hear of the same changes to a class, so each waits for a while
 * of their own, unless the change is theirs.
 * @param {number} sequence of the journal
 * @param {string} [kind] of the entry
 * @param {boolean} [isOthers] whether another device has made it
 */
export function takeAgain(sequence, kind = '', isOthers = false) {
  wanted = Math.max(wanted, sequence);
  const ofCrowd = !teaches() && isOthers && !kind.startsWith('training.');
  const isTurn = TURNS.test(kind);
  const moment = Date.now();
  let at = takenAt + (whole > 1 ? SELDOM : OFTEN);
  const wait = isTurn ? Math.min(pause, SOON) : pause;
  if (ofCrowd) at = Math.max(isTurn ? at : takenAt + pause, moment + wait * Math.random());
  // A class that began on another device is to be known here before the signal goes.
  if (teaches() && isOthers && kind === 'class.started') at = moment;
  if (timer && (ofCrowd && !isTurn || due <= at)) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(() => {
    timer = 0;
    void attempt(takeBook);
  }, Math.max(0, at - moment));
}

/** Tells the service worker who is signed in, which it does not see where the browser itself follows a sign-in. */
function tellWho() {
  if (whose()) navigator.serviceWorker?.controller?.postMessage({ maker: whose() });
}

async function prepare() {
  if (!whose()) {
    // The session has ended, and data of its person may have arrived since.
    await attempt(wipeCopies);
    return;
  }
  await attempt(changeOwner);
  // At once: on a slow line, each waits longer for its answers than they take to arrive.
  others = takeOthers();
  await attempt(register);
}

/** Takes along what is no page; resolves to whether all of it is here. */
async function takeOthers() {
  const rules = attempt(async () => {
    await (await import('../device/rules.js')).load();
    count('rules');
  });
  const book = attempt(async () => {
    await takeBook();
    count('book');
  });
  return await rules && await book;
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    console.info('Not everything could be taken along.', error);
    stop();
    return false;
  }
}

/** Removes the previous person's data from this device. */
async function changeOwner() {
  // Nor what an instructor could see for the same person as a student.
  const now = whose() + (document.documentElement.dataset.book ? '' : ' student');
  if (localStorage.getItem('owner') !== now) await wipeCopies();
  localStorage.setItem('owner', now);
}

async function takeBook() {
  if (!teaches()) await forgetSent(0);
  if (isLost() || document.hidden) return;
  takenAt = Date.now();
  const { take } = await import('../device/book.js');
  const taken = await take(wanted);
  whole = taken.isWhole ? whole + 1 : 0;
  pause = taken.pause ?? pause;
  // What is here may be counted.
  report({});
}

async function register() {
  if (!('serviceWorker' in navigator)) {
    report({ state: 'impossible' });
    return;
  }
  // On every change of the controlling worker: the first, or a newer version.
  navigator.serviceWorker.addEventListener('controllerchange', () => void attempt(keepPages));
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // Or once there is a signal again.
  onSignal(lost => {
    if (lost) return;
    others = takeOthers();
    void attempt(() => bringUpToDate(registration));
  });
  await bringUpToDate(registration);
  if (!navigator.serviceWorker.controller) (await navigator.serviceWorker.ready).active?.postMessage('take me');
}

/** @param {ServiceWorkerRegistration} registration */
async function bringUpToDate(registration) {
  if (await isNewer()) await attempt(async () => { await registration.update(); });
  await keepPages();
}

/** Whether this page is of a newer version than the worker. Browsers look for a newer worker after a while only. */
async function isNewer() {
  const [, version] = /\/assets\/([0-9a-f]+)\//.exec(import.meta.url) ?? [];
  return !isLost() && !!navigator.serviceWorker.controller && !await caches.has(`files-${version}`);
}

async function keepPages() {
  if (!navigator.serviceWorker.controller) return;
  if (isLost()) return stop();
  navigator.serviceWorker.controller.postMessage('move over');
  if (isKeeping) return;
  isKeeping = true;
  count('app');
  try {
    await keepAll();
  } finally {
    isKeeping = false;
  }
}

async function keepAll() {
  const own = [...addressesToKeep()];
  const near = await nearAddresses();
  report({ state: 'preparing', total: PARTS.length + new Set([...own, ...near ?? []]).size });
  // The tabs are fetched anew on every visit; the others perhaps never.
  if (!await keepEach(own, Infinity) || !await keepEach(near ?? [], OLD) || !await others) return stop();
  if (near) localStorage.setItem(NEAR, String(Date.now()));
  report({ state: 'ready' });
}

/**
 * Returns the pages of one's courses and of the classes around today, which may be opened first where there is no signal;
 * undefined if they were fetched a short while ago.
 * @returns {Promise<string[] | undefined>}
 */
async function nearAddresses() {
  const last = Number(localStorage.getItem(NEAR) ?? 0);
  if (Math.abs(Date.now() - last) < AGAIN) return undefined;
  const answer = await fetch('/offline/pages', { headers: { Accept: 'application/json' } });
  if (!answer.ok || answer.redirected) throw new Error(`The server answered ${answer.status}.`);
  /** @type {{ pages: string[] }} */
  const { pages } = await answer.json();
  // It is offered where there is no signal.
  pages.push('/install');
  return pages;
}

/** Whether the person is an instructor, who keeps a book. */
function teaches() {
  return Boolean(document.documentElement.dataset.book);
}

/**
 * Fetches pages through the service worker, which caches them; resolves to whether the way is still open.
 * @param {string[]} addresses
 * @param {number} age in milliseconds from which a cached page is fetched again
 */
async function keepEach(addresses, age) {
  const left = [...addresses];
  let isOpen = true;
  const work = async () => {
    for (let address = left.shift(); address !== undefined && isOpen; address = left.shift()) {
      isOpen = await keepOne(address, age) && isOpen;
      count(address);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return isOpen;
}

/** @param {string} address @param {number} age */
async function keepOne(address, age) {
  const kept = await caches.match(address, { ignoreVary: true });
  if (kept && now() - Date.parse(kept.headers.get('Date') ?? '') < age) return true;
  if (isLost()) return false;
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  // Otherwise somebody else is signed in now, or nobody.
  return !response.redirected;
}

/** Returns the pages to cache: this page, which loaded before the worker was active, and those of the tabs. */
function addressesToKeep() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.tabs a[href]'));
  const addresses = new Set([...links].map(link => link.pathname));
  addresses.add('/offline');
  if (teaches()) {
    for (const address of ['/register', '/register/new']) addresses.add(address);
  }
  // A response to a form has no address to fetch again; pages with behaviours are made anew on the device.
  if (!document.querySelector('[data-still]:not([data-behaviour])')) addresses.add(location.pathname);
  addresses.delete('/');
  return addresses;
}
