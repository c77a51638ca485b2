// Token of the local network, which the feed brings while this device is on the same one as the instructor's.

import { now } from './clock.js';

/** Time for which a token is waited for, in milliseconds. */
const PATIENCE = 3_000;

/** @type {{ class: string, token: string, ends: number } | undefined} */
let latest;

/** @type {Set<() => void>} */
const waiting = new Set();

/** @param {string} data */
export function keepToken(data) {
  latest = JSON.parse(data);
  for (const go of [...waiting]) go();
}

/**
 * Returns a good token for a class as soon as there is one; undefined if none comes.
 * @param {string} id
 * @returns {Promise<string | undefined>}
 */
export async function tokenFor(id) {
  if (!isGood(id)) await next();
  return isGood(id) ? latest?.token : undefined;
}

/** @param {string} id */
function isGood(id) {
  return latest?.class === id && latest.ends > now();
}

/** @returns {Promise<void>} */
function next() {
  return new Promise(resolve => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, PATIENCE);
    waiting.add(go);
  });
}
