import { typeInGroups } from '../screen/groups.js';

/**
 * Formats a sign-in code as in K7QF-2M9X-RT4D.
 * @param {HTMLInputElement} input
 * @param {AbortSignal} signal
 */
export function attach(input, signal) {
  typeInGroups(input, { size: 4, count: 3, separator: '-' }, signal);
}
