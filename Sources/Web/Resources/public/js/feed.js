// The live tail of the journal: whatever anybody does is on this screen at once.

import { isOwn } from './journal.js';
import { refresh } from './regions.js';
import { found, lose } from './signal.js';
import { takeAgain } from './take-along.js';

/** Happenings that come together become one refresh. Milliseconds. */
const TOGETHER = 150;

/**
 * Keeps the page up to date for as long as it is open.
 * @param {string} address
 */
export function follow(address) {
  let source = open(address);
  let hiddenSince = 0;

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      hiddenSince = Date.now();
      return;
    }
    // A phone that slept may have let the stream die without a word.
    if (source.readyState === EventSource.CLOSED) source = open(address);
    if (Date.now() - hiddenSince > 5_000) soon();
  });
  addEventListener('online', soon);
  addEventListener('pageshow', event => {
    if (event.persisted) soon();
  });
}

/** @param {string} address */
function open(address) {
  const source = new EventSource(address);
  source.addEventListener('entry', event => {
    takeAgain(Number(event.lastEventId));
    if (!isOwn(entryId(event.data))) soon();
  });
  source.addEventListener('open', found);
  source.addEventListener('error', lose);
  return source;
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
