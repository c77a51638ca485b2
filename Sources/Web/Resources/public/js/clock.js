// Server time, so that all devices show the same duration and entries keep their order.

/** Differences below this are network latency and not a wrong clock, in milliseconds. */
const NEGLIGIBLE = 2_000;

/** Storage key of the difference, for pages that start without a server. */
const KEPT = 'clock';

let difference = Number(localStorage.getItem(KEPT));

/** Returns the current time, corrected by the server's clock; milliseconds since 1970. */
export function now() {
  return Date.now() + difference;
}

/**
 * Learns the clock difference from the time at which the server made a page.
 * @param {Document} page
 * @param {number} asked device time of the request
 * @param {number} answered device time at which the response began to arrive
 */
export function learn(page, asked, answered) {
  const { serverTime: written, offline } = page.documentElement.dataset;
  const serverTime = Number(written);
  // A cached page carries the time at which it was cached.
  if (!serverTime || offline !== undefined) return;
  // The server read its clock between request and response, so a difference within that span may be zero.
  const [least, most] = [serverTime - answered, serverTime - asked];
  const estimate = least > 0 ? least : most < 0 ? most : 0;
  difference = Math.abs(estimate) > NEGLIGIBLE ? (least + most) / 2 : 0;
  if (difference) localStorage.setItem(KEPT, String(difference));
  else localStorage.removeItem(KEPT);
}

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (navigation) {
  const origin = Date.now() - performance.now();
  learn(document, origin + navigation.requestStart, origin + navigation.responseStart);
}
