// Button that deletes a student type, with undo.

import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLButtonElement} button with data-type and data-name
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    const { type = '', name = '' } = button.dataset;
    const [problem] = problems(await record({ kind: 'studentType.deleted', type }));
    if (problem) notify({ text: problem.message });
    else notify({ text: `${brief(name)} deleted`, undo: [{ kind: 'studentType.restored', type }] });
    await refresh();
    if (!button.isConnected) document.getElementById('new-type')?.focus({ preventScroll: true });
  }, { signal });
}
