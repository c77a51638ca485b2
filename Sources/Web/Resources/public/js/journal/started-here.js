// The class that this device started last. Should another device of its instructor have started one as well, this one stays on the
// page of the class in session.

import { isTaken } from './answers.js';

/** How long it is remembered, in seconds: longer than any class goes on. */
const TWO_DAYS = 172_800;

/**
 * Notes which class was started, for the server as well; returns the results.
 * @param {import('./entries.js').Entry[]} entries
 * @param {import('./entries.js').Result[]} results of each
 */
export function noteStart(entries, results) {
  for (const [index, { kind, class: id }] of entries.entries()) {
    if (kind === 'class.started' && isTaken(results[index])) tell(String(id), TWO_DAYS);
  }
  return results;
}

/** Returns the identifier of that class; undefined if there is none. */
export function startedHere() {
  return document.cookie.split('; ').find(one => one.startsWith('class='))?.slice('class='.length);
}

/** Forgets it, as somebody else's. */
export function forgetStart() {
  tell('', 0);
}

/** @param {string} id @param {number} seconds */
function tell(id, seconds) {
  document.cookie = `class=${id}; path=/; max-age=${seconds}; SameSite=Lax`;
}
