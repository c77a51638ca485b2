// "Upload Students": sends what was held back, batch by batch, at the person's wish.

import { backOff, condition, deliver, whose } from './journal.js';
import { SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';
import { found, lose } from './signal.js';

/**
 * @typedef {{ records: number, total: number, batch: number, batches: number, retrying: boolean }} Progress
 *
 * How it ended: all were tried; the person has stopped it; there is no connection; nobody is signed in; another page
 * of this device is at it. And what became of those that were tried: how many the server has, how many it refuses,
 * how many are left for the next time.
 * @typedef {{ end: 'done' | 'cancelled' | 'lost' | 'signedOut' | 'busy',
 *             uploaded: number, refused: number, left: number }} Outcome
 */

/** How many entries the server takes at once at most; how many are in a batch, the rules decide. */
const BATCH = 200;

/** How often a batch is tried before it is kept for the next time. */
const TRIES = 6;

/** The longest wait between two tries, with somebody looking on. Milliseconds. */
const LONGEST_WAIT = 5_000;

/**
 * @param {AbortSignal} signal stops it; nothing is lost or doubled by that
 * @param {(progress: Progress) => void} report
 * @returns {Promise<Outcome>}
 */
export function upload(signal, report) {
  if (!navigator.locks) return run(signal, report);
  return navigator.locks.request('shala upload', { ifAvailable: true }, lock =>
    lock ? run(signal, report) : { end: 'busy', uploaded: 0, refused: 0, left: 0 });
}

/**
 * @param {AbortSignal} signal
 * @param {(progress: Progress) => void} report
 * @returns {Promise<Outcome>}
 */
async function run(signal, report) {
  const total = condition().held;
  const queue = new Queue(whose(), 'held');
  let [records, number, failed, uploaded, bad] = [0, 0, 0, 0, 0];
  const ended = (/** @type {Outcome['end']} */ end) => ({ end, uploaded, refused: bad, left: queue.passed });
  const tell = (/** @type {boolean} */ retrying) => report({
    records, total: Math.max(total, records), batch: number, batches: Math.max(Math.ceil(total / BATCH), number), retrying,
  });
  while (!signal.aborted) {
    const batch = await queue.next();
    if (!batch.length) return ended(failed ? 'lost' : 'done');
    number += 1;
    tell(false);
    const results = await send(queue, batch, signal, () => tell(true));
    if (results === 'signedOut') return ended('signedOut');
    if (signal.aborted && !results) break;
    if (results) {
      await deliver(batch, results);
      const good = results.filter(({ outcome }) => outcome === 'accepted' || outcome === 'duplicate').length;
      [records, uploaded, bad, failed] = [records + batch.length, uploaded + good, bad + batch.length - good, 0];
      tell(false);
    } else if (results === null) {
      // It is kept for the next time, and so are those behind it unless they fare better.
      queue.pass(batch);
      if ((failed += 1) === 2) return ended('lost');
    }
  }
  return ended('cancelled');
}

/**
 * The server's answer to a batch; null if there is no getting one now, and nothing if the queue would rather try
 * fewer, or others.
 * @param {Queue} queue
 * @param {import('./outbox.js').Kept[]} batch
 * @param {AbortSignal} signal
 * @param {() => void} retrying
 */
async function send(queue, batch, signal, retrying) {
  for (let tries = 1; tries <= TRIES && !signal.aborted; tries += 1) {
    try {
      const results = await queue.send(batch, signal);
      found();
      return results;
    } catch (error) {
      if (error instanceof SignedOut) return 'signedOut';
      if (!(error instanceof TryAgain)) throw error;
      if (signal.aborted) return undefined;
      retrying();
      if (error.fault) {
        await pause(backOff(1), signal);
        return undefined;
      }
      if (tries < TRIES) await pause(Math.min(LONGEST_WAIT, Math.max(error.seconds * 1000, backOff(tries))), signal);
    }
  }
  if (signal.aborted) return undefined;
  lose();
  return null;
}

/** @param {number} time milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function pause(time, signal) {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
