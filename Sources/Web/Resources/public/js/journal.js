// The one place that makes entries and sends them. Screens say what happened; this sees to it that it is kept on the
// device, and arrives once, in order, and with the time it happened.

import { now, reading } from './clock.js';
import { identifier } from './identifier.js';
import * as outbox from './outbox.js';
import { post, postOnLeaving, refused, SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';
import { doubtAnswers, found as signalFound, isLost, lose, onSignal } from './signal.js';
import * as spill from './spill.js';
import { isFull } from './storage.js';

/**
 * What happened: its kind and the fields of that kind.
 * @typedef {{ kind: string, [field: string]: string | number | boolean | null }} EntryPayload
 *
 * @typedef {{ id: string, at: string } & EntryPayload} Entry
 *
 * @typedef {{ field: string, code: string, message: string }} FieldProblem
 *
 * What became of one entry. Three words are this module's own: "refused", the whole batch was turned away, or there is
 * no room for it; "waiting", it is kept on this device and will be sent; "withheld", it was not made, for the
 * problems of another.
 * @typedef {{ id: string, outcome: 'accepted' | 'duplicate' | 'rejected' | 'conflict' | 'refused' | 'waiting' | 'withheld',
 *             sequence?: number, problems?: FieldProblem[] }} Result
 *
 * How much there is to be sent, once that has been counted; whether pages of the server lag behind what has been done here; whether nobody is
 * signed in to send it.
 * @typedef {outbox.Counts & { counted: boolean, behind: boolean, signedOut: boolean }} Condition
 */

/** How long a screen waits for the server's word before it goes on without. Milliseconds. */
const PATIENCE = 1_500;

/** The longest wait between two tries. Milliseconds. */
const LONGEST_WAIT = 60_000;

/** How far the last entry's time may lie ahead of now: what is further was made while the clock was wrong. Milliseconds. */
const MOST_AHEAD = 300_000;

const LOCK = 'shala outbox';

/** The rules; fails if they cannot be had. */
const load = async () => (await import('./rules.js')).load();

/** Who uses this page; nobody while signed out. */
const maker = document.documentElement.dataset.maker ?? '';

/**
 * Entries of this page that are not yet known to be on the disk.
 * @type {Entry[]}
 */
const unkept = [];

/** Ids of entries made on this page, by which the feed tells its own doings. */
const own = new Set();

/**
 * Screens that wait for what becomes of an entry; told nothing, they go on without.
 * @type {Map<string, (result?: Result) => void>}
 */
const listening = new Map();

/** @type {Set<(condition: Condition) => void>} */
const listeners = new Set();

/** @type {Set<() => void>} */
const neighbours = new Set();

/** @type {Condition} */
let state = { waiting: 0, held: 0, rejected: 0, conflict: 0, counted: false, behind: false, signedOut: false };

/** Whether the page is on its way out: nothing that takes time will come to an end. */
let leaving = false;

let sending = false;
let again = false;

/** Counts what is recorded and what is answered. */
let changes = 0;

/** Other pages of this device. */
const channel = new BroadcastChannel('shala');

/**
 * Records what has happened: judged by the rules and kept on this device. Tells what became of it, one result each, in
 * order: the server's word, if that comes soon.
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
      // They are not in the outbox: nobody else will tell of them.
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
 * Records what has happened, to be sent only when the person says so.
 * @param {EntryPayload} payload
 * @returns {Promise<FieldProblem[]>} why it cannot be kept; none if it is
 */
export async function hold(payload) {
  const entries = [makeEntry(payload)];
  const [found] = await judge(entries);
  if (found.length) return found;
  return problems(await keep(entries, true) ?? []);
}

/**
 * The problems of results that were not taken; none if all is well.
 * @param {Result[]} results
 * @returns {FieldProblem[]}
 */
export function problems(results) {
  return results.filter(result => !['accepted', 'duplicate', 'waiting', 'withheld'].includes(result.outcome)).flatMap(result =>
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
 * Tells how sending goes, now and whenever that changes.
 * @param {(condition: Condition) => void} listener
 */
export function onCondition(listener) {
  listeners.add(listener);
  listener(state);
}

/**
 * Tells when another page of this device has recorded something that the server's pages lack for now.
 * @param {() => void} listener
 */
export function onNeighbour(listener) {
  neighbours.add(listener);
}

/** How much there is to be sent, now. */
export function condition() {
  return state;
}

/** Whether the server's pages lack what has been done here, until all that waits has been sent. */
export function isBehind() {
  return state.behind;
}

/** Who makes the entries of this page. */
export function whose() {
  return maker;
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
 * What is wrong with an entry of this kind, by the rules; nothing if the rules cannot be had.
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
  // Entries of a device do not go back in time when its clock is set right by a little.
  const last = Number(localStorage.getItem('latest'));
  const time = last > now() + MOST_AHEAD ? now() : Math.max(now(), last + 1);
  localStorage.setItem('latest', String(time));
  const id = identifier(time);
  own.add(id);
  // Half a character, as a broken keyboard may leave, cannot be sent.
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
    // The server judges as well.
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
 * Puts entries on the disk. Where there is none to be had, they are sent at once, or else refused.
 * @param {Entry[]} entries
 * @param {boolean} held
 * @returns {Promise<Result[] | undefined>} what became of them, if they are not kept
 */
async function keep(entries, held) {
  try {
    await outbox.keep(entries.map(entry => ({ maker, device: device(), held, entry, clock: reading() })));
  } catch (error) {
    console.info('The entries could not be kept.', error);
    const words = isFull(error) ? 'There is no room left on this device.' : 'This device keeps nothing for Shala.';
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
    return refused(entries, `${words} And there is no connection, so this has not been saved.`);
  }
}

/** Asks the browser not to clear away what waits, when there is first something. */
function askToPersist() {
  if (state.waiting + state.held) return;
  void navigator.storage?.persist?.().catch(() => {});
}

/**
 * What becomes of an entry: the server's word, or after a while that it waits.
 * @param {string} id
 * @returns {Promise<Result>}
 */
function hear(id) {
  return new Promise(resolve => {
    const settle = (/** @type {Result | undefined} */ result) => {
      clearTimeout(timer);
      listening.delete(id);
      resolve(result ?? { id, outcome: 'waiting' });
    };
    const timer = setTimeout(() => {
      change({ behind: true });
      settle();
    }, isLost() ? 0 : PATIENCE);
    listening.set(id, settle);
  });
}

onSignal(lost => {
  if (!lost) {
    tryNow();
    return;
  }
  if (state.waiting) change({ behind: true });
  for (const settle of [...listening.values()]) settle();
});

/** Sends what waits, from one page of the device at a time, until there is nothing left. */
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
    // While this waits, another page may try.
    if (outcome !== 'sent') await pause(typeof outcome === 'number' ? outcome * 1000 : backOff(failures));
  }
}

/** @template Result @param {() => Promise<Result>} work @returns {Promise<Result>} */
async function alone(work) {
  return navigator.locks ? await navigator.locks.request(LOCK, work) : await work();
}

/**
 * Sends one batch.
 * @param {Queue} queue
 * @returns {Promise<'sent' | 'nothing' | 'failed' | 'signedOut' | number>} or the seconds that the server asks for
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
 * The next wait: twice as long each time, and never the same for two devices.
 * @param {number} failures
 */
export function backOff(failures) {
  return Math.min(LONGEST_WAIT, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Takes the server's answer, and tells every screen that waits for it.
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
 * Hands results to the screens of this page that wait for them. A screen that hears of a problem shows it itself.
 * @param {Result[]} results
 */
async function hand(results) {
  const told = results.filter(({ id }) => listening.has(id));
  const bad = told.filter(result => problems([result]).length).map(({ id }) => id);
  if (bad.length) await outbox.discard(bad);
  for (const result of told) listening.get(result.id)?.(result);
}

/** Tells the listeners how many entries there are. */
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

/** Ends the pause between two tries. */
let wake = () => {};

/**
 * Waits, but not longer than until there may be a connection again.
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

/** Tries at once, here or on whichever page is sending. */
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

/** Another page of this device has recorded something: with signal, the feed tells of it once it has been sent. */
function hearNeighbour() {
  changes += 1;
  if (isLost() && state.waiting) change({ behind: true });
  if (!state.behind) return;
  for (const listener of neighbours) listener();
}

// Leaving the page must not lose what was just done. What is not yet on the disk is written where that takes no time,
// and goes off in a request that outlives the page. The server knows entries by their ids: nothing is doubled.
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

/** Takes up what was left lying when the last page went, and sends what waits. */
async function begin() {
  try {
    await spill.takeUp(outbox.keep);
  } catch (error) {
    console.info('What was left over could not be kept.', error);
  }
  await tell();
  if (!state.waiting) return;
  // The page was made before these had been sent.
  change({ behind: true });
  void send();
}
