// What the module asks of the page, which has Unicode's tables and the time zones: Sources/ClassroomWasm/Device.swift.

import { fold, split } from '../screen/fold.js';
import { letters } from '../screen/wording.js';
import { ahead } from '../screen/zone.js';

/** What can be asked about a text, by number. */
const QUESTIONS = [
  fold,
  (/** @type {string} */ folded) => split(folded).join('\n'),
  (/** @type {string} */ name) => name.split('\n').map(initial).join(''),
];

/** @typedef {typeof host} Host */

export const host = {
  /** @param {number} what @param {string} text */
  ask: (what, text) => QUESTIONS[what](text),
  ahead,
};

/**
 * First letter of a name: a grapheme cluster, in capitals.
 * @param {string} name
 */
function initial(name) {
  if (/^[a-z\d][\x20-\x7e]*$/i.test(name)) return name[0].toUpperCase();
  const characters = letters(name);
  return (characters.find(one => /^[\p{L}\p{N}]/u.test(one)) ?? characters[0] ?? '').toUpperCase();
}
