// Makes entries, and judges them by the rules before they are stored.

import { now } from '../signal/clock.js';
import { isLost } from '../signal/signal.js';
import { identifier } from './identifier.js';
import { device } from './maker.js';

/**
 * Event to record: a kind and its fields.
 * @typedef {{ kind: string, [field: string]: string | number | boolean | null }} EntryPayload
 *
 * @typedef {{ id: string, at: string } & EntryPayload} Entry
 *
 * @typedef {{ field: string, code: string, message: string }} FieldProblem
 *
 * Result of an entry. Three outcomes are set here: "refused", if the server rejected the whole batch or there is no
 * space to store the entry; "waiting", if it is stored and will be sent; "withheld", if it was not made because of
 * another entry's problems.
 * @typedef {{ id: string, outcome: 'accepted' | 'duplicate' | 'rejected' | 'conflict' | 'refused' | 'waiting' | 'withheld',
 *             sequence?: number, problems?: FieldProblem[] }} Result
 */

/** How far ahead of now the last entry's time may be before it is ascribed to a wrong clock, in milliseconds. */
const MOST_AHEAD = 300_000;

/** Loads the rules; rejects if unavailable. */
const load = async () => (await import('../device/rules.js')).load();

/** Identifiers of entries made on this page, to recognise them in the feed. */
const own = new Set();

/** Key in local storage for the identifiers of those that ended a class: the page after hears of them. */
const ENDS = 'ends';

/** How many of them are kept. */
const MOST_ENDS = 20;

/**
 * Makes an entry of an event, with an identifier and a time later than that of the one before.
 * @param {EntryPayload} payload
 * @returns {Entry}
 */
export function makeEntry(payload) {
  // Keeps this device's entries from going back in time when its clock is corrected slightly.
  const last = Number(localStorage.getItem('latest'));
  const time = last > now() + MOST_AHEAD ? now() : Math.max(now(), last + 1);
  localStorage.setItem('latest', String(time));
  const id = identifier(time);
  own.add(id);
  if (payload.kind === 'class.saved') localStorage.setItem(ENDS, [...ends(), id].slice(-MOST_ENDS).join(' '));
  // Unpaired surrogates, which faulty keyboards produce, cannot be sent.
  const fields = Object.entries(payload).map(([name, value]) => [name, typeof value === 'string' ? wellFormed(value) : value]);
  return { id, at: new Date(time).toISOString(), ...Object.fromEntries(fields) };
}

/** @param {string} text */
function wellFormed(text) {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/**
 * Returns the problems of each entry by the rules; none if the rules are unavailable. While the server cannot be asked, the
 * device's book is.
 * @param {Entry[]} entries
 * @returns {Promise<FieldProblem[][]>}
 */
export async function judge(entries) {
  // The server checks as well.
  const none = entries.map(() => []);
  const found = await attempt(async () => {
    const rules = await load();
    return entries.map(entry => rules.judge(device(), now(), entry));
  }, none);
  if (!isLost() || found.some(problems => problems.length)) return found;
  return attempt(async () => (await import('../device/book.js')).refusals(entries), none);
}

/**
 * @param {() => Promise<FieldProblem[][]>} ask
 * @param {FieldProblem[][]} otherwise
 */
async function attempt(ask, otherwise) {
  try {
    return await ask();
  } catch (error) {
    console.info('An entry could not be checked on this device.', error);
    return otherwise;
  }
}

/**
 * Whether this page made the entry and, since it refreshes when it gets the answer, can ignore the feed event.
 * @param {string} id
 */
export function isOwn(id) {
  return own.has(id);
}

function ends() {
  return (localStorage.getItem(ENDS) ?? '').split(' ');
}

/**
 * Whether this device ended a class by the entry, on whichever page.
 * @param {string} id
 */
export function isOwnEnd(id) {
  return ends().includes(id);
}

/**
 * Checks a payload by the rules; no problems if the rules are unavailable.
 * @param {EntryPayload} payload
 * @returns {Promise<FieldProblem[]>}
 */
export async function problemsOf(payload) {
  const [found] = await judge([{ id: identifier(), at: new Date(now()).toISOString(), ...payload }]);
  return found;
}
