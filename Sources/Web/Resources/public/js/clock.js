// The time by the server's clock, so that every device shows the same duration and entries keep their order.

/** A difference smaller than this is the network's doing, not the clock's. Milliseconds. */
const NEGLIGIBLE = 2_000;

let difference = 0;

/** Now, by the server's clock if this device's is wrong; milliseconds since 1970. */
export function now() {
  return Date.now() + difference;
}

/**
 * Learns from a page when the server made it.
 * @param {Document} page
 * @param {number} asked when this device asked for it, by its own clock
 * @param {number} answered when the answer began to arrive
 */
export function learn(page, asked, answered) {
  const { serverTime: text, offline } = page.documentElement.dataset;
  const serverTime = Number(text);
  // One that was kept on this device tells only when that was.
  if (!serverTime || offline !== undefined) return;
  // The server read its clock somewhere between the two; within that span the device may well be right.
  const [least, most] = [serverTime - answered, serverTime - asked];
  const estimate = least > 0 ? least : most < 0 ? most : 0;
  difference = Math.abs(estimate) > NEGLIGIBLE ? (least + most) / 2 : 0;
}

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (navigation) {
  const origin = Date.now() - performance.now();
  learn(document, origin + navigation.requestStart, origin + navigation.responseStart);
}
