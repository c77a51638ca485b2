// Entries of a page that went before they were in the outbox: in the one place that can be written without waiting.

import { reading } from './clock.js';

/**
 * @typedef {import('./journal.js').Entry} Entry
 * @typedef {{ maker: string, device: string, held: boolean, entry: Entry, clock?: import('./clock.js').Reading }} Made
 */

/** Each has a key of its own, so that pages that go at the same time do not write over each other. */
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
 * Brings them into the outbox.
 * @param {(made: Made[]) => Promise<void>} keep
 */
export async function takeUp(keep) {
  const keys = Object.keys(localStorage).filter(key => key.startsWith(PREFIX)).sort();
  if (!keys.length) return;
  // In the order in which they were made, which the identifiers have.
  await keep(keys.flatMap(key => JSON.parse(localStorage.getItem(key) ?? '[]')));
  for (const key of keys) localStorage.removeItem(key);
}
