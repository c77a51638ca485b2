// Time that is left, by the server's clock.

import { now } from '../signal/clock.js';
import { say } from '../screen/element.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLElement} element with data-until, in milliseconds since 1970
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  let wasLeft = false;
  const timer = setInterval(tick, 500);
  signal.addEventListener('abort', () => clearInterval(timer));
  tick();

  function tick() {
    const left = Math.ceil((Number(element.dataset.until) - now()) / 1000);
    const words = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left` : 'The time is up.';
    say(element, words);
    if (wasLeft && left <= 0) void refresh();
    wasLeft = left > 0;
  }
}
