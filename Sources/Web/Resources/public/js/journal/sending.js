// Sends the entries that wait, in order, from one tab at a time.

import { doubtAnswers, found as signalFound, lose } from '../signal/signal.js';
import { hand } from './answers.js';
import { change, channel, countChange, tell } from './condition.js';
import { whose } from './maker.js';
import * as outbox from './outbox.js';
import { SignedOut, TryAgain } from './post.js';
import { Queue } from './queue.js';

/** @typedef {import('./entries.js').Result} Result */

/** Maximum time between attempts, in milliseconds. */
const LONGEST_WAIT = 60_000;

const LOCK = 'shala outbox';

let sending = false;
let again = false;

/** Sends waiting entries until none are left, from a single tab at a time. */
export async function send() {
  if (!whose()) return;
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
  const queue = new Queue(whose(), 'waiting');
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
    return outcomeOf(error);
  }
}

/**
 * @param {unknown} error why a batch was not sent
 * @returns {'failed' | 'signedOut' | number}
 */
function outcomeOf(error) {
  if (error instanceof SignedOut) {
    doubtAnswers(undefined);
    signalFound();
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
  countChange();
  channel.postMessage({ results });
  await hand(results);
  await tell();
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

/** Ends the pause between attempts, since a connection is likely again. */
export function hurry() {
  wake();
}

/** Retries at once, in whichever tab is sending. */
export function tryNow() {
  channel.postMessage({ wake: true });
  void send();
}
