// Switch on a person's page: whether they are active.

import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/** @type {Record<string, { on: string, off: string, payload: (person: string, isOn: boolean) => import('../journal/entries.js').EntryPayload }>} */
const SWITCHES = {
  active: {
    on: 'Now active', off: 'Now inactive',
    payload: (person, isOn) => ({ kind: isOn ? 'person.activated' : 'person.deactivated', person }),
  },
};

/**
 * @param {HTMLInputElement} toggle with data-person, and data-switch: active
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  toggle.addEventListener('change', async () => {
    // A refresh may have made another switch of this one.
    const { person = '', switch: group = '' } = toggle.dataset;
    const { on, off, payload } = SWITCHES[group];
    const isOn = toggle.checked;
    const [problem] = problems(await record(payload(person, isOn)));
    if (problem) {
      toggle.checked = !isOn;
      notify({ text: problem.message });
      return;
    }
    toggle.defaultChecked = isOn;
    notify({ text: isOn ? on : off, undo: [payload(person, !isOn)], group });
    await refresh();
  }, { signal });
}
