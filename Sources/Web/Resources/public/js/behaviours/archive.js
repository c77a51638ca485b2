// Button that takes a course out of the lists when it is over, or puts it back.

import { act } from '../screen/act.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLButtonElement} button with data-course and data-name, and data-archived if it is
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    const { course = '', name = '', archived } = button.dataset;
    const [into, back] = ['course.archived', 'course.unarchived'].map(kind => ({ kind, course }));
    const [entry, undo] = archived === undefined ? [into, back] : [back, into];
    const text = archived === undefined ? `${brief(name)} archived` : `${brief(name)} is in the lists again`;
    await act(entry, { text, undo: [undo], group: 'archive' });
  }, { signal });
}
