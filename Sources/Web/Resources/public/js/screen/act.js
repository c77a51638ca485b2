// What a press does: it is recorded, what came of it is said, and the page is brought up to date.

import { showProblems } from './form-problems.js';
import { notify, notifyProblem } from './notices.js';
import { press } from './pressed.js';
import { refresh } from './regions.js';

/**
 * @typedef {import('../journal/entries.js').EntryPayload} EntryPayload
 * @typedef {import('./notices.js').Notice} Notice
 */

/**
 * Records entries, says that they were taken or why not, and refreshes the page.
 * @param {EntryPayload | EntryPayload[]} entries
 * @param {Notice} [said] what is said if they are taken
 * @param {string} [group] of either notice
 * @returns {Promise<boolean>} whether they were taken
 */
export async function act(entries, said, group) {
  const isTaken = await take(entries, group);
  if (isTaken && said) notify({ group, ...said });
  await refresh();
  return isTaken;
}

/**
 * Records entries, and says why if they are not taken.
 * @param {EntryPayload | EntryPayload[]} entries
 * @param {string} [group] of the notice
 * @returns {Promise<boolean>} whether they were taken
 */
export async function take(entries, group) {
  const [problem] = await press(...[entries].flat());
  if (problem) notifyProblem(problem, group);
  return !problem;
}

/**
 * Records what was filled in, and shows each problem at its field.
 * @param {HTMLFormElement} form
 * @param {...EntryPayload} entries
 * @returns {Promise<boolean>} whether they were taken
 */
export async function submit(form, ...entries) {
  return isFaultless(form, await press(...entries));
}

/**
 * Shows each problem at its field, and the others as a notice.
 * @param {HTMLFormElement} form
 * @param {import('../journal/entries.js').FieldProblem[]} found
 * @param {string} [group] of the notice
 * @returns {boolean} whether there are none
 */
export function isFaultless(form, found, group) {
  const rest = showProblems(form, found);
  if (rest) notify({ text: rest, group });
  return !found.length;
}
