// One batch of entries on its way to the server: sent again, with the same ids, until there is an answer that is one.

/** @typedef {import('./journal.js').Entry} Entry */
/** @typedef {import('./journal.js').Result} Result */

const OUTCOMES = ['accepted', 'duplicate', 'rejected', 'conflict'];

/** The longest wait between two tries. Milliseconds. */
const LONGEST_WAIT = 30_000;

/** How long to wait for an answer. Milliseconds. */
const TIMEOUT = 20_000;

/** Requests that outlive their page may carry 64 KiB in all; others may not. */
const KEEPALIVE_BYTES = 50_000;

/** How often a batch may meet a fault of the server's own before it is given up, not to hold up all that follow. */
const MOST_FAULTS = 4;

/** Worth another try later. */
class TryAgain extends Error {
  /** The seconds the server asks for, if it does. */
  seconds = 0;
  /** Whether the server tripped over this very batch. */
  fault = false;
}

/**
 * Sends a batch and does not give up for want of a connection.
 * @param {string} device
 * @param {Entry[]} entries
 * @param {(stuck: boolean) => void} tell whether it is stuck
 * @returns {Promise<Result[]>} one each, in order
 */
export async function post(device, entries, tell) {
  for (let failures = 0, faults = 0; ; failures += 1) {
    try {
      return await once(device, entries, false);
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error;
      if (error.fault && (faults += 1) === MOST_FAULTS) return refused(entries, error.message);
      tell(true);
      await pause(error.seconds ? error.seconds * 1000 : Math.min(LONGEST_WAIT, 1000 * 2 ** failures));
    }
  }
}

post.once = once;

/**
 * @param {string} device
 * @param {Entry[]} entries
 * @param {boolean} leaving
 * @returns {Promise<Result[]>}
 */
async function once(device, entries, leaving) {
  const body = JSON.stringify({ device, entries });
  const response = await request(body, leaving || body.length < KEEPALIVE_BYTES);
  if (response.status === 200) return read(response, entries);
  if (response.status === 413 && entries.length > 1) return halves(device, entries);
  if (response.status === 429 || response.status >= 500) throw later(response);
  return refused(entries, await explanation(response));
}

/**
 * @param {string} body
 * @param {boolean} keepalive
 */
async function request(body, keepalive) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT);
  try {
    return await fetch('/journal', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept': 'application/json' },
      body,
      keepalive,
      redirect: 'error',
      signal: timeout.signal,
    });
  } catch {
    throw new TryAgain('There is no connection.');
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response */
function later(response) {
  const error = new TryAgain('Something went wrong on the server.');
  error.seconds = Number(response.headers.get('Retry-After')) || 0;
  error.fault = response.status === 500;
  return error;
}

/**
 * The results, if they are the server's own: a captive portal answers 200 as well.
 * @param {Response} response
 * @param {Entry[]} entries
 * @returns {Promise<Result[]>}
 */
async function read(response, entries) {
  const answer = await response.json().catch(() => null);
  const results = answer?.results;
  const good = Array.isArray(results) && results.length === entries.length
    && results.every((result, index) => result?.id === entries[index].id && OUTCOMES.includes(result.outcome));
  if (!good) throw new TryAgain('The answer is not the server’s.');
  return results;
}

/**
 * @param {string} device
 * @param {Entry[]} entries
 * @returns {Promise<Result[]>}
 */
async function halves(device, entries) {
  const middle = Math.ceil(entries.length / 2);
  const first = await once(device, entries.slice(0, middle), false);
  return [...first, ...await once(device, entries.slice(middle), false)];
}

/**
 * @param {Entry[]} entries
 * @param {string} message
 * @returns {Result[]}
 */
function refused(entries, message) {
  return entries.map(({ id }) => ({ id, outcome: 'refused', problems: [{ field: '', code: 'refused', message }] }));
}

/**
 * What the server has to say about it (RFC 9457).
 * @param {Response} response
 * @returns {Promise<string>}
 */
async function explanation(response) {
  if (response.status === 401) return 'You are signed out. Sign in again, then repeat this.';
  const problem = await response.json().catch(() => null);
  return problem?.detail || problem?.title || `The server answered ${response.status}.`;
}

/**
 * Waits, but not longer than until there is a connection again.
 * @param {number} time milliseconds
 * @returns {Promise<void>}
 */
function pause(time) {
  return new Promise(resolve => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, time);
    addEventListener('online', go);
  });
}
