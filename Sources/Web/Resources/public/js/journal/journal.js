// The only module that makes and sends entries. Each entry is stored on the device and delivered exactly once, in
// order, with its time.

import { reading } from '../signal/clock.js';
import { isLost, onSignal } from '../signal/signal.js';
import { answer, hand, hear, isTaken, stopWaiting } from './answers.js';
import { change, channel, condition, countChange, tell, tellNeighbours, tellRecord } from './condition.js';
import { judge, makeEntry } from './entries.js';
import { device, formerly, whose } from './maker.js';
import * as outbox from './outbox.js';
import { post, postOnLeaving, refused } from './post.js';
import { hurry, send, tryNow } from './sending.js';
import * as spill from './spill.js';
import { noteStart } from './started-here.js';
import { isFull } from './storage.js';

/**
 * @typedef {import('./entries.js').EntryPayload} EntryPayload
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {import('./entries.js').FieldProblem} FieldProblem
 * @typedef {import('./entries.js').Result} Result
 */

/**
 * Entries of this page not yet known to be on disk.
 * @type {Entry[]}
 */
const unkept = [];

/** Whether the page is being left, so that asynchronous work will not complete. */
let leaving = false;

/**
 * Records events: checks them by the rules and stores them on the device. Resolves to a result for each, in order; the
 * server's, if that arrives soon.
 * @param {...EntryPayload} payloads
 * @returns {Promise<Result[]>}
 */
export async function record(...payloads) {
  const entries = payloads.map(makeEntry);
  unkept.push(...entries);
  countChange();
  if (leaving) leave(entries);
  try {
    const found = await judge(entries);
    if (found.some(problems => problems.length)) return withheld(entries, found);
    const results = entries.map(({ id }) => hear(id));
    const kept = await keep(entries, false);
    if (kept) {
      // Not in the outbox, so nothing else will report their results.
      answer(kept);
      return noteStart(entries, kept);
    }
    void send();
    const answered = Promise.all(results).then(told => noteStart(entries, told));
    tellRecord(answered.then(told => told.every(isTaken)));
    return await answered;
  } finally {
    for (const entry of entries) unkept.splice(unkept.indexOf(entry), 1);
  }
}

/**
 * Records events that do not depend on each other: those that the device withheld because of others, once more.
 * @param {...EntryPayload} payloads
 * @returns {Promise<Result[]>} in order
 */
export async function recordEach(...payloads) {
  const results = payloads.length ? await record(...payloads) : [];
  const withheld = payloads.filter((_, index) => results[index].outcome === 'withheld');
  const again = withheld.length ? await record(...withheld) : [];
  return results.map(result => result.outcome === 'withheld' ? /** @type {Result} */ (again.shift()) : result);
}

/**
 * Stores an event, to be sent only at the user's request.
 * @param {EntryPayload} payload
 * @returns {Promise<FieldProblem[]>} problems; none if stored
 */
export async function hold(payload) {
  const entries = [makeEntry(payload)];
  const [found] = await judge(entries);
  if (found.length) return found;
  return problems(await keep(entries, true) ?? []);
}

/**
 * Sends an event at once, without storing it: for what is worth nothing later.
 * @param {EntryPayload} payload
 * @returns {Promise<Result[]>} none if the server did not answer
 */
export async function mention(payload) {
  const entry = makeEntry(payload);
  try {
    return await post({ device: device(), maker: whose(), clock: reading() }, [entry]);
  } catch (error) {
    console.info('The entry was not sent.', error);
    return [];
  }
}

/**
 * Returns the problems of rejected results; none if all were accepted.
 * @param {Result[]} results
 * @returns {FieldProblem[]}
 */
export function problems(results) {
  return results.filter(result => !isTaken(result)).flatMap(result =>
    result.problems?.length ? result.problems : [{ field: '', code: result.outcome, message: 'This could not be saved.' }]);
}

/**
 * Whether entries are still on their way to the server.
 * @param {Result[]} results
 */
export function isWaiting(results) {
  return results.some(({ outcome }) => outcome === 'waiting');
}

/**
 * @param {Entry[]} entries
 * @param {FieldProblem[][]} found
 * @returns {Result[]}
 */
function withheld(entries, found) {
  return entries.map(({ id }, index) =>
    found[index].length ? { id, outcome: 'rejected', problems: found[index] } : { id, outcome: 'withheld' });
}

/**
 * Stores entries on disk. If there is no storage, sends them at once or refuses them.
 * @param {Entry[]} entries
 * @param {boolean} held
 * @returns {Promise<Result[] | undefined>} results of entries that were not stored
 */
async function keep(entries, held) {
  try {
    await outbox.keep(entries.map(entry => ({ maker: whose(), device: device(), held, entry, clock: reading() })));
  } catch (error) {
    console.info('The entries could not be kept.', error);
    const words = isFull(error) ? 'This device is out of space.' : 'This device does not let Shala store data.';
    return held ? refused(entries, `${words} This has not been saved.`) : sendAtOnce(entries, words);
  }
  askToPersist();
  countChange();
  await tell();
  channel.postMessage({ wake: true, kept: true });
  return undefined;
}

/**
 * @param {Entry[]} entries
 * @param {string} words
 */
async function sendAtOnce(entries, words) {
  try {
    const results = await post({ device: device(), maker: whose() }, entries);
    outbox.rememberSent(whose(), entries, results);
    countChange();
    return results;
  } catch {
    return refused(entries, `${words} There is also no connection, so this has not been saved.`);
  }
}

/** Asks the browser, at the first waiting entry, not to evict stored data. */
function askToPersist() {
  const { waiting, held } = condition();
  if (waiting + held) return;
  void navigator.storage?.persist?.().catch(() => {});
}

onSignal(lost => {
  if (!lost) {
    tryNow();
    return;
  }
  if (condition().waiting) change({ behind: true });
  stopWaiting();
});

channel.addEventListener('message', async ({ data }) => {
  if (data.wake) hurry();
  if (data.results) {
    countChange();
    await hand(data.results);
  }
  await tell();
  if (data.kept) hearNeighbour();
});

/** Handles a record by another tab: with signal, the feed reports it once sent. */
function hearNeighbour() {
  countChange();
  if (isLost() && condition().waiting) change({ behind: true });
  if (condition().behind) tellNeighbours();
}

// Leaving the page must not lose recent changes. Entries not yet on disk are written synchronously to local storage and
// sent in a request that outlives the page. The server recognises them by id, so nothing is doubled.
addEventListener('pagehide', () => {
  leaving = true;
  if (unkept.length) leave(unkept);
});

/**
 * Those that follow others which wait to be sent are not sent before them.
 * @param {Entry[]} entries
 */
function leave(entries) {
  spill.write(whose(), device(), entries);
  if (!condition().waiting) postOnLeaving({ device: device(), maker: whose() }, entries);
}

addEventListener('online', tryNow);
addEventListener('pageshow', () => {
  leaving = false;
  void begin();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) tryNow();
});

/** Recovers entries left by the previous page, and sends what waits. */
async function begin() {
  try {
    await spill.takeUp(outbox.keep);
    if (formerly().length) await outbox.adopt(formerly(), whose());
  } catch (error) {
    console.info('What was left over could not be kept.', error);
  }
  await tell();
  if (!condition().waiting) return;
  // The page was made before these entries were sent.
  change({ behind: true });
  void send();
}
