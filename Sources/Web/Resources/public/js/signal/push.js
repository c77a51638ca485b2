// Push subscription of this browser, which the server knows by its address.

/** How long to wait for the service worker, in milliseconds. */
const PATIENCE = 10_000;

/** Whether this browser can show notifications while the app is closed. */
export function canPush() {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Returns this browser's subscription, if any. */
export async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return await registration?.pushManager.getSubscription() ?? null;
}

/**
 * Asks for permission, which needs a press, and subscribes. Resolves to whether notifications are on.
 * @param {string} key the server's public key
 */
export async function turnOn(key) {
  if (await Notification.requestPermission() !== 'granted') return false;
  const { pushManager } = await ready();
  let found = await pushManager.getSubscription();
  // A subscription belongs to the key with which it was made.
  if (found && !isFor(found, key)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tellServer('POST', found);
  return true;
}

/** Ends this browser's subscription, also at the server. */
export async function turnOff() {
  const found = await subscription();
  if (!found) return;
  await tellServer('DELETE', found);
  await found.unsubscribe();
}

/** Ends this browser's subscription when its person leaves: the server has forgotten it with the sign-in. */
export async function forgetSubscription() {
  if (canPush()) await (await subscription())?.unsubscribe();
}

/**
 * Returns what the server hashes a subscription to: SHA-256 of its address, in hexadecimal.
 * @param {PushSubscription} found
 */
export async function hashOf({ endpoint }) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {PushSubscription} found @param {string} key */
function isFor(found, key) {
  const bytes = new Uint8Array(found.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

/** @returns {Promise<ServiceWorkerRegistration>} */
function ready() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The service worker is not ready.')), PATIENCE);
    navigator.serviceWorker.ready.then(resolve, reject);
  });
}

/** @param {'POST' | 'DELETE'} method @param {PushSubscription} found */
async function tellServer(method, found) {
  const response = await fetch('/notifications/subscription', {
    method, headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify(found),
  });
  if (!response.ok || !response.headers.has('Shala-Version')) throw new Error('The server did not take the subscription.');
}
