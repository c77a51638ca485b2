// Switch between active and inactive on a person's page.

import { problems, record } from '../journal.js';
import { notify } from '../notices.js';
import { refresh } from '../regions.js';

/**
 * @param {HTMLInputElement} toggle with data-person
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  const person = toggle.dataset.person ?? '';
  const payload = (/** @type {boolean} */ active) => ({ kind: active ? 'person.activated' : 'person.deactivated', person });

  toggle.addEventListener('change', async () => {
    const active = toggle.checked;
    const [problem] = problems(await record(payload(active)));
    if (problem) {
      toggle.checked = !active;
      notify({ text: problem.message });
      return;
    }
    toggle.defaultChecked = active;
    notify({ text: active ? 'Now active' : 'Now inactive', undo: [payload(!active)], group: 'active' });
    await refresh();
  }, { signal });
}
