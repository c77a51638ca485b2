// Service worker: makes the app's files and every visited page available without signal.
//
// The server prepends three constants: VERSION, a digest of all files; TEXTS, the address of those of text in one; and
// BINARIES, the addresses of the others. Pages refer to the files of their version, which each response names; only pages of
// this worker's version are cached beside its files. Older pages and their files stay until every page has been fetched again.

/** How long to wait for a page if a cached copy could be shown, in milliseconds. */
const PATIENCE = 3_000;

/** The same, if the server was unreachable the last time, in milliseconds. */
const LITTLE_PATIENCE = 600;

/** The same, if the server first asks others, such as for venues nearby: theirs is not a lack of signal. */
const MUCH_PATIENCE = 12_000;

const MOST_PAGES = 300;
const MOST_PICTURES = 1_000;

const filesName = `files-${VERSION}`;
const pagesName = `pages-${VERSION}`;

let lost = false;
let moving = false;

self.addEventListener('install', event => {
  event.waitUntil(install());
});

async function install() {
  const files = await caches.open(filesName);
  try {
    await Promise.all([addTexts(files), files.addAll(BINARIES)]);
  } catch (error) {
    // Pages look again for what is not there.
    await caches.delete(filesName);
    throw error;
  }
  await self.skipWaiting();
}

/**
 * Caches all files of text from one answer: on a slow line, an answer for each takes longer than the files.
 * @param {Cache} files
 */
async function addTexts(files) {
  const response = await fetch(TEXTS);
  if (!response.ok || !isOurs(response)) throw new Error('The server has not sent the files.');
  /** @type {[string, string, string][]} */
  const texts = await response.json();
  await Promise.all(texts.map(([address, type, text]) =>
    files.put(address, new Response(text, { headers: { 'Content-Type': type } }))));
}

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim());
});

// Started by a page, which has time to wait; a worker starting up has not.
self.addEventListener('message', event => {
  if (event.data === 'move over') event.waitUntil(moveOver());
  // A page that was on its way while this worker began is nobody's yet.
  if (event.data === 'take me') event.waitUntil(self.clients.claim());
  if (event.data?.maker) event.waitUntil(enter(event.data.maker));
});

/** Fetches every page cached for an older version, then deletes versions without pages. */
async function moveOver() {
  if (moving) return;
  moving = true;
  try {
    await moveAll();
  } finally {
    moving = false;
  }
}

async function moveAll() {
  for (const name of await caches.keys()) {
    if (!name.startsWith('pages-') || name === pagesName) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      if (await renew(request.url)) await old.delete(request);
    }
    if (!(await old.keys()).length) await caches.delete(name);
  }
  const names = await caches.keys();
  const versions = names.filter(name => name.startsWith('pages-')).map(name => name.slice('pages-'.length));
  // The previous version may still be on somebody's screen.
  const files = names.filter(name => name.startsWith('files-') && name !== filesName);
  for (const name of files.slice(0, -1)) {
    if (!versions.includes(name.slice('files-'.length))) await caches.delete(name);
  }
}

/** @param {string} address */
async function renew(address) {
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    // A page that is gone or redirects by now need not be cached.
    return await keep(address, response) || isOurs(response) && (response.redirected || isGone(response));
  } catch {
    return false;
  }
}

/** Cache that is there while somebody may have signed in, and no page has told yet who. */
const DOOR = 'door';

/** @type {Promise<unknown>} */
let knocking = Promise.resolve();

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === self.location.origin && pathname === '/sign-in') {
    // The browser itself sends it, and the links that lead to it, so that the server sees from which site they come.
    knocking = caches.open(DOOR);
    event.waitUntil(knocking);
  }
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/') || pathname === '/manifest.webmanifest') event.respondWith(file(request));
  else if (pathname.startsWith('/pictures/')) event.respondWith(picture(request));
  else if (isPage(request, pathname)) event.respondWith(page(event));
  else if (pathname === '/sign-in' && asksForPage(request)) event.respondWith(door(request));
});

/**
 * Opens the door: what was kept for the one before is taken away, unless it is them who are signed in. Nobody else is to see it.
 * @param {string | undefined} maker who is signed in
 */
async function open(maker) {
  if (!await caches.has(DOOR)) return;
  const frame = await keptPage(new URL('/offline', self.location.origin).href);
  const before = frame && makerIn(await frame.text());
  if (maker === undefined || maker !== before) await forget();
  else await caches.delete(DOOR);
}

let opening = Promise.resolve();

/** Opens the door once for all who come together. @param {string | undefined} maker */
function enter(maker) {
  opening = opening.then(() => open(maker)).catch(() => {});
  return opening;
}

/** Who was signed in when a page was made. @param {string} text */
function makerIn(text) {
  return /<html[^>]* data-maker="([^"]*)"/.exec(text)?.[1];
}

/** The page for signing in, which needs a signal. @param {Request} request */
async function door(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return await stand(request) ?? nothing(request, error);
  }
}

/**
 * Returns what is shown where there is neither the server nor anything of it on the device, as after signing out.
 * @param {Request} request
 * @param {unknown} error for whom no person waits
 */
function nothing(request, error) {
  if (request.mode !== 'navigate') throw error;
  return new Response(NOTHING, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

const NOTHING = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>No signal · Shala</title>
<style>body { font: 100%/1.5 system-ui; margin: 20vh auto; max-width: 24rem; padding: 0 1.5rem } h1 { font-size: 1.5rem }</style>
<main>
<h1>No signal</h1>
<p>Shala is out of reach, and this page is not kept on this device. Please try again when there is a signal.</p>
<p><a href="">Try Again</a></p>
</main>
`;

/** What was kept for the one before is not for the next to see. */
async function forget() {
  for (const name of await caches.keys()) {
    if (!name.startsWith('files-')) await caches.delete(name);
  }
}

/** @param {Request} request @param {string} pathname */
function isPage(request, pathname) {
  if (pathname === '/sign-in' || pathname.startsWith('/sign-in/') || pathname === '/feed' || pathname.includes('/here/')) return false;
  // A link of a watch is a key.
  if (pathname.startsWith('/watch/')) return false;
  return asksForPage(request);
}

/** @param {Request} request */
function asksForPage(request) {
  return request.mode === 'navigate' || request.headers.get('Accept') === 'text/html';
}

/** @param {Request} request */
async function file(request) {
  const options = { ignoreVary: true };
  const files = await caches.open(filesName);
  return await files.match(request, options) ?? await caches.match(request, options) ?? await fetch(request);
}

/** @param {Request} request */
async function picture(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (isOurs(response) && response.ok && response.headers.get('Content-Type')?.startsWith('image/')) {
    const pictures = await caches.open('pictures');
    await put(pictures, request, response.clone(), MOST_PICTURES);
  }
  return response;
}

/** @param {FetchEvent} event */
async function page(event) {
  const { request } = event;
  await knocking;
  const isNobodys = await caches.has(DOOR);
  const kept = isNobodys ? undefined : await keptPage(request.url);
  const network = ask(event);
  // The response is cached for next time even if nobody is waiting any more.
  event.waitUntil(network.catch(() => {}));
  let timer = 0;
  const patience = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The answer takes too long.')), patienceFor(request.url));
  });
  try {
    return await Promise.race([network, patience]);
  } catch {
    lost = true;
    if (kept) return marked(kept, 'data-offline');
    const frame = isNobodys ? undefined : await stand(request);
    return frame ?? await network.catch(error => nothing(request, error));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} address */
function patienceFor(address) {
  if (lost) return LITTLE_PATIENCE;
  return new URL(address).searchParams.has('nearby') ? MUCH_PATIENCE : PATIENCE;
}

/**
 * Fetches the server's own response and caches it; any other response is an error.
 * @param {FetchEvent} event
 */
async function ask({ request }) {
  const response = await fetch(request);
  // The target is hidden from here: the browser follows the redirect.
  if (response.type === 'opaqueredirect') return response;
  if (!isOurs(response) || response.status === 503) throw new Error('The server cannot answer.');
  // Only the target matters.
  if (response.redirected) return response;
  // Reads the whole body, since a truncated response must not be cached.
  const body = await response.blob();
  const whole = () => new Response(body, { status: response.status, headers: response.headers });
  lost = false;
  if (response.ok && await caches.has(DOOR)) await enter(makerIn(await body.text()));
  if (isGone(response)) await drop(request.url);
  else await keep(request.url, whole());
  return whole();
}

/** Whether the server says that a page is not there, or not for this person. @param {Response} response */
function isGone(response) {
  return [403, 404].includes(response.status);
}

/** Removes a page, which is not to be seen any more. @param {string} address */
async function drop(address) {
  for (const name of await caches.keys()) {
    if (name.startsWith('pages-')) await (await caches.open(name)).delete(plain(address), { ignoreVary: true });
  }
}

/** Whether the response is the server's own and not an intermediary's. @param {Response} response */
function isOurs(response) {
  return response.headers.has('Shala-Version') && !(response.redirected && !response.ok);
}

/**
 * Returns a substitute for a page never visited: the frame for all pages, which the device may be able to fill.
 * @param {Request} request
 */
async function stand(request) {
  if (new URL(request.url).pathname === '/') return Response.redirect(await home());
  const frame = await keptPage(new URL('/offline', self.location.origin).href);
  return frame && marked(frame, 'data-offline data-frame', emptied);
}

/** Returns the start page: the class for instructors, the courses for others. */
async function home() {
  const pages = await caches.open(pagesName);
  const paths = (await pages.keys()).map(({ url }) => new URL(url).pathname);
  return paths.includes('/class') || !paths.includes('/courses') ? '/class' : '/courses';
}

/** @param {string} address */
async function keptPage(address) {
  address = plain(address);
  const pages = await caches.open(pagesName);
  const options = { ignoreVary: true };
  const kept = await pages.match(address, options);
  if (kept) return kept;
  for (const name of await caches.keys()) {
    if (!name.startsWith('pages-')) continue;
    const old = await (await caches.open(name)).match(address, options);
    if (old) return old;
  }
  return undefined;
}

/**
 * @param {Response} kept
 * @param {string} mark
 * @param {(text: string) => string} change
 */
async function marked(kept, mark, change = text => text) {
  const text = await kept.text();
  return new Response(change(text.replace('<html ', `<html ${mark} `)), { headers: kept.headers });
}

/**
 * Empties a page except for the note shown when it cannot be filled.
 * @param {string} text
 */
function emptied(text) {
  const words = /<template id="not-here">[^]*?<\/template>/.exec(text)?.[0] ?? '';
  return text.replace(/(<main[^>]*>)[^]*(<\/main>)/, (_, start, end) => start + words + end)
    .replace(' aria-current="page"', '').replace(/<title>[^<]*/, '<title>Shala');
}

/**
 * Caches a page, unless its address has a search or a position, which are private; resolves to whether it is cached.
 * @param {string} address
 * @param {Response} response
 */
async function keep(address, response) {
  const { searchParams } = new URL(address);
  const isPlain = !['search', 'latitude', 'longitude', 'after', 'next'].some(name => searchParams.has(name));
  const isPage = response.ok && !response.redirected && response.headers.get('Content-Type')?.startsWith('text/html');
  // A newer page refers to files not cached here; the newer worker, which the browser finds by itself, will cache it.
  const isOfThisVersion = response.headers.get('Shala-Version')?.endsWith(`+${VERSION}`);
  if (!isPlain || !isPage || !isOfThisVersion) return false;
  return put(await caches.open(pagesName), plain(address), response, MOST_PAGES);
}

/** Address without whence one came: the page is the same. @param {string} address */
function plain(address) {
  const url = new URL(address);
  url.searchParams.delete('from');
  return url.href;
}

/**
 * Caches a response; resolves to whether there was space. Without space the response is still usable.
 * @param {Cache} cache
 * @param {RequestInfo} request
 * @param {Response} response
 * @param {number} most
 */
async function put(cache, request, response, most) {
  try {
    await cache.put(request, response);
  } catch (error) {
    console.info('This could not be saved.', error);
    return false;
  }
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
  return true;
}
