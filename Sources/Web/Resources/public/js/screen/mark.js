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
 * Says so, at a class; what is said of it, and what takes it back, may be others than usual.
 * @param {{ class: string, person: string }} whom
 * @param {string} name
 * @param {Word} word
 * @param {{ text: string, back: Word }} [others]
 */
export async function mark(whom, name, word, others) {
  const [problem] = await outdate('mark', press({ kind: KINDS[word], ...whom }));
  const undo = others ? { kind: KINDS[others.back], ...whom } : { kind: 'attendance.withdrawn', ...whom, own: true };
  const said = { text: `${brief(name)} ${others?.text ?? `is ${word}`}`, undo: [undo] };
  notify({ group: 'mark', ...problem ? { text: `${brief(name)}: ${problem.message}` } : said });
  await refresh();
}
