// Whether the server can be reached, as far as this page has found out.

/** @type {Set<(lost: boolean) => void>} */
const listeners = new Set();

/** Milliseconds. */
const LOOKED_FOR_EVERY = 15_000;

/** Other pages of this device. */
const channel = new BroadcastChannel('shala signal');

let lost = document.documentElement.dataset.offline !== undefined || !navigator.onLine;

export function isLost() {
  return lost;
}

/**
 * What is told of an answer instead, while that alone does not count: reading may work where sending fails, and one
 * must not call the other back and forth.
 * @type {(() => void) | undefined}
 */
let doubt;

/** The server has answered. */
export function found() {
  if (doubt) {
    doubt();
    return;
  }
  if (lost) channel.postMessage(false);
  set(false);
}

/**
 * From now on the signal is only found when this is taken back.
 * @param {(() => void) | undefined} next is told of answers meanwhile
 */
export function doubtAnswers(next) {
  doubt = next;
}

/** The server could not be reached, or something on the way has answered in its place. */
export function lose() {
  if (!lost) channel.postMessage(true);
  set(true);
}

/**
 * Tells when the signal is lost or found.
 * @param {(lost: boolean) => void} listener
 */
export function onSignal(listener) {
  listeners.add(listener);
}

/** @param {boolean} next */
function set(next) {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener(lost);
  lookAgain();
}

let timer = 0;

/** While the page is looked at, the signal is looked for now and then: nothing else may. */
function lookAgain() {
  clearTimeout(timer);
  if (lost) timer = setTimeout(() => void look(), LOOKED_FOR_EVERY);
}

async function look() {
  if (!document.hidden) {
    const response = await fetch('/health').catch(() => null);
    if (response?.ok && response.headers.has('Shala-Version')) found();
  }
  lookAgain();
}

lookAgain();

channel.addEventListener('message', ({ data }) => {
  if (!data && doubt) doubt();
  else set(data);
});
addEventListener('offline', lose);
