// How far sending has come, and what the screen shows that the server's pages lack; told to screens and other tabs.

import { whose } from './maker.js';
import * as outbox from './outbox.js';

/**
 * State of sending: how many entries there are, once counted; whether the server's pages lack changes made here;
 * whether nobody is signed in to send them.
 * @typedef {outbox.Counts & { counted: boolean, behind: boolean, signedOut: boolean }} Condition
 */

/** @type {Set<(condition: Condition) => void>} */
const listeners = new Set();

/** @type {Set<() => void>} */
const neighbours = new Set();

/** @type {Set<(answered: Promise<boolean>) => void>} */
const readers = new Set();

/** @type {Condition} */
let state = { waiting: 0, held: 0, rejected: 0, conflict: 0, counted: false, behind: false, signedOut: false };

/** Number of records and answers so far. */
let changes = 0;

/** Channel to other tabs of this device. */
export const channel = new BroadcastChannel('shala');

/** Number that changes with each record and answer: a page fetched before may be older than the screen. */
export function revision() {
  return changes;
}

/** Counts a record or an answer. */
export function countChange() {
  changes += 1;
}

/**
 * Calls the listener with the state of sending, now and on every change until the signal.
 * @param {(condition: Condition) => void} listener
 * @param {AbortSignal} [signal]
 */
export function onCondition(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
  listener(state);
}

/**
 * Calls the listener when another tab has recorded something that the server's pages lack.
 * @param {() => void} listener
 */
export function onNeighbour(listener) {
  neighbours.add(listener);
}

/**
 * Calls the listener when something was recorded, with a promise of whether the server has taken it, or may still.
 * @param {(answered: Promise<boolean>) => void} listener
 */
export function onRecord(listener) {
  readers.add(listener);
}

/** @param {Promise<boolean>} answered */
export function tellRecord(answered) {
  for (const reader of readers) reader(answered);
}

/** Returns the state of sending. */
export function condition() {
  return state;
}

/** Whether the server's pages lack changes made here that wait to be sent. */
export function isBehind() {
  return state.behind;
}

/** Informs the listeners of the number of entries. */
export async function tell() {
  if (!whose()) return;
  try {
    const counts = await outbox.counts(whose());
    change({ ...counts, counted: true, behind: state.behind && counts.waiting > 0 });
  } catch (error) {
    console.info('The entries could not be counted.', error);
  }
}

/** @param {Partial<Condition>} news */
export function change(news) {
  state = { ...state, ...news };
  for (const listener of listeners) listener(state);
}

/** Tells listeners that another tab has recorded something. */
export function tellNeighbours() {
  for (const listener of neighbours) listener();
}
