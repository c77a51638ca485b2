import { typeInGroups } from '../screen/groups.js';

/**
 * Formats the code of a class as in K7Q F2M.
 * @param {HTMLInputElement} input
 * @param {AbortSignal} signal
 */
export function attach(input, signal) {
  typeInGroups(input, { size: 3, count: 2, separator: ' ' }, signal);
}
