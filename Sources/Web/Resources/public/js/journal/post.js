// Sends a batch of entries once. Only a genuine answer of the server counts.

import { nowBy } from '../signal/clock.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').Result} Result */

const OUTCOMES = ['accepted', 'duplicate', 'rejected', 'conflict'];

/** How long to wait for an answer, milliseconds; and the slowest line that is still one, bytes each millisecond. */
const TIMEOUT = 20_000;
const SLOWEST = 3;

/** Maximum body of a keepalive request: browsers allow 64 KiB in all. */
const KEEPALIVE_BYTES = 60_000;

/** Error for a failure worth retrying later. */
export class TryAgain extends Error {
  /** Seconds that the server asks to wait, if any. */
  seconds = 0;
  /** Whether the response came from the server itself. */
  ours = false;
  /** Whether a smaller batch may succeed: the server failed on this one, or took too long. */
  fault = false;
}

/** Error for a session that has ended. */
export class SignedOut extends Error {}

/**
 * @typedef {{ device: string, maker: string, clock?: import('../signal/clock.js').Reading }} From on which device, and by whom, entries
 * were made, and what their times are worth
 */

/**
 * @param {From} from
 * @param {Entry[]} entries
 * @param {AbortSignal} [signal] aborts the wait for an answer
 * @returns {Promise<Result[]>} results in order
 */
export async function post(from, entries, signal) {
  const response = await request(encode(from, entries), false, signal);
  if (response.status === 200) return read(response, entries);
  if (!isOurs(response)) throw new TryAgain('The answer is not the server’s.');
  // One that cannot be read must not take the others with it.
  if ([400, 413].includes(response.status) && entries.length > 1) return halves(from, entries, signal);
  if (response.status === 401) throw new SignedOut('You are signed out.');
  if (response.status === 429 || response.status >= 500) throw later(response);
  return refused(entries, await explanation(response));
}

/**
 * Sends entries while the page is being left, without waiting for the answer.
 * @param {From} from
 * @param {Entry[]} entries
 */
export function postOnLeaving(from, entries) {
  const body = encode(from, entries);
  if (body.length < KEEPALIVE_BYTES) void request(body, true).catch(() => {});
}

/** @param {From} from @param {Entry[]} entries */
function encode({ device, maker, clock }, entries) {
  const sent = new Date(nowBy(Date.parse(entries[0]?.at), clock)).toISOString();
  return new TextEncoder().encode(JSON.stringify({ device, maker, sent, entries }));
}

/**
 * @param {Uint8Array} body
 * @param {boolean} keepalive
 * @param {AbortSignal} [signal]
 */
async function request(body, keepalive, signal) {
  const timeout = new AbortController();
  let tookTooLong = false;
  const timer = setTimeout(() => {
    tookTooLong = true;
    timeout.abort();
  }, TIMEOUT + body.length / SLOWEST);
  const giveUp = () => timeout.abort();
  signal?.addEventListener('abort', giveUp);
  try {
    return await answer(body, keepalive, timeout.signal);
  } catch {
    const error = new TryAgain('There is no connection.');
    error.fault = tookTooLong;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/**
 * @param {Uint8Array} body
 * @param {boolean} keepalive
 * @param {AbortSignal} signal
 */
async function answer(body, keepalive, signal) {
  const response = await fetch('/journal', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept': 'application/json' },
    body,
    keepalive,
    redirect: 'error',
    signal,
  });
  // Reads the whole body, since a truncated answer does not count.
  return new Response(await response.blob(), { status: response.status, headers: response.headers });
}

/**
 * Whether the server itself rejects the request, and not an intermediary.
 * @param {Response} response
 */
function isOurs(response) {
  return response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
}

/** @param {Response} response */
function later(response) {
  const error = new TryAgain('Something went wrong on the server.');
  error.seconds = Number(response.headers.get('Retry-After')) || 0;
  error.ours = true;
  error.fault = response.status === 500;
  return error;
}

/**
 * Returns the results if they are the server's own: a captive portal answers 200 as well.
 * @param {Response} response
 * @param {Entry[]} entries
 * @returns {Promise<Result[]>}
 */
async function read(response, entries) {
  const answer = await response.json().catch(() => null);
  const results = answer?.results;
  const good = Array.isArray(results) && results.length === entries.length
    && results.every((result, index) => isAnswer(result, entries[index]));
  if (!good) throw new TryAgain('The answer is not the server’s.');
  return results;
}

/** @param {Result | null | undefined} result @param {Entry} entry */
function isAnswer(result, entry) {
  if (result?.id !== entry.id || !OUTCOMES.includes(result.outcome)) return false;
  const taken = result.outcome === 'accepted' || result.outcome === 'duplicate';
  return taken ? Number.isInteger(result.sequence) : Array.isArray(result.problems);
}

/**
 * @param {From} from
 * @param {Entry[]} entries
 * @param {AbortSignal} [signal]
 * @returns {Promise<Result[]>}
 */
async function halves(from, entries, signal) {
  const middle = Math.ceil(entries.length / 2);
  const first = await post(from, entries.slice(0, middle), signal);
  return [...first, ...await post(from, entries.slice(middle), signal)];
}

/**
 * @param {Entry[]} entries
 * @param {string} message
 * @returns {Result[]}
 */
export function refused(entries, message) {
  return entries.map(({ id }) => ({ id, outcome: 'refused', problems: [{ field: '', code: 'refused', message }] }));
}

/**
 * Returns the server's explanation (RFC 9457).
 * @param {Response} response
 * @returns {Promise<string>}
 */
async function explanation(response) {
  const problem = await response.json().catch(() => null);
  return problem?.detail || problem?.title || `The server answered ${response.status}.`;
}
