// "Upload Students": sends held registrations in batches, at the user's request.

import { condition } from './condition.js';
import { whose } from './maker.js';
import { backOff, deliver } from './sending.js';
import { SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';
import { found, lose } from '../signal/signal.js';

/**
 * @typedef {import('./entries.js').Result} Result
 * @typedef {import('./outbox.js').Kept} Kept
 *
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
  const run = () => new Upload(signal, report).run();
  if (!navigator.locks) return run();
  return navigator.locks.request('shala upload', { ifAvailable: true }, lock =>
    lock ? run() : { end: 'busy', uploaded: 0, refused: 0, left: 0 });
}

class Upload {
  #queue = new Queue(whose(), 'held');
  #total = condition().held;
  #records = 0;
  #batches = 0;
  /** How many batches in a row were left for the next time. */
  #failed = 0;
  #uploaded = 0;
  #refused = 0;

  /**
   * @param {AbortSignal} signal
   * @param {(progress: Progress) => void} report
   */
  constructor(signal, report) {
    this.signal = signal;
    this.report = report;
  }

  /** @returns {Promise<Outcome>} */
  async run() {
    while (!this.signal.aborted) {
      const batch = await this.#queue.next();
      if (!batch.length) return this.#ended(this.#failed ? 'lost' : 'done');
      this.#batches += 1;
      this.#tell(false);
      const results = await send(this.#queue, batch, this.signal, () => this.#tell(true));
      if (results === 'signedOut') return this.#ended('signedOut');
      if (typeof results === 'number') return { ...this.#ended('later'), seconds: results };
      if (this.signal.aborted && !results) break;
      if (results) await this.#take(batch, results);
      else if (results === null && this.#leave(batch)) return this.#ended('lost');
    }
    return this.#ended('cancelled');
  }

  /**
   * @param {Kept[]} batch
   * @param {Result[]} results
   */
  async #take(batch, results) {
    await deliver(batch, results);
    const good = results.filter(({ outcome }) => outcome === 'accepted' || outcome === 'duplicate').length;
    this.#records += batch.length;
    this.#uploaded += good;
    this.#refused += batch.length - good;
    this.#failed = 0;
    this.#tell(false);
  }

  /**
   * Leaves a batch for the next time, as are later batches unless they succeed.
   * @param {Kept[]} batch
   * @returns {boolean} whether it is the second in a row
   */
  #leave(batch) {
    this.#queue.pass(batch);
    this.#failed += 1;
    return this.#failed === 2;
  }

  /** @param {boolean} retrying */
  #tell(retrying) {
    this.report({
      records: this.#records,
      total: Math.max(this.#total, this.#records),
      batch: this.#batches,
      batches: Math.max(Math.ceil(this.#total / BATCH), this.#batches),
      retrying,
    });
  }

  /** @param {Outcome['end']} end @returns {Outcome} */
  #ended(end) {
    return { end, uploaded: this.#uploaded, refused: this.#refused, left: this.#queue.passed };
  }
}

/**
 * Resolves to the server's answer to a batch; null if there is none for now, undefined if the queue should try fewer or
 * other entries, and a number of seconds if the server asks for more patience than anybody has who watches.
 * @param {Queue} queue
 * @param {Kept[]} batch
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
