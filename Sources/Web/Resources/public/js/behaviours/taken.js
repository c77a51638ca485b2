// How far this device is prepared for use without signal.

import { counts, version } from '../device/copy.js';
import { setText } from '../screen/element.js';
import { grouped } from '../screen/wording.js';
import { onProgress } from '../signal/take-along.js';

/** What is said of each state, and the icon beside it. */
const STATES = {
  preparing: { words: 'Getting this device ready', icon: 'download' },
  ready: { words: 'Ready for use without signal', icon: 'check-circle' },
  waiting: { words: 'Not ready yet. This goes on when there is a signal.', icon: 'download' },
  impossible: { words: 'This browser cannot keep the app for use without signal.', icon: 'download' },
};

/**
 * @param {HTMLElement} element with the words and a progress bar, beside facts with data-copied
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const showFacts = followFacts(element);
  const bar = /** @type {HTMLProgressElement} */ (element.querySelector('progress'));
  onProgress(({ state, done, total }) => {
    setText(element, '[role="status"]', STATES[state].words);
    element.querySelector('use')?.setAttribute('href', `/assets/icons.svg#${STATES[state].icon}`);
    bar.max = total;
    bar.value = done;
    bar.hidden = state !== 'preparing';
    element.hidden = false;
    void showFacts().catch(error => console.info('What is on this device could not be counted.', error));
  }, signal);
}

/**
 * Returns a function that counts what is on the device, whenever that is another copy: the page may be older.
 * @param {HTMLElement} element
 */
function followFacts({ parentElement: section }) {
  /** @type {number | undefined | null} */
  let shown = null;
  return async () => {
    if (!section?.querySelector('[data-copied]')) return;
    const sequence = (await version())?.sequence;
    if (sequence === shown) return;
    for (const [name, { count, isPart }] of Object.entries(await counts())) {
      setText(section, `[data-copied="${name}"]`, count ? `${grouped(count)}${isPart ? ' and more' : ''}` : 'none');
    }
    shown = sequence;
  };
}
