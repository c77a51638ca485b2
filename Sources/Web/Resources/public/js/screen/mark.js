// The instructor's word on whether somebody was there.

import { press } from './pressed.js';
import { notify, outdate } from './notices.js';
import { refresh } from './regions.js';
import { brief } from './wording.js';

/** @typedef {'present' | 'absent'} Word */

/** @type {Record<Word, string>} */
const KINDS = { present: 'attendance.marked', absent: 'attendance.cleared' };

/** @type {Record<string, Word>} */
const WORDS = { [KINDS.present]: 'present', [KINDS.absent]: 'absent' };

/** Kinds of entries by which an instructor says so, and takes it back. */
export const MARKS = [...Object.values(KINDS), 'attendance.withdrawn'];

/**
 * What an entry says; nothing if it takes a word back, since what was said before that the page tells.
 * @param {{ kind: string }} [entry]
 * @returns {Word | undefined}
 */
export function wordOf(entry) {
  return entry && WORDS[entry.kind];
}

/**
 * @param {string} session
 * @param {string} person
 * @param {string} name
 * @param {Word} word
 */
export async function mark(session, person, name, word) {
  const own = { class: session, person };
  const [problem] = await outdate('mark', press({ kind: KINDS[word], ...own }));
  const undo = [{ kind: 'attendance.withdrawn', ...own, own: true }];
  notify({ group: 'mark', ...problem ? { text: `${brief(name)}: ${problem.message}` } : { text: `${brief(name)} is ${word}`, undo } });
  await refresh();
}
