// Live feed of the journal, which refreshes the page when anything changes.

import { isOwn } from '../journal/entries.js';
import { backOff } from '../journal/sending.js';
import { keepToken } from './network-token.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { found, lose } from './signal.js';
import { takeAgain } from './take-along.js';

/** How long a screen that is looked at waits before it follows again, if its person has too many others. Milliseconds. */
const ENOUGH = 60_000;

/** A connection that was silent for so long is dead: heartbeats come every 15 seconds. Milliseconds. */
const SILENCE = 40_000;

/** Hidden for longer, a page may have slept, and its connection died while it still says to be open. Milliseconds. */
const NAP = 5_000;

/** Entries that come together become one refresh. Milliseconds. */
const TOGETHER = 150;

/**
 * Keeps the page up to date while it is open.
 * @param {string} address
 */
export function follow(address) {
  let hiddenSince = 0;
  let [failures, retry, silence] = [0, 0, 0];
  /** Sequence number at which to resume after an interruption. */
  let latest = '';
  let source = open();

  function open() {
    const from = new URL(address, location.href);
    if (latest) from.searchParams.set('after', latest);
    const fresh = new EventSource(from);
    listen();
    for (const type of ['open', 'beat', 'entry', 'notice', 'reload']) fresh.addEventListener(type, listen);
    fresh.addEventListener('entry', event => {
      latest = event.lastEventId;
      const { id, kind } = entryOf(event.data);
      const isOthers = !isOwn(id);
      takeAgain(Number(latest), kind, isOthers);
      if (isOthers) soon();
    });
    fresh.addEventListener('token', ({ data }) => keepToken(data));
    fresh.addEventListener('notice', event => tellNotice(event.data));
    // The scope of this person has changed.
    fresh.addEventListener('again', () => {
      fresh.close();
      reopen();
      soon();
    });
    // It has missed too much to be told: all is read anew.
    fresh.addEventListener('reload', event => {
      latest = event.lastEventId;
      takeAgain(Number(latest));
      soon();
    });
    // Whoever has so many screens open looks at few of them: this one comes back when it is looked at again.
    fresh.addEventListener('enough', () => {
      fresh.close();
      clearTimeout(silence);
      clearTimeout(retry);
      retry = setTimeout(() => document.hidden || reopen(), ENOUGH * (1 + Math.random()));
    });
    fresh.addEventListener('open', () => {
      failures = 0;
      found();
    });
    fresh.addEventListener('error', () => {
      // Counts once only: if just this address is blocked, other requests still show that there is a signal.
      if (!failures) lose();
      // The browser reconnects by itself, unless an intermediary has answered.
      if (fresh.readyState !== EventSource.CLOSED) return;
      failures += 1;
      clearTimeout(silence);
      clearTimeout(retry);
      retry = setTimeout(reopen, backOff(failures));
    });
    return fresh;
  }

  function reopen() {
    clearTimeout(retry);
    if (source.readyState === EventSource.CLOSED) source = open();
  }

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      // Whoever was not even let in has no signal.
      if (source.readyState === EventSource.CONNECTING) lose();
      renew();
    }, SILENCE);
  }

  function renew() {
    source.close();
    reopen();
    soon();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      hiddenSince = Date.now();
      return;
    }
    if (Date.now() - hiddenSince > NAP) renew();
    else reopen();
    takeAgain(Number(latest));
  });
  addEventListener('online', () => {
    reopen();
    soon();
  });
  addEventListener('pageshow', event => {
    if (event.persisted) soon();
  });
}

/** @type {Map<string, import('../screen/notices.js').Notice>} */
const unseen = new Map();

/**
 * Shows a notice from the server once the page is looked at, unless the page shows the same by itself.
 * @param {string} data
 */
function tellNotice(data) {
  try {
    const { title, text, href, tag } = JSON.parse(data);
    if (href === location.pathname && !document.hidden) return;
    unseen.set(tag, { text: `${title}: ${text}`, href, group: tag });
  } catch (error) {
    console.info('A notice could not be read.', error);
  }
  showUnseen();
}

function showUnseen() {
  if (document.hidden) return;
  for (const notice of unseen.values()) if (notice.href !== location.pathname) notify(notice);
  unseen.clear();
}

document.addEventListener('visibilitychange', showUnseen);

/** @param {string} data @returns {{ id: string, kind: string }} */
function entryOf(data) {
  try {
    return JSON.parse(data);
  } catch {
    return { id: '', kind: '' };
  }
}

let timer = 0;

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}
