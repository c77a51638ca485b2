// Button that deletes a student type, with undo.

import { act } from '../screen/act.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLButtonElement} button with data-type and data-name
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    const { type = '', name = '' } = button.dataset;
    await act({ kind: 'studentType.deleted', type }, { text: `${brief(name)} deleted`, undo: [{ kind: 'studentType.restored', type }] });
    if (!button.isConnected) document.getElementById('new-type')?.focus({ preventScroll: true });
  }, { signal });
}
