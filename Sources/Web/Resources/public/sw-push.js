// Push messages, which the server appends to the service worker.

self.addEventListener('push', event => {
  event.waitUntil(showMessage(event.data));
});

/**
 * Shows a message. Browsers want something to be seen of each; where a page is open and shows the same by itself, the
 * notification goes at once.
 * @param {PushMessageData | null} data
 */
async function showMessage(data) {
  const { title, text, href, tag } = read(data);
  const isTest = tag === 'test';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isSeen = !isTest && windows.some(({ visibilityState }) => visibilityState === 'visible');
  await self.registration.showNotification(title, {
    body: text, tag, data: { href: ownPath(href) }, silent: isSeen, renotify: !isSeen,
    icon: '/assets/icons/icon-192.png', badge: '/assets/icons/icon-192.png',
  });
  if (!isSeen) return;
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

/** Returns what a message says; something, even if it cannot be read. @param {PushMessageData | null} data */
function read(data) {
  let notice = {};
  try {
    notice = data?.json() ?? {};
  } catch (error) {
    console.info('A message could not be read.', error);
  }
  const text = name => typeof notice[name] === 'string' ? notice[name] : '';
  return { title: text('title') || 'Shala', text: text('text') || 'There is news.', href: text('href'), tag: text('tag') || 'shala' };
}

/** Returns the path of a page of this server; "/" for anything else. @param {string} href */
function ownPath(href) {
  if (!/^\/(?![/\\])/.test(href)) return '/';
  const { origin, pathname, search, hash } = new URL(href, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : '/';
}

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(openPage(ownPath(event.notification.data?.href ?? '/')));
});

/** Shows a page: in the window that has it, in another of the app, or in a new one. @param {string} path */
async function openPage(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  if (there) return there.focus();
  try {
    // Only windows that this worker controls can be led elsewhere.
    const [one] = windows;
    if (one && await one.navigate(path)) return await one.focus();
  } catch (error) {
    console.info('The open window cannot be used.', error);
  }
  return self.clients.openWindow(path);
}

self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renewSubscription(event));
});

/** Tells the server the new address of this browser. */
async function renewSubscription({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey ?? await serverKey();
  if (!key) return;
  const subscription = newSubscription
    ?? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const send = (method, body) => fetch('/notifications/subscription', {
    method, headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify(body),
  });
  await send('POST', subscription);
  if (oldSubscription && oldSubscription.endpoint !== subscription.endpoint) await send('DELETE', oldSubscription);
}

async function serverKey() {
  const response = await fetch('/notifications', { headers: { Accept: 'application/json' } });
  return response.ok ? (await response.json()).key : null;
}
