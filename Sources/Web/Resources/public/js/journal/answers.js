// Screens that wait for the results of their entries.

import { isLost } from '../signal/signal.js';
import { change } from './condition.js';
import * as outbox from './outbox.js';

/** @typedef {import('./entries.js').Result} Result */

/** Time for which a screen waits for the server's answer, in milliseconds. */
const PATIENCE = 1_500;

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

/**
 * Whether an entry has been taken, or may still be.
 * @param {Result} result
 */
export function isTaken({ outcome }) {
  return ['accepted', 'duplicate', 'waiting', 'withheld'].includes(outcome);
}

/**
 * Resolves to the result of an entry: the server's answer, or "waiting" after a while.
 * @param {string} id
 * @returns {Promise<Result>}
 */
export function hear(id) {
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

/**
 * Resolves to the server's answer to an entry that waits. Whoever asks shows its problems.
 * @param {string} id
 * @returns {Promise<Result | undefined>}
 */
export function answerTo(id) {
  return new Promise(resolve => listening.set(id, resolve));
}

/** Screens stop waiting: there is no signal, so no answer comes soon. */
export function stopWaiting() {
  for (const settle of [...impatient.values()]) settle();
}

/**
 * Passes results to the screens of this page that wait for them. A screen shows the problems of its own entries.
 * @param {Result[]} results
 */
export async function hand(results) {
  const told = results.filter(({ id }) => listening.has(id));
  const bad = told.filter(result => !isTaken(result)).map(({ id }) => id);
  if (bad.length) await outbox.discard(bad);
  answer(told);
}

/**
 * Passes results to whoever waits for them.
 * @param {Result[]} results
 */
export function answer(results) {
  for (const result of results) {
    listening.get(result.id)?.(result);
    listening.delete(result.id);
  }
}
