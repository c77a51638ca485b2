// Warns that what waits on this device may be deleted by the browser, unless the app is installed or may keep it.

import { onCondition } from '../journal/condition.js';

/**
 * @param {HTMLElement} warning
 * @param {AbortSignal} signal
 */
export function attach(warning, signal) {
  onCondition(async ({ waiting, held, rejected, conflict }) => {
    const isKept = matchMedia('(display-mode: standalone)').matches || await navigator.storage?.persisted?.().catch(() => false);
    warning.hidden = isKept || !(waiting + held + rejected + conflict);
  }, signal);
}
