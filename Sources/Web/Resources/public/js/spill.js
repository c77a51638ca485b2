// Entries of a page that went before they were in the outbox: in the one place that can be written without waiting.

/**
 * @typedef {import('./journal.js').Entry} Entry
 * @typedef {{ maker: string, device: string, held: boolean, entry: Entry }} Made
 */

const KEY = 'spilt';

/**
 * @param {string} maker
 * @param {string} device
 * @param {Entry[]} entries
 */
export function write(maker, device, entries) {
  const made = entries.map(entry => ({ maker, device, held: false, entry }));
  try {
    localStorage.setItem(KEY, JSON.stringify([...read(), ...made]));
  } catch (error) {
    console.info('There is no room for what was just done.', error);
  }
}

/**
 * Brings them into the outbox.
 * @param {(made: Made[]) => Promise<void>} keep
 */
export async function takeUp(keep) {
  const made = read();
  if (!made.length) return;
  await keep(made);
  localStorage.removeItem(KEY);
}

/** @returns {Made[]} */
function read() {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]');
}
