// Connectivity to the server, as far as this page knows.

/** @type {Set<(lost: boolean) => void>} */
const listeners = new Set();

/** Interval of checks in milliseconds. */
const LOOKED_FOR_EVERY = 15_000;

/** The first check comes sooner: it may be a single address that does not answer, and not the network. */
const LOOKED_FOR_FIRST = 2_000;

/** Channel to other tabs of this device. */
const channel = new BroadcastChannel('shala signal');

let lost = document.documentElement.dataset.offline !== undefined || !navigator.onLine;

export function isLost() {
  return lost;
}

/**
 * Callback for answers while they alone do not prove a signal: reading may work where sending fails, and the state must
 * not flip back and forth.
 * @type {(() => void) | undefined}
 */
let doubt;

/**
 * Records an answer from the server.
 * @param {boolean} [isSure] whether it was asked for just now: others may have been under way when the network went
 */
export function found(isSure = navigator.onLine) {
  if (!isSure) return;
  if (doubt) {
    doubt();
    return;
  }
  if (lost) channel.postMessage(false);
  set(false);
}

/**
 * Stops counting answers as a signal, until called without an argument.
 * @param {(() => void) | undefined} next called on answers in the meantime
 */
export function doubtAnswers(next) {
  doubt = next;
}

/** Records that the server could not be reached, or that an intermediary answered. */
export function lose() {
  if (!lost) channel.postMessage(true);
  set(true);
}

/**
 * Calls the listener when the signal is lost or found, until the abort.
 * @param {(lost: boolean) => void} listener
 * @param {AbortSignal} [abort]
 */
export function onSignal(listener, abort) {
  listeners.add(listener);
  abort?.addEventListener('abort', () => listeners.delete(listener));
}

/** @param {boolean} next */
function set(next) {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener(lost);
  lookAgain(LOOKED_FOR_FIRST);
}

let timer = 0;

/** Checks for a signal at intervals while the page is visible, since nothing else may. @param {number} [wait] milliseconds */
function lookAgain(wait = LOOKED_FOR_EVERY) {
  clearTimeout(timer);
  if (lost) timer = setTimeout(() => void look(), wait);
}

/**
 * Whether the server itself answers.
 * @param {AbortSignal} [signal] ends the wait
 */
export async function answers(signal) {
  const response = await fetch('/health', { signal }).catch(() => null);
  return response !== null && response.ok && response.headers.has('Shala-Version');
}

async function look() {
  if (!document.hidden) {
    if (await answers()) found(true);
  }
  lookAgain();
}

lookAgain();

channel.addEventListener('message', ({ data }) => {
  if (!data && doubt) doubt();
  else set(data);
});
addEventListener('offline', lose);
