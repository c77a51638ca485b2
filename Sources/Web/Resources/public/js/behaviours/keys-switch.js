// Switch for single keys, of this browser.

import { areKeysOn, setKeys } from '../screen/keys.js';

/**
 * @param {HTMLInputElement} toggle
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  toggle.checked = areKeysOn();
  toggle.addEventListener('change', () => setKeys(toggle.checked), { signal });
}
