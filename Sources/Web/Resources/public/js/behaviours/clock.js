// The running duration: computed each second from when the class was set going, never counted.

import { now } from '../clock.js';

/**
 * @param {HTMLElement} element with data-worked and, while running, data-running-since, both in milliseconds
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  let timer = 0;
  const tick = () => {
    const text = words(duration(element));
    if (element.textContent !== text) element.textContent = text;
    // On the very change of the second, however long the last tick took.
    timer = setTimeout(tick, 1_000 - duration(element) % 1_000 + 5);
  };
  tick();
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * Sets the clock on the screen going or lets it stand, ahead of the server's page.
 * @param {HTMLElement} element
 * @param {boolean} going
 */
export function run(element, going) {
  element.dataset.worked = String(duration(element));
  element.dataset.runningSince = going ? String(now()) : '';
  element.textContent = words(duration(element));
}

/**
 * Milliseconds on the clock.
 * @param {HTMLElement} element
 */
function duration(element) {
  const { worked, runningSince } = element.dataset;
  return Number(worked) + (runningSince ? Math.max(0, now() - Number(runningSince)) : 0);
}

/**
 * As in 0:42:07.
 * @param {number} time
 */
function words(time) {
  const seconds = Math.floor(time / 1_000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
