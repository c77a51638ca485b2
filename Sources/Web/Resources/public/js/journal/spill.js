// Entries of a page that was left before they reached the outbox, in local storage, which can be written synchronously.

import { reading } from '../signal/clock.js';

/**
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {{ maker: string, device: string, held: boolean, entry: Entry, clock?: import('../signal/clock.js').Reading }} Made
 */

/** Prefix of keys. Each page uses its own key, so that pages left at the same time do not overwrite each other. */
const PREFIX = 'spilt ';

/**
 * @param {string} maker
 * @param {string} device
 * @param {Entry[]} entries
 */
export function write(maker, device, entries) {
  const clock = reading();
  for (const entry of entries) {
    try {
      localStorage.setItem(PREFIX + entry.id, JSON.stringify({ maker, device, held: false, entry, clock }));
    } catch (error) {
      console.info('There is no room for what was just done.', error);
    }
  }
}

/**
 * Moves the entries to the outbox.
 * @param {(made: Made[]) => Promise<void>} keep
 */
export async function takeUp(keep) {
  const keys = Object.keys(localStorage).filter(key => key.startsWith(PREFIX)).sort();
  if (!keys.length) return;
  // In the order of their identifiers, which is the order in which they were made.
  await keep(keys.flatMap(key => JSON.parse(localStorage.getItem(key) ?? '[]')));
  for (const key of keys) localStorage.removeItem(key);
}
