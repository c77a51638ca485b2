// Live feed of the journal, which refreshes the page when anything changes.

import { backOff, isOwn } from './journal.js';
import { refresh } from './regions.js';
import { found, lose } from './signal.js';
import { takeAgain } from './take-along.js';

/** How long a screen that is looked at waits before it follows again, if its person has too many others. Milliseconds. */
const ENOUGH = 60_000;

/** Happenings that come together become one refresh. Milliseconds. */
const TOGETHER = 150;

/**
 * Keeps the page up to date while it is open.
 * @param {string} address
 */
export function follow(address) {
  let hiddenSince = 0;
  let [failures, retry] = [0, 0];
  /** Sequence number at which to resume after an interruption. */
  let latest = '';
  let source = open();

  function open() {
    const from = new URL(address, location.href);
    if (latest) from.searchParams.set('after', latest);
    const fresh = new EventSource(from);
    fresh.addEventListener('entry', event => {
      latest = event.lastEventId;
      if (isOwn(entryId(event.data))) return;
      takeAgain(Number(latest));
      soon();
    });
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
      clearTimeout(retry);
      retry = setTimeout(reopen, backOff(failures));
    });
    return fresh;
  }

  function reopen() {
    clearTimeout(retry);
    if (source.readyState === EventSource.CLOSED) source = open();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      hiddenSince = Date.now();
      return;
    }
    // The connection may have died silently while the phone was asleep.
    reopen();
    takeAgain(Number(latest));
    if (Date.now() - hiddenSince > 5_000) soon();
  });
  addEventListener('online', () => {
    reopen();
    soon();
  });
  addEventListener('pageshow', event => {
    if (event.persisted) soon();
  });
}

/** @param {string} data */
function entryId(data) {
  try {
    return JSON.parse(data).id;
  } catch {
    return '';
  }
}

let timer = 0;

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}
