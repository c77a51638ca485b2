// What is next to be sent, and in how large batches: the rules say how many go together, a server that trips over them
// gets fewer, and one entry that it trips over alone does not hold up the others.

import { measure, nowBy } from './clock.js';
import * as outbox from './outbox.js';
import { post, TryAgain } from './post.js';

/** @typedef {import('./journal.js').Result} Result */

/** How often the server may trip over a batch before it is parted, and over a single entry before it is passed over. */
const MOST_FAULTS = 2;
const MOST_FAULTS_OF_ONE = 4;

/** After how many further entries, or bytes of them, the rules are asked whether that is enough for a batch. */
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
  /** How many entries have been passed over. */
  passed = 0;
  #after = 0;
  #most = Infinity;
  #faults = 0;

  /**
   * @param {string} maker whose entries
   * @param {outbox.State} wanted in which state
   */
  constructor(maker, wanted) {
    this.maker = maker;
    this.wanted = wanted;
  }

  /** The oldest entries that are not passed over, as many as go together. */
  async next() {
    await measure();
    const rules = await import('./rules.js').then(({ load }) => load()).catch(() => null);
    const encoder = new TextEncoder();
    const sizes = /** @type {number[]} */ ([]);
    let unasked = 0;
    const fits = () => Math.min(this.#most, rules ? rules.batch(sizes) : 1);
    const found = await outbox.oldest(this.maker, this.wanted, entries => {
      const size = encoder.encode(JSON.stringify(entries[entries.length - 1].entry)).length;
      sizes.push(size);
      unasked += size;
      // Asking now and then is enough: what is too much is cut off in the end.
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
   * Sends a batch once; fails as `post` does.
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
   * Leaves a batch for another time.
   * @param {outbox.Kept[]} batch
   */
  pass(batch) {
    this.#after = batch[batch.length - 1].number;
    this.passed += batch.length;
    [this.#faults, this.#most] = [0, Infinity];
  }

  /** Begins again with the oldest. */
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
