// Copies text for another app.

import { notify } from '../screen/notices.js';

/**
 * @param {HTMLButtonElement} button with data-copy, the text, hidden where the browser cannot copy
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  // Only over https, and on the device itself.
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy ?? '');
      notify({ text: 'Copied', group: 'copied' });
    } catch {
      notify({ text: 'The browser did not let Shala copy this. Select it, and copy it by hand.', group: 'copied' });
    }
  }, { signal });
}
