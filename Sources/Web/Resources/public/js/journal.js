// The one place that makes entries and sends them. Screens say what happened; this sees to it that it arrives
// once, in order, and with the time it happened.

import { now } from './clock.js';
import { identifier } from './identifier.js';
import { post } from './post.js';

/**
 * What happened: its kind and the fields of that kind.
 * @typedef {{ kind: string, [field: string]: string | number | boolean | null }} Happening
 *
 * @typedef {{ id: string, at: string } & Happening} Entry
 *
 * @typedef {{ field: string, code: string, message: string }} FieldProblem
 *
 * What became of one entry. "refused" is this module's own word: the whole batch was turned away.
 * @typedef {{ id: string, outcome: 'accepted' | 'duplicate' | 'rejected' | 'conflict' | 'refused',
 *             sequence?: number, problems?: FieldProblem[] }} Result
 *
 * @typedef {{ entry: Entry, settle: (result: Result) => void }} Waiting
 */

/** What the server takes at once. */
const MOST_ENTRIES = 200;
const MOST_BYTES = 1_000_000;

/** @type {Waiting[]} */
const waiting = [];

/** Ids of entries made on this page, by which the feed tells its own doings. */
const own = new Set();

/** @type {Set<(count: number, stuck: boolean) => void>} */
const listeners = new Set();

let sending = false;

/** Counts what is recorded and what is answered. */
let changes = 0;

/** The time of the last entry: entries of a device never go back in time. */
let latest = 0;

/**
 * Records what has happened, and tells what became of it, one result each, in order.
 * @param {...Happening} happenings
 * @returns {Promise<Result[]>}
 */
export function record(...happenings) {
  const results = happenings.map(happening => new Promise(
    /** @param {(result: Result) => void} settle */
    settle => waiting.push({ entry: entry(happening), settle })
  ));
  changes += 1;
  tell(false);
  void send();
  return Promise.all(results);
}

/**
 * The problems of results that were not taken; none if all is well.
 * @param {Result[]} results
 * @returns {FieldProblem[]}
 */
export function problems(results) {
  return results.filter(result => !['accepted', 'duplicate'].includes(result.outcome)).flatMap(result =>
    result.problems?.length ? result.problems : [{ field: '', code: result.outcome, message: 'This could not be kept.' }]);
}

/**
 * Whether this page made the entry: it refreshes itself when it has the answer, so the feed event brings nothing new.
 * @param {string} id
 */
export function isOwn(id) {
  return own.has(id);
}

/** A number that is another after each record and each answer: a page fetched before may be older than the screen. */
export function revision() {
  return changes;
}

/**
 * Tells how many entries wait, and whether they are stuck for want of a connection.
 * @param {(count: number, stuck: boolean) => void} listener
 */
export function onWaiting(listener) {
  listeners.add(listener);
}

/** The name of this device, which stays. */
export function device() {
  const kept = localStorage.getItem('device');
  if (kept) return kept;
  const made = identifier();
  localStorage.setItem('device', made);
  return made;
}

/**
 * @param {Happening} happening
 * @returns {Entry}
 */
function entry(happening) {
  latest = Math.max(now(), latest + 1);
  const id = identifier(latest);
  own.add(id);
  return { id, at: new Date(latest).toISOString(), ...happening };
}

/** Sends what waits, one batch after the other, until there is nothing left. */
async function send() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const batch = nextBatch();
    const results = await post(device(), batch.map(one => one.entry), stuck => tell(stuck));
    waiting.splice(0, batch.length);
    changes += 1;
    batch.forEach((one, index) => one.settle(results[index]));
    tell(false);
  }
  sending = false;
}

/** The oldest entries, as many as the server takes at once; one at least. */
function nextBatch() {
  let bytes = 0;
  const fits = waiting.slice(0, MOST_ENTRIES).findIndex(({ entry }) => {
    bytes += JSON.stringify(entry).length + 1;
    return bytes > MOST_BYTES;
  });
  return waiting.slice(0, fits < 0 ? MOST_ENTRIES : Math.max(fits, 1));
}

/** @param {boolean} stuck */
function tell(stuck) {
  for (const listener of listeners) listener(waiting.length, stuck);
}

// Leaving the page must not lose what was just done: everything unanswered goes once more, in a request that
// outlives the page. The server knows entries by their ids, so that nothing is doubled.
addEventListener('pagehide', () => {
  const entries = waiting.slice(0, MOST_ENTRIES).map(one => one.entry);
  if (entries.length) void post.once(device(), entries, true).catch(() => {});
});
