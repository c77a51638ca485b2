// Switch of a topic of which the person wants to be told, or not.

import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';

/**
 * @param {HTMLInputElement} toggle with data-topic
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  toggle.addEventListener('change', async () => {
    const wanted = toggle.checked;
    const [problem] = problems(await record({ kind: 'notifications.chosen', topic: toggle.dataset.topic ?? '', wanted }));
    if (problem) {
      toggle.checked = !wanted;
      notify({ text: problem.message });
      return;
    }
    toggle.defaultChecked = wanted;
  }, { signal });
}
