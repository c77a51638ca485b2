// Running duration, computed each second from the start time and never counted.

import { now } from '../signal/clock.js';
import { say } from '../screen/element.js';
import { clock } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-worked and, while running, data-running-since, both in milliseconds
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  let timer = 0;
  const tick = () => {
    say(element, clock(duration(element)));
    // Timed to the next full second, whatever the delay of this tick.
    timer = setTimeout(tick, 1_000 - duration(element) % 1_000 + 5);
  };
  tick();
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * Starts or stops the displayed clock ahead of the server's page.
 * @param {HTMLElement} element
 * @param {boolean} going
 */
export function run(element, going) {
  element.dataset.worked = String(duration(element));
  element.dataset.runningSince = going ? String(now()) : '';
  say(element, clock(duration(element)));
}

/**
 * Returns the milliseconds on the clock.
 * @param {HTMLElement} element
 */
function duration(element) {
  const { worked, runningSince } = element.dataset;
  return Number(worked) + (runningSince ? Math.max(0, now() - Number(runningSince)) : 0);
}
