// The only module that makes and sends entries. Each entry is stored on the device and delivered exactly once, in
// order, with its time.

import { now, reading } from '../signal/clock.js';
import { identifier } from './identifier.js';
import * as outbox from './outbox.js';
import { post, postOnLeaving, refused, SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';
import { doubtAnswers, found as signalFound, isLost, lose, onSignal } from '../signal/signal.js';
import * as spill from './spill.js';
import { isFull } from './storage.js';

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
 *
 * State of sending: how many entries there are, once counted; whether the server's pages lack changes made here;
 * whether nobody is signed in to send them.
 * @typedef {outbox.Counts & { counted: boolean, behind: boolean, signedOut: boolean }} Condition
 */

/** Time for which a screen waits for the server's answer, in milliseconds. */
const PATIENCE = 1_500;

/** Maximum time between attempts, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** How far ahead of now the last entry's time may be before it is ascribed to a wrong clock, in milliseconds. */
const MOST_AHEAD = 300_000;

const LOCK = 'shala outbox';

/** Loads the rules; rejects if unavailable. */
const load = async () => (await import('../device/rules.js')).load();

/** User of this page; "" while signed out. */
const maker = document.documentElement.dataset.maker ?? '';
/** Those who turned out to be the maker: what this device holds of theirs is sent as the maker's. */
const formerly = (document.documentElement.dataset.formerly ?? '').split(' ').filter(Boolean);

/**
 * Entries of this page not yet known to be on disk.
 * @type {Entry[]}
 */
const unkept = [];

/** Identifiers of entries made on this page, to recognise them in the feed. */
const own = new Set();

/**
 * Callbacks waiting for the result of an entry.
 * @type {Map<string, (result?: Result) => void>}
 */
const listening = new Map();

/**
 * Those of them that do not wait longer than a moment; called without a result, they stop waiting.
 * @type {Map<string, () => void>}
 */
const impatient = new Map();

/** @type {Set<(condition: Condition) => void>} */
const listeners = new Set();

/** @type {Set<() => void>} */
const neighbours = new Set();

/** @type {Condition} */
let state = { waiting: 0, held: 0, rejected: 0, conflict: 0, counted: false, behind: false, signedOut: false };

/** Whether the page is being left, so that asynchronous work will not complete. */
let leaving = false;

let sending = false;
let again = false;

/** Number of records and answers so far. */
let changes = 0;

/** Channel to other tabs of this device. */
const channel = new BroadcastChannel('shala');

/**
 * Records events: checks them by the rules and stores them on the device. Resolves to a result for each, in order; the
 * server's, if that arrives soon.
 * @param {...EntryPayload} payloads
 * @returns {Promise<Result[]>}
 */
export async function record(...payloads) {
  const entries = payloads.map(makeEntry);
  unkept.push(...entries);
  changes += 1;
  if (leaving) leave(entries);
  try {
    const found = await judge(entries);
    if (found.some(problems => problems.length)) return withheld(entries, found);
    const results = entries.map(({ id }) => hear(id));
    const kept = await keep(entries, false);
    if (kept) {
      // Not in the outbox, so nothing else will report their results.
      for (const result of kept) listening.get(result.id)?.(result);
      return kept;
    }
    void send();
    return await Promise.all(results);
  } finally {
    for (const entry of entries) unkept.splice(unkept.indexOf(entry), 1);
  }
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
    return await post({ device: device(), maker, clock: reading() }, [entry]);
  } catch (error) {
    console.info('The entry was not sent.', error);
    return [];
  }
}

/**
 * Resolves to the server's answer to an entry that waits. Whoever asks shows its problems.
 * @param {string} id
 * @returns {Promise<Result | undefined>}
 */
export function answerTo(id) {
  return new Promise(resolve => listening.set(id, resolve));
}

/**
 * Returns the problems of rejected results; none if all were accepted.
 * @param {Result[]} results
 * @returns {FieldProblem[]}
 */
export function problems(results) {
  return results.filter(result => !['accepted', 'duplicate', 'waiting', 'withheld'].includes(result.outcome)).flatMap(result =>
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
 * Whether this page made the entry and, since it refreshes when it gets the answer, can ignore the feed event.
 * @param {string} id
 */
export function isOwn(id) {
  return own.has(id);
}

/** Number that changes with each record and answer: a page fetched before may be older than the screen. */
export function revision() {
  return changes;
}

/**
 * Calls the listener with the state of sending, now and on every change.
 * @param {(condition: Condition) => void} listener
 */
export function onCondition(listener) {
  listeners.add(listener);
  listener(state);
}

/**
 * Calls the listener when another tab has recorded something that the server's pages lack.
 * @param {() => void} listener
 */
export function onNeighbour(listener) {
  neighbours.add(listener);
}

/** Returns the state of sending. */
export function condition() {
  return state;
}

/** Whether the server's pages lack changes made here that wait to be sent. */
export function isBehind() {
  return state.behind;
}

/** Returns the person who makes the entries of this page. */
export function whose() {
  return maker;
}

/** Returns the permanent identifier of this device. */
export function device() {
  const kept = localStorage.getItem('device');
  if (kept) return kept;
  const made = identifier();
  localStorage.setItem('device', made);
  return made;
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

/**
 * @param {EntryPayload} payload
 * @returns {Entry}
 */
function makeEntry(payload) {
  // Keeps this device's entries from going back in time when its clock is corrected slightly.
  const last = Number(localStorage.getItem('latest'));
  const time = last > now() + MOST_AHEAD ? now() : Math.max(now(), last + 1);
  localStorage.setItem('latest', String(time));
  const id = identifier(time);
  own.add(id);
  // Unpaired surrogates, which faulty keyboards produce, cannot be sent.
  const fields = Object.entries(payload).map(([name, value]) => [name, typeof value === 'string' ? wellFormed(value) : value]);
  return { id, at: new Date(time).toISOString(), ...Object.fromEntries(fields) };
}

/** @param {string} text */
function wellFormed(text) {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/**
 * @param {Entry[]} entries
 * @returns {Promise<FieldProblem[][]>}
 */
async function judge(entries) {
  try {
    const rules = await load();
    return entries.map(entry => rules.judge(device(), now(), entry));
  } catch (error) {
    // The server checks as well.
    console.info('The rules could not be loaded.', error);
    return entries.map(() => []);
  }
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
    await outbox.keep(entries.map(entry => ({ maker, device: device(), held, entry, clock: reading() })));
  } catch (error) {
    console.info('The entries could not be kept.', error);
    const words = isFull(error) ? 'This device is out of space.' : 'This device does not let Shala store data.';
    return held ? refused(entries, `${words} This has not been saved.`) : sendAtOnce(entries, words);
  }
  askToPersist();
  changes += 1;
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
    const results = await post({ device: device(), maker }, entries);
    outbox.rememberSent(maker, entries, results);
    changes += 1;
    return results;
  } catch {
    return refused(entries, `${words} There is also no connection, so this has not been saved.`);
  }
}

/** Asks the browser, at the first waiting entry, not to evict stored data. */
function askToPersist() {
  if (state.waiting + state.held) return;
  void navigator.storage?.persist?.().catch(() => {});
}

/**
 * Resolves to the result of an entry: the server's answer, or "waiting" after a while.
 * @param {string} id
 * @returns {Promise<Result>}
 */
function hear(id) {
  return new Promise(resolve => {
    const settle = (/** @type {Result | undefined} */ result) => {
      clearTimeout(timer);
      listening.delete(id);
      impatient.delete(id);
      resolve(result ?? { id, outcome: 'waiting' });
    };
    const timer = setTimeout(() => {
      change({ behind: true });
      settle();
    }, isLost() ? 0 : PATIENCE);
    listening.set(id, settle);
    impatient.set(id, settle);
  });
}

onSignal(lost => {
  if (!lost) {
    tryNow();
    return;
  }
  if (state.waiting) change({ behind: true });
  for (const settle of [...impatient.values()]) settle();
});

/** Sends waiting entries until none are left, from a single tab at a time. */
async function send() {
  if (!maker) return;
  again = true;
  if (sending) {
    wake();
    return;
  }
  sending = true;
  try {
    while (again) {
      again = false;
      await drain();
    }
  } catch (error) {
    console.info('Sending has ended.', error);
  } finally {
    sending = false;
  }
}

async function drain() {
  const queue = new Queue(maker, 'waiting');
  for (let failures = 0; ;) {
    const outcome = await alone(() => step(queue));
    if (outcome === 'nothing' && !queue.passed || outcome === 'signedOut') return;
    failures = outcome === 'sent' ? 0 : failures + 1;
    if (outcome === 'nothing') queue.restart();
    // Releases the lock while waiting, so that another tab may try.
    if (outcome !== 'sent') await pause(typeof outcome === 'number' ? outcome * 1000 : backOff(failures));
  }
}

/** @template Result @param {() => Promise<Result>} work @returns {Promise<Result>} */
async function alone(work) {
  return navigator.locks ? await navigator.locks.request(LOCK, work) : await work();
}

/**
 * Sends a batch.
 * @param {Queue} queue
 * @returns {Promise<'sent' | 'nothing' | 'failed' | 'signedOut' | number>} or the seconds to wait, as the server asks
 */
async function step(queue) {
  const batch = await queue.next();
  if (!batch.length) {
    doubtAnswers(undefined);
    return 'nothing';
  }
  try {
    await deliver(batch, await queue.send(batch));
    doubtAnswers(undefined);
    signalFound();
    change({ signedOut: false });
    return 'sent';
  } catch (error) {
    if (error instanceof SignedOut) {
      doubtAnswers(undefined);
      change({ signedOut: true });
      return 'signedOut';
    }
    if (!(error instanceof TryAgain)) throw error;
    if (error.ours) {
      change({ behind: true });
    } else {
      lose();
      doubtAnswers(() => wake());
    }
    return error.seconds || 'failed';
  }
}

/**
 * Returns the next delay: exponential backoff with jitter.
 * @param {number} failures
 */
export function backOff(failures) {
  return Math.min(LONGEST_WAIT, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Stores the server's answer and informs every waiting screen.
 * @param {outbox.Kept[]} batch
 * @param {Result[]} results
 */
export async function deliver(batch, results) {
  await outbox.settle(batch, results);
  changes += 1;
  channel.postMessage({ results });
  await hand(results);
  await tell();
}

/**
 * Passes results to the screens of this page that wait for them. A screen shows the problems of its own entries.
 * @param {Result[]} results
 */
async function hand(results) {
  const told = results.filter(({ id }) => listening.has(id));
  const bad = told.filter(result => problems([result]).length).map(({ id }) => id);
  if (bad.length) await outbox.discard(bad);
  for (const result of told) {
    listening.get(result.id)?.(result);
    listening.delete(result.id);
  }
}

/** Informs the listeners of the number of entries. */
export async function tell() {
  if (!maker) return;
  try {
    const counts = await outbox.counts(maker);
    change({ ...counts, counted: true, behind: state.behind && counts.waiting > 0 });
  } catch (error) {
    console.info('The entries could not be counted.', error);
  }
}

/** @param {Partial<Condition>} news */
function change(news) {
  state = { ...state, ...news };
  for (const listener of listeners) listener(state);
}

/** Ends the pause between attempts. */
let wake = () => {};

/**
 * Waits until a time has passed or a connection is likely again.
 * @param {number} time milliseconds
 * @returns {Promise<void>}
 */
function pause(time) {
  return new Promise(resolve => {
    const timer = setTimeout(go, time);
    function go() {
      clearTimeout(timer);
      wake = () => {};
      resolve();
    }
    wake = go;
  });
}

/** Retries at once, in whichever tab is sending. */
export function tryNow() {
  channel.postMessage({ wake: true });
  void send();
}

channel.addEventListener('message', async ({ data }) => {
  if (data.wake) wake();
  if (data.results) {
    changes += 1;
    await hand(data.results);
  }
  await tell();
  if (data.kept) hearNeighbour();
});

/** Handles a record by another tab: with signal, the feed reports it once sent. */
function hearNeighbour() {
  changes += 1;
  if (isLost() && state.waiting) change({ behind: true });
  if (!state.behind) return;
  for (const listener of neighbours) listener();
}

// Leaving the page must not lose recent changes. Entries not yet on disk are written synchronously to local storage and
// sent in a request that outlives the page. The server recognises them by id, so nothing is doubled.
addEventListener('pagehide', () => {
  leaving = true;
  if (unkept.length) leave(unkept);
});

/** @param {Entry[]} entries */
function leave(entries) {
  spill.write(maker, device(), entries);
  postOnLeaving({ device: device(), maker }, entries);
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
    if (formerly.length) await outbox.adopt(formerly, maker);
  } catch (error) {
    console.info('What was left over could not be kept.', error);
  }
  await tell();
  if (!state.waiting) return;
  // The page was made before these entries were sent.
  change({ behind: true });
  void send();
}
