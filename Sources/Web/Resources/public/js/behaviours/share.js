// Hands a link to another app, by the device's own sheet.

import { notify } from '../screen/notices.js';

/**
 * @param {HTMLButtonElement} button with data-link and data-text, hidden where the browser cannot share
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  if (!navigator.share) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { link = '', text = '' } = button.dataset;
    try {
      await navigator.share({ title: 'Shala', text, url: link });
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      notify({ text: 'The browser did not let Shala share this. Copy the link instead.', group: 'copied' });
    }
  }, { signal });
}
