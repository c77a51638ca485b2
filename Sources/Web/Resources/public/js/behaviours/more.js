// "Show next": appends the next page of a long list.

import { notify } from '../notices.js';
import { addPart } from '../regions.js';
import { letMove } from '../steady.js';

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
export function attach(link, signal) {
  link.addEventListener('click', async event => {
    const region = link.closest('[data-region]');
    if (!region || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    letMove();
    const rows = region.querySelectorAll('li').length;
    try {
      await addPart(region, link);
    } catch {
      notify({ text: 'No connection. Try again in a moment.' });
      return;
    }
    // The first new row gets the focus that the link had.
    const first = region.querySelectorAll('li')[rows]?.querySelector('a, button');
    if (!link.isConnected && first instanceof HTMLElement) first.focus();
  }, { signal });
}
