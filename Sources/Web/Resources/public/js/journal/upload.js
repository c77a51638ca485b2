// "Upload Students": sends held registrations in batches, at the user's request.

import { condition } from './condition.js';
import { whose } from './maker.js';
import { backOff, deliver } from './sending.js';
import { SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';
import { found, lose } from '../signal/signal.js';

/**
 * @typedef {{ records: number, total: number, batch: number, batches: number, retrying: boolean }} Progress
 *
 * Result of an upload. How it ended: every record tried, cancelled, no connection, the server has had enough for now,
 * signed out, or another tab uploading. How many records were uploaded, rejected, or left for the next time; and in how many
 * seconds the server takes more, if it has had enough for now.
 * @typedef {{ end: 'done' | 'cancelled' | 'lost' | 'later' | 'signedOut' | 'busy',
 *             uploaded: number, refused: number, left: number, seconds?: number }} Outcome
 */

/** Maximum number of entries that the server accepts at once. The rules decide how many make a batch. */
const BATCH = 200;

/** Number of attempts before a batch is left for the next time. */
const TRIES = 6;

/** Maximum time between attempts, kept short since somebody is watching, in milliseconds. */
const LONGEST_WAIT = 5_000;

/**
 * @param {AbortSignal} signal cancels the upload, losing and doubling nothing
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
    if (typeof results === 'number') return { ...ended('later'), seconds: results };
    if (signal.aborted && !results) break;
    if (results) {
      await deliver(batch, results);
      const good = results.filter(({ outcome }) => outcome === 'accepted' || outcome === 'duplicate').length;
      [records, uploaded, bad, failed] = [records + batch.length, uploaded + good, bad + batch.length - good, 0];
      tell(false);
    } else if (results === null) {
      // Left for the next time, as are later batches unless they succeed.
      queue.pass(batch);
      if ((failed += 1) === 2) return ended('lost');
    }
  }
  return ended('cancelled');
}

/**
 * Resolves to the server's answer to a batch; null if there is none for now, undefined if the queue should try fewer or
 * other entries, and a number of seconds if the server asks for more patience than anybody has who watches.
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
      if (error.ours && error.seconds * 1000 > LONGEST_WAIT) return error.seconds;
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
