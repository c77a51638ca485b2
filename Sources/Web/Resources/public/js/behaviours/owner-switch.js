// Whether a person keeps the book.

import { problems, record } from '../journal.js';
import { notify } from '../notices.js';
import { refresh } from '../regions.js';

/**
 * @param {HTMLInputElement} toggle with data-person
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  const person = toggle.dataset.person ?? '';
  const payload = (/** @type {boolean} */ isOwner) => ({ kind: 'person.roleChanged', person, isOwner });

  toggle.addEventListener('change', async () => {
    const isOwner = toggle.checked;
    const [problem] = problems(await record(payload(isOwner)));
    if (problem) {
      toggle.checked = !isOwner;
      notify({ text: problem.message });
      return;
    }
    toggle.defaultChecked = isOwner;
    notify({ text: isOwner ? 'Now an owner' : 'No owner any more', undo: [payload(!isOwner)], group: 'owner' });
    await refresh();
  }, { signal });
}
