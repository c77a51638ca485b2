// What a class in session asks for as proof of presence.

import { savedValue } from '../screen/control.js';
import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLSelectElement} select with data-class
 * @param {AbortSignal} signal
 */
export function attach(select, signal) {
  select.addEventListener('change', async () => {
    const { class: id = '' } = select.dataset;
    const asked = (/** @type {string} */ evidence) => ({ kind: 'attendance.asked', class: id, evidence });
    const before = savedValue(select);
    const [problem] = problems(await record(asked(select.value)));
    if (problem) {
      select.value = before;
      notify({ text: problem.message });
      return;
    }
    for (const option of select.options) option.defaultSelected = option.selected;
    notify({ text: `Presence is proved by: ${select.selectedOptions[0]?.text.toLowerCase()}`, undo: [asked(before)], group: 'asks' });
    select.blur();
    await refresh();
  }, { signal });
}
