// Queue of entries to send. The rules set the batch size; after server errors batches shrink, and an entry that fails
// alone is skipped, so that it does not hold up the others.

import { measure, nowBy } from '../signal/clock.js';
import * as outbox from './outbox.js';
import { post, TryAgain } from './post.js';

/** @typedef {import('./entries.js').Result} Result */

/** Number of server errors after which a batch is split, or a single entry skipped. */
const MOST_FAULTS = 2;
const MOST_FAULTS_OF_ONE = 4;

/** Number of further entries, and of their bytes, after which the rules are asked whether the batch is full. */
const ASKED_EVERY = 20;
const ASKED_AFTER = 200_000;

/**
 * By how many seconds the clock that dated an entry is off.
 * @param {outbox.Kept} kept
 */
function wrong({ entry, clock }) {
  return Math.round((nowBy(Date.parse(entry.at), clock) - Date.now()) / 1000);
}

export class Queue {
  /** Number of entries skipped. */
  passed = 0;
  #after = 0;
  #most = Infinity;
  #faults = 0;

  /**
   * @param {string} maker person whose entries to send
   * @param {outbox.State} wanted state of the entries
   */
  constructor(maker, wanted) {
    this.maker = maker;
    this.wanted = wanted;
  }

  /** Returns the next batch: the oldest entries not skipped, as many as fit. */
  async next() {
    await measure();
    const rules = await import('../device/rules.js').then(({ load }) => load()).catch(() => null);
    const encoder = new TextEncoder();
    const sizes = /** @type {number[]} */ ([]);
    let unasked = 0;
    const fits = () => Math.min(this.#most, rules ? rules.batch(sizes) : 1);
    const found = await outbox.oldest(this.maker, this.wanted, entries => {
      const size = encoder.encode(JSON.stringify(entries[entries.length - 1].entry)).length;
      sizes.push(size);
      unasked += size;
      // The excess is cut off at the end, so the rules need not be asked for every entry.
      if (sizes.length % ASKED_EVERY && unasked < ASKED_AFTER) return true;
      unasked = 0;
      return fits() === entries.length;
    }, this.#after);
    const [first, ...others] = found.slice(0, fits());
    if (!first) return [];
    // What goes together was dated by one clock.
    const end = others.findIndex(kept => wrong(kept) !== wrong(first));
    return [first, ...end < 0 ? others : others.slice(0, end)];
  }

  /**
   * Sends a batch once; rejects like `post`.
   * @param {outbox.Kept[]} batch
   * @param {AbortSignal} [signal]
   * @returns {Promise<Result[]>}
   */
  async send(batch, signal) {
    try {
      const results = await post(batch[0], batch.map(({ entry }) => entry), signal);
      [this.#faults, this.#most] = [0, Infinity];
      return results;
    } catch (error) {
      if (error instanceof TryAgain && error.fault) this.#part(batch);
      throw error;
    }
  }

  /**
   * Skips a batch for now.
   * @param {outbox.Kept[]} batch
   */
  pass(batch) {
    this.#after = batch[batch.length - 1].number;
    this.passed += batch.length;
    [this.#faults, this.#most] = [0, Infinity];
  }

  /** Starts again from the oldest entry. */
  restart() {
    [this.#after, this.passed] = [0, 0];
  }

  /** @param {outbox.Kept[]} batch */
  #part(batch) {
    this.#faults += 1;
    if (batch.length === 1) {
      if (this.#faults >= MOST_FAULTS_OF_ONE) this.pass(batch);
    } else if (this.#faults >= MOST_FAULTS) {
      [this.#faults, this.#most] = [0, Math.ceil(batch.length / 2)];
    }
  }
}
