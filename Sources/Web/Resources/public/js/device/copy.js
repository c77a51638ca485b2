// The copy of the server's book that is on this device, of which `book.js` makes pages.

import { whose } from '../journal/maker.js';
import { answer, transact } from '../journal/storage.js';

/**
 * @typedef {{ sequence: number, morePeople: boolean, moreClasses?: boolean, morePlanned?: boolean, allSince?: number | null, wholeAt: number, pause?: number }} Version
 * as of which entry a copy is, whether it lacks people or classes, when all of it was fetched, and how long the server wants a student's
 * device to wait before the next time, in milliseconds
 *
 * Copy of the server's book, as this device keeps it. Its people and classes are kept beside it, in parts: they are many, and few
 * change at a time.
 * @typedef {Record<string, any>} Copy with its `form`
 */

/** Form of the copy. One of another form is fetched anew. */
export const FORM = 14;

/**
 * Returns the copy; undefined if there is none.
 * @returns {Promise<Copy | undefined>}
 */
export function taken() {
  return read('people', 'classes');
}

/**
 * The copy without its people that was read last.
 * @type {{ key: string, copy: Promise<Copy | undefined> } | undefined}
 */
let brief;

/**
 * Returns the copy without its people, read once; undefined if there is none.
 * @returns {Promise<Copy | undefined>}
 */
export async function takenInBrief() {
  const key = `${whose()} ${(await version())?.sequence}`;
  if (brief?.key !== key) {
    brief = { key, copy: read('classes').catch(error => {
      brief = undefined;
      throw error;
    }) };
  }
  return await brief.copy;
}

/**
 * @param {...string} lists of the copy
 * @returns {Promise<Copy | undefined>}
 */
function read(...lists) {
  return transact('book', 'readonly', async transaction => {
    const store = transaction.objectStore('book');
    const [copy, ...parts] = await Promise.all([answer(store.get(whose())), ...lists.map(list => answer(store.getAll(allOf(list))))]);
    if (copy?.form !== FORM) return undefined;
    return { ...copy, ...Object.fromEntries(lists.map((list, place) => [list, parts[place].flat()])) };
  });
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

/**
 * Key of the part of a list that has an identifier: one of 256, by the identifier's last digits.
 * @param {string} list
 * @param {string} id
 */
function partKey(list, id) {
  return `${whose()} ${list} ${id.slice(-2)}`;
}

/**
 * Keys of all parts of a list.
 * @param {string} list
 */
function allOf(list) {
  return IDBKeyRange.bound(`${whose()} ${list} `, `${whose()} ${list} ~`);
}

/**
 * Keeps a copy, or what has changed since the one that is there; resolves to whether no other tab did so first.
 * @param {Copy} fetched
 * @param {Version} [there]
 * @returns {Promise<boolean>}
 */
export function keep({ people = [], classes = [], gone = [], ...copy }, there) {
  return transact('book', 'readwrite', async transaction => {
    const store = transaction.objectStore('book');
    const other = await answer(store.get(versionKey()));
    const known = other?.form === FORM ? other.sequence : undefined;
    if (copy.isUpdate ? known === undefined || known !== there?.sequence : known >= copy.sequence) return false;
    if (copy.isUpdate) copy.log ??= (await answer(store.get(whose()))).log;
    else await answer(store.clear());
    await change(store, 'people', people);
    await change(store, 'classes', classes, gone);
    store.put(copy, whose());
    const wholeAt = copy.isUpdate ? there?.wholeAt : Date.now();
    const { sequence, morePeople, moreClasses, morePlanned, allSince, pause } = copy;
    store.put({ form: FORM, sequence, morePeople, moreClasses, morePlanned, allSince, wholeAt, pause }, versionKey());
    return true;
  });
}

/**
 * Writes what has changed in a list: those parts alone.
 * @param {IDBObjectStore} store
 * @param {string} list
 * @param {Copy[]} some that have changed, or are new
 * @param {string[]} [gone] identifiers of those that are gone
 */
async function change(store, list, some, gone = []) {
  /** @type {Map<string, Map<string, Copy | undefined>>} */
  const parts = new Map();
  const put = (/** @type {string} */ id, /** @type {Copy | undefined} */ one) => {
    const key = partKey(list, id);
    parts.set(key, (parts.get(key) ?? new Map()).set(id, one));
  };
  for (const id of gone) put(id, undefined);
  for (const one of some) put(one.id, one);
  await Promise.all([...parts].map(async ([key, changed]) => {
    const before = /** @type {Copy[]} */ (await answer(store.get(key)) ?? []);
    store.put([...before.filter(({ id }) => !changed.has(id)), ...[...changed.values()].filter(one => one)], key);
  }));
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
