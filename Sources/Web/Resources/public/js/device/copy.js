// The copy of the server's book that is on this device, of which `book.js` makes pages.

import { whose } from '../journal/maker.js';
import { answer, transact } from '../journal/storage.js';

/**
 * @typedef {{ sequence: number, morePeople: boolean, wholeAt: number, pause?: number }} Version as of which entry a copy is, whether it
 * lacks people, when all of it was fetched, and how long the server wants a student's device to wait before the next time, in milliseconds
 *
 * Copy of the server's book, as this device keeps it. Its people are kept beside it: they are many, and change seldom.
 * @typedef {Record<string, any>} Copy with its `form`
 */

/** Form of the copy. One of another form is fetched anew. */
export const FORM = 9;

/**
 * Returns the copy; undefined if there is none.
 * @returns {Promise<Copy | undefined>}
 */
export function taken() {
  return transact('book', 'readonly', async transaction => {
    const store = transaction.objectStore('book');
    const [copy, people] = await Promise.all([answer(store.get(whose())), answer(store.get(peopleKey()))]);
    return copy?.form === FORM ? { ...copy, people } : undefined;
  });
}

/**
 * Returns the copy without its people; undefined if there is none.
 * @returns {Promise<Copy | undefined>}
 */
export async function takenInBrief() {
  const copy = await transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(whose())));
  return copy?.form === FORM ? copy : undefined;
}

/**
 * Returns as of which entry the copy is; undefined if there is none. It is kept beside the copy, which may be large.
 * @returns {Promise<Version | undefined>}
 */
export async function version() {
  const kept = await transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(versionKey())));
  return kept?.form === FORM ? kept : undefined;
}

function versionKey() {
  return `${whose()} version`;
}

function peopleKey() {
  return `${whose()} people`;
}

/**
 * Keeps a copy, or what has changed since the one that is there; resolves to whether no other tab did so first.
 * @param {Copy} fetched
 * @param {Version} [there]
 * @returns {Promise<boolean>}
 */
export function keep({ people = [], gone = [], ...copy }, there) {
  return transact('book', 'readwrite', async transaction => {
    const store = transaction.objectStore('book');
    const other = await answer(store.get(versionKey()));
    if (other?.form === FORM && (other.sequence >= copy.sequence || copy.isUpdate && other.sequence !== there?.sequence)) return false;
    if (copy.isUpdate) {
      const before = await answer(store.get(whose()));
      if (people.length) store.put(changed(await answer(store.get(peopleKey())), people), peopleKey());
      store.put({ ...copy, log: copy.log ?? before.log, classes: changed(before.classes, copy.classes, gone) }, whose());
    } else {
      store.put(people, peopleKey());
      store.put(copy, whose());
    }
    const wholeAt = copy.isUpdate ? there?.wholeAt : Date.now();
    const { sequence, morePeople, pause } = copy;
    store.put({ form: FORM, sequence, morePeople, wholeAt, pause }, versionKey());
    return true;
  });
}

/**
 * @param {Copy[]} all people or classes
 * @param {Copy[]} some that have changed, or are new
 * @param {string[]} [gone] identifiers of those that are gone
 */
function changed(all, some, gone = []) {
  const others = new Set([...gone, ...some.map(({ id }) => id)]);
  return [...all.filter(({ id }) => !others.has(id)), ...some];
}

/**
 * Counts what is in the copy, by name.
 * @returns {Promise<Record<string, { count: number, isPart: boolean }>>}
 */
export async function counts() {
  const [copy, there] = await Promise.all([taken(), version()]);
  return {
    people: { count: copy?.people.length ?? 0, isPart: Boolean(there?.morePeople) },
    venues: { count: copy?.venues.length ?? 0, isPart: Boolean(copy?.moreVenues) },
    classes: { count: copy?.classes.length ?? 0, isPart: Boolean(copy?.moreClasses || copy?.morePlanned) },
  };
}
