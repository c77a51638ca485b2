// How far this device is prepared for use without signal.

import { setText } from '../screen/element.js';
import { onProgress } from '../signal/take-along.js';

/** What is said of each state, and the icon beside it. */
const STATES = {
  preparing: { words: 'Getting this device ready', icon: 'download' },
  ready: { words: 'Ready for use without signal', icon: 'check-circle' },
  waiting: { words: 'Not ready yet. This goes on when there is a signal.', icon: 'download' },
  impossible: { words: 'This browser cannot keep the app for use without signal.', icon: 'download' },
};

/**
 * @param {HTMLElement} element with the words and a progress bar
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const bar = /** @type {HTMLProgressElement} */ (element.querySelector('progress'));
  onProgress(({ state, done, total }) => {
    setText(element, '[role="status"]', STATES[state].words);
    element.querySelector('use')?.setAttribute('href', `/assets/icons.svg#${STATES[state].icon}`);
    bar.max = total;
    bar.value = done;
    bar.hidden = state !== 'preparing';
    element.hidden = false;
  }, signal);
}
