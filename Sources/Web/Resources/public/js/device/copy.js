// The copy of the server's book that is on this device (`book.js`), for what is said of it.

import { whose } from '../journal/maker.js';
import { answer, transact } from '../journal/storage.js';

/**
 * Returns the copy without its people; undefined if there is none.
 * @returns {Promise<import('./book.js').Copy | undefined>}
 */
export function copyHere() {
  return transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(whose())));
}

/**
 * Returns as of which entry the copy is; undefined if there is none.
 * @returns {Promise<number | undefined>}
 */
export async function sequenceHere() {
  return (await versionHere())?.sequence;
}

/** @returns {Promise<import('./book.js').Version | undefined>} */
function versionHere() {
  return transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(`${whose()} version`)));
}

/**
 * Counts what is in the copy, by name.
 * @returns {Promise<Record<string, { count: number, isPart: boolean }>>}
 */
export async function countsHere() {
  const copy = await copyHere();
  const people = await transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(`${whose()} people`))) ?? [];
  return {
    people: { count: people.length, isPart: Boolean((await versionHere())?.morePeople) },
    venues: { count: copy?.venues.length ?? 0, isPart: Boolean(copy?.moreVenues) },
    classes: { count: copy?.classes.length ?? 0, isPart: Boolean(copy?.moreClasses) },
  };
}
