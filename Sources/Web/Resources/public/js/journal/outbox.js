// Outbox: entries made on this device and not acknowledged by the server, on disk and in order.

import { answer, isFull, transact } from './storage.js';

/**
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {import('./entries.js').FieldProblem} FieldProblem
 * @typedef {import('./entries.js').Result} Result
 *
 * Held entries are sent at the user's request, waiting entries as soon as possible; rejected entries stay until they
 * are corrected or discarded.
 * @typedef {'waiting' | 'held' | 'rejected' | 'conflict'} State
 *
 * @typedef {object} Kept
 * @property {number} number position in the order
 * @property {string} maker person who made the entry, by id
 * @property {string} device device on which it was made
 * @property {State} state
 * @property {boolean} held whether it was held before the server rejected it
 * @property {FieldProblem[]} problems reasons for the rejection
 * @property {Entry} entry
 * @property {import('../signal/clock.js').Reading} [clock] what its time is worth
 *
 * @typedef {Record<State, number>} Counts
 *
 * @typedef {{ sequence: number, maker: string, entry: Entry }} Sent entry that the server has acknowledged, with its place in the
 * journal
 */

/** Maximum number of acknowledged entries remembered, since pages cached on the device may lack them. */
const MOST_SENT = 2_000;

/**
 * Acknowledged entries for which there was no space on disk.
 * @type {Sent[]}
 */
const unwritten = [];

/**
 * Keeps entries; those that are kept already are left as they are. Answers once they are on the disk.
 * @param {import('./spill.js').Made[]} made
 */
export function keep(made) {
  return transact('entries', 'readwrite', async transaction => {
    const store = transaction.objectStore('entries');
    for (const { held, ...rest } of made) {
      const there = await answer(store.index('id').getKey(rest.entry.id));
      const state = held ? 'held' : 'waiting';
      if (there === undefined) await answer(store.add({ ...rest, held, state, problems: [] }));
    }
    transaction.commit();
  });
}

/**
 * Returns a person's oldest entries in a state, of the same device, for as long as `goesOn` approves those found.
 * @param {string} maker
 * @param {State} state
 * @param {(found: Kept[]) => boolean} goesOn
 * @param {number} [after] number after which to start
 * @returns {Promise<Kept[]>}
 */
export function oldest(maker, state, goesOn, after = 0) {
  return transact('entries', 'readonly', transaction => new Promise((resolve, reject) => {
    const found = /** @type {Kept[]} */ ([]);
    const index = transaction.objectStore('entries').index('state');
    const request = index.openCursor(IDBKeyRange.only([maker, state]));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(found);
      const kept = /** @type {Kept} */ (cursor.value);
      if (kept.number <= after) return cursor.continuePrimaryKey([maker, state], after + 1);
      if (kept.device !== (found[0] ?? kept).device) return resolve(found);
      found.push(kept);
      if (!goesOn(found)) return resolve(found);
      cursor.continue();
    };
  }));
}

/**
 * Returns all entries of a person in a state.
 * @param {string} maker
 * @param {State} state
 * @param {number} [most]
 * @returns {Promise<Kept[]>}
 */
export function all(maker, state, most) {
  return transact('entries', 'readonly', transaction =>
    answer(transaction.objectStore('entries').index('state').getAll(IDBKeyRange.only([maker, state]), most)));
}

/**
 * Returns a person's rejected entries in the order in which they were made.
 * @param {string} maker
 * @param {boolean} held whether to return entries that were held, or those that were not
 */
export async function refusedOf(maker, held) {
  const refused = [...await all(maker, 'rejected'), ...await all(maker, 'conflict')];
  return refused.filter(kept => kept.held === held).sort((one, other) => one.number - other.number);
}

/**
 * @param {string} id
 * @returns {Promise<Kept | undefined>}
 */
export function find(id) {
  return transact('entries', 'readonly', transaction => answer(transaction.objectStore('entries').index('id').get(id)));
}

/**
 * Counts a person's entries by state.
 * @param {string} maker
 * @returns {Promise<Counts>}
 */
export function counts(maker) {
  return transact('entries', 'readonly', async transaction => {
    const index = transaction.objectStore('entries').index('state');
    const count = (/** @type {State} */ state) => answer(index.count(IDBKeyRange.only([maker, state])));
    const [waiting, held, rejected, conflict] =
      await Promise.all([count('waiting'), count('held'), count('rejected'), count('conflict')]);
    return { waiting, held, rejected, conflict };
  });
}

/** Counts what is kept on this device, whoever made it. @returns {Promise<number>} */
export function countAll() {
  return transact('entries', 'readonly', transaction => answer(transaction.objectStore('entries').count()));
}

/**
 * Applies the server's answer: acknowledged entries are removed, rejected entries stay with the reason.
 * @param {Kept[]} batch
 * @param {Result[]} results one each, in order
 */
export async function settle(batch, results) {
  try {
    await take(batch, results, true);
  } catch (error) {
    if (!isFull(error)) throw error;
    // Without space to remember acknowledged entries they can still be removed.
    await take(batch, results, false);
    rememberSent(batch[0].maker, batch.map(({ entry }) => entry), results);
  }
}

/**
 * @param {Kept[]} batch
 * @param {Result[]} results
 * @param {boolean} remembers whether to remember acknowledged entries
 */
function take(batch, results, remembers) {
  return transact(['entries', 'sent'], 'readwrite', async transaction => {
    const entries = transaction.objectStore('entries');
    for (const [index, kept] of batch.entries()) {
      const { outcome, sequence, problems = [] } = results[index];
      if (outcome === 'accepted' || outcome === 'duplicate') {
        entries.delete(kept.number);
        // Pages do not show held entries, and pictures are large.
        const isShown = remembers && !kept.held && kept.entry.data === undefined;
        if (isShown) transaction.objectStore('sent').put({ sequence, maker: kept.maker, entry: withoutPlace(kept.entry) });
        if (CLAIMS.includes(kept.entry.kind)) await forgetRefused(entries, kept);
      } else {
        const entry = withoutPlace(kept.entry);
        entries.put({ ...kept, entry, state: outcome === 'conflict' ? 'conflict' : 'rejected', problems });
      }
    }
    transaction.commit();
  });
}

/**
 * Who is present after all need not hear any more why it was not so before.
 * @param {IDBObjectStore} entries
 * @param {Kept} taken claim
 */
async function forgetRefused(entries, { maker, entry }) {
  for (const kept of await answer(entries.index('state').getAll(IDBKeyRange.bound([maker, 'rejected'], [maker, 'rejected', []])))) {
    if (CLAIMS.includes(kept.entry.kind) && kept.entry.class === entry.class) entries.delete(kept.number);
  }
}

/** Kinds by which a student says to be there, or still there. */
export const CLAIMS = ['attendance.claimed', 'attendance.confirmed'];

/**
 * An entry as it is kept once it has been answered: where somebody was is forgotten then.
 * @param {Entry} entry
 * @returns {Entry}
 */
function withoutPlace(entry) {
  if (!CLAIMS.includes(entry.kind)) return entry;
  const { latitude, longitude, accuracy, age, ...rest } = entry;
  return rest;
}

/**
 * Remembers, for as long as the page is open, entries that were acknowledged and for which there is no room on the disk.
 * @param {string} maker
 * @param {Entry[]} entries
 * @param {Result[]} results one each, in order
 */
export function rememberSent(maker, entries, results) {
  for (const [index, { outcome, sequence = 0 }] of results.entries()) {
    if (outcome === 'accepted' || outcome === 'duplicate') unwritten.push({ sequence, maker, entry: withoutPlace(entries[index]) });
  }
}

/**
 * Returns a person's acknowledged entries after a place in the journal, in journal order, and those that wait. Entries are sent
 * meanwhile, so both are read at the same moment: each is in one of them.
 * @param {string} maker
 * @param {number} sequence
 * @returns {Promise<{ sent: Sent[], waiting: Kept[] }>}
 */
export async function after(maker, sequence) {
  /** @type {[Sent[], Kept[]]} */
  const [kept, waiting] = await transact(['sent', 'entries'], 'readonly', transaction => Promise.all([
    answer(transaction.objectStore('sent').getAll()),
    answer(transaction.objectStore('entries').index('state').getAll(IDBKeyRange.only([maker, 'waiting']))),
  ]));
  const sent = [...kept, ...unwritten].filter(one => one.maker === maker && one.sequence > sequence);
  return { sent: sent.sort((one, other) => one.sequence - other.sequence), waiting };
}

/**
 * Forgets acknowledged entries that everything stored on this device reflects.
 * @param {number} sequence
 */
export function forgetSent(sequence) {
  return transact('sent', 'readwrite', async transaction => {
    const store = transaction.objectStore('sent');
    const sent = await answer(store.getAll());
    sent.sort((one, other) => other.sequence - one.sequence);
    for (const [index, one] of sent.entries()) {
      if (one.sequence <= sequence || index >= MOST_SENT) store.delete(one.entry.id);
    }
  });
}

/**
 * Deletes entries, at the user's wish or because they were recorded otherwise.
 * @param {string[]} ids
 */
export function discard(ids) {
  return transact('entries', 'readwrite', async transaction => {
    const store = transaction.objectStore('entries');
    for (const id of ids) {
      const number = await answer(store.index('id').getKey(id));
      if (number !== undefined) store.delete(number);
    }
  });
}

/**
 * Puts entries that were discarded back as they were.
 * @param {Kept[]} discarded
 */
export function restore(discarded) {
  return transact('entries', 'readwrite', transaction => {
    for (const kept of discarded) transaction.objectStore('entries').put(kept);
  });
}

/**
 * Makes entries a person's that were made by those who turned out to be the same.
 * @param {string[]} others
 * @param {string} maker
 */
export function adopt(others, maker) {
  return transact('entries', 'readwrite', async transaction => {
    const entries = transaction.objectStore('entries');
    for (const other of others) {
      const theirs = IDBKeyRange.bound([other], [other, []]);
      for (const kept of await answer(entries.index('state').getAll(theirs))) entries.put({ ...kept, maker });
    }
  });
}

/**
 * Takes everything of a person off the device.
 * @param {string} maker
 */
export function discardAll(maker) {
  return transact(['entries', 'sent'], 'readwrite', async transaction => {
    const entries = transaction.objectStore('entries');
    const own = IDBKeyRange.bound([maker], [maker, []]);
    for (const number of await answer(entries.index('state').getAllKeys(own))) entries.delete(number);
    transaction.objectStore('sent').clear();
  });
}

/** Takes off the device whatever it remembers of entries that were acknowledged. */
export function forgetAllSent() {
  unwritten.length = 0;
  return transact('sent', 'readwrite', transaction => answer(transaction.objectStore('sent').clear()));
}

/**
 * Returns rejected entries to the outbox in their old order, corrected or unchanged.
 * @param {Kept[]} refused
 */
export function putBack(refused) {
  return transact('entries', 'readwrite', transaction => {
    for (const kept of refused) {
      transaction.objectStore('entries').put({ ...kept, state: kept.held ? 'held' : 'waiting', problems: [] });
    }
  });
}
