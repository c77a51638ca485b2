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

/** The server has answered. */
export function found() {
  if (lost) channel.postMessage(false);
  set(false);
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

channel.addEventListener('message', ({ data }) => set(data));
addEventListener('offline', lose);
