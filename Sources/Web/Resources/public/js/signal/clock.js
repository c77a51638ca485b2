// Server time, so that all devices show the same duration and entries keep their order.

import { onSignal } from './signal.js';

/** A difference smaller than this is the network's doing, not the clock's. Milliseconds. */
const NEGLIGIBLE = 2_000;

/** An answer that took longer, or less than no time, says little of the clock: it was slow, or the clock was set. Milliseconds. */
const LONGEST = 30_000;

/** Under which the difference is kept, and when it was measured, for pages that begin where there is no server to ask. */
const KEPT = 'clock';
const MEASURED = 'clock measured';

/**
 * What an entry's time is worth: the difference that was reckoned with, and when that was measured, by the server.
 * @typedef {{ difference: number, measured: number }} Reading
 */

let difference = Number(localStorage.getItem(KEPT));
let measured = Number(localStorage.getItem(MEASURED));

/** When this page began, by the device's clock as it was measured: another, once somebody has set the clock. */
let began = NaN;

/** Returns the current time, corrected by the server's clock; milliseconds since 1970. */
export function now() {
  return Date.now() + difference;
}

/** @returns {Reading} */
export function reading() {
  return { difference, measured };
}

/**
 * What time it is by the clock that stamped an entry. A clock that was set while there was no signal was set before
 * the entry or after it; what cannot have been, tells which.
 * @param {number} time the entry's
 * @param {Reading} [read] when it was made
 */
export function nowBy(time, read) {
  if (!read) return now();
  const isPossible = (/** @type {number} */ moment) => moment >= read.measured - NEGLIGIBLE && moment <= now() + NEGLIGIBLE;
  const isOfClockSetBefore = !isPossible(time) && isPossible(time + difference - read.difference);
  return isOfClockSetBefore ? Date.now() + read.difference : now();
}

/** Asks the server for its time, unless that is known since the page began, the signal was lost or the clock was set. */
export async function measure() {
  if (Math.abs(pageBegan() - began) < NEGLIGIBLE) return;
  const asked = Date.now();
  const response = await fetch('/health', { cache: 'no-store' }).catch(() => null);
  const answered = Date.now();
  if (!response?.ok || !response.headers.has('Shala-Version')) return;
  const { serverTime } = await response.json().catch(() => ({}));
  if (serverTime) take(serverTime, asked, answered);
}

function pageBegan() {
  return Date.now() - performance.now();
}

onSignal(lost => {
  // The network, when it comes back, sets the clocks of phones.
  if (lost) began = NaN;
});

/**
 * Learns the clock difference from the time at which the server made a page.
 * @param {Document} page
 * @param {number} asked device time of the request
 * @param {number} answered device time at which the response began to arrive
 */
export function learn(page, asked, answered) {
  const { serverTime: written, offline } = page.documentElement.dataset;
  const serverTime = Number(written);
  // A page that was kept says when that was, and not what time it is.
  if (serverTime && offline === undefined) take(serverTime, asked, answered);
}

/**
 * @param {number} serverTime
 * @param {number} asked
 * @param {number} answered
 */
function take(serverTime, asked, answered) {
  if (answered < asked || answered - asked > LONGEST) return;
  // The server read its clock somewhere between the two; within that span the device may well be right.
  const [least, most] = [serverTime - answered, serverTime - asked];
  const estimate = least > 0 ? least : most < 0 ? most : 0;
  difference = Math.abs(estimate) > NEGLIGIBLE ? (least + most) / 2 : 0;
  if (difference) localStorage.setItem(KEPT, String(difference));
  else localStorage.removeItem(KEPT);
  [measured, began] = [now(), pageBegan()];
  localStorage.setItem(MEASURED, String(measured));
}

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (navigation) {
  const origin = Date.now() - performance.now();
  learn(document, origin + navigation.requestStart, origin + navigation.responseStart);
}
