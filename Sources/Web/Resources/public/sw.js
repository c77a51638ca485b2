// The service worker: the app's files, and every page a person has visited, are there without signal.
//
// The server puts two constants before this: VERSION, a digest of all files, and FILES, their addresses. Files and
// pages of one version are kept together, since a page names the files of its own version; so that nothing old is mixed
// with anything new, both stay until every page has been fetched anew.

/** Pages are waited for so long, in milliseconds, while one that was kept could be shown. */
const PATIENCE = 3_000;

/** The same, when the server could not be reached the last time. */
const LITTLE_PATIENCE = 600;

const MOST_PAGES = 300;
const MOST_PICTURES = 1_000;

const filesName = `files-${VERSION}`;
const pagesName = `pages-${VERSION}`;

let lost = false;

self.addEventListener('install', event => {
  event.waitUntil(install());
});

async function install() {
  const files = await caches.open(filesName);
  await files.addAll(FILES);
  await self.skipWaiting();
}

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim());
});

// A page has the time for it; while this wakes up, nobody has.
self.addEventListener('message', event => {
  if (event.data === 'move over') event.waitUntil(moveOver());
});

/** Fetches each page kept for an older version anew, and lets go of versions of which no page is left. */
async function moveOver() {
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
  // The one before this may still be on somebody's screen.
  const files = names.filter(name => name.startsWith('files-') && name !== filesName);
  for (const name of files.slice(0, -1)) {
    if (!versions.includes(name.slice('files-'.length))) await caches.delete(name);
  }
}

/** @param {string} address */
async function renew(address) {
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    await keep(address, response);
    return response.status !== 503;
  } catch {
    return false;
  }
}

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/') || pathname === '/manifest.webmanifest') event.respondWith(file(request));
  else if (pathname.startsWith('/pictures/')) event.respondWith(picture(request));
  else if (isPage(request, pathname)) event.respondWith(page(event));
});

/** @param {Request} request @param {string} pathname */
function isPage(request, pathname) {
  if (pathname.startsWith('/sign-in') || pathname === '/feed') return false;
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
  if (response.ok) {
    const pictures = await caches.open('pictures');
    await put(pictures, request, response.clone(), MOST_PICTURES);
  }
  return response;
}

/** @param {FetchEvent} event */
async function page(event) {
  const { request } = event;
  const kept = await keptPage(request.url);
  const network = ask(event);
  // Though nobody may wait for it any more, the answer is kept for the next time.
  event.waitUntil(network.catch(() => {}));
  if (!kept) return network.catch(error => stand(request, error));
  let timer = 0;
  const patience = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The answer takes too long.')), lost ? LITTLE_PATIENCE : PATIENCE);
  });
  try {
    return await Promise.race([network, patience]);
  } catch {
    lost = true;
    return marked(kept, 'data-offline');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The server's own answer, which is kept for later; whatever else answers is none.
 * @param {FetchEvent} event
 */
async function ask({ request }) {
  const response = await fetch(request);
  // Where it leads cannot be seen from here: the browser follows it.
  if (response.type === 'opaqueredirect') return response;
  if (!response.headers.has('Shala-Version') || response.status === 503) throw new Error('The server cannot answer.');
  lost = false;
  await keep(request.url, response.clone());
  return response;
}

/**
 * What to show of a page that was never visited: the frame around all pages, which the device may be able to fill.
 * @param {Request} request
 * @param {unknown} error
 */
async function stand(request, error) {
  lost = true;
  if (new URL(request.url).pathname === '/') return Response.redirect(await home());
  const frame = await keptPage(new URL('/offline', self.location.origin).href);
  if (frame) return marked(frame, 'data-offline data-frame', emptied);
  throw error;
}

/** Where the first page leads: to the class for instructors, to themselves for others. */
async function home() {
  const pages = await caches.open(pagesName);
  const paths = (await pages.keys()).map(({ url }) => new URL(url).pathname);
  return paths.includes('/class') ? '/class' : paths.find(path => path.startsWith('/people/')) ?? '/class';
}

/** @param {string} address */
async function keptPage(address) {
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
 * A page without what is on it, but for the words for when nothing can be put there.
 * @param {string} text
 */
function emptied(text) {
  const words = /<template id="not-here">[^]*?<\/template>/.exec(text)?.[0] ?? '';
  return text.replace(/(<main[^>]*>)[^]*(<\/main>)/, (_, start, end) => start + words + end)
    .replace(' aria-current="page"', '').replace(/<title>[^<]*/, '<title>Shala');
}

/**
 * Keeps a page, unless it was asked for with words or a place, which are nobody else's business.
 * @param {string} address
 * @param {Response} response
 */
async function keep(address, response) {
  const { searchParams } = new URL(address);
  const isPlain = !['search', 'latitude', 'longitude', 'after', 'next'].some(name => searchParams.has(name));
  const isPage = response.ok && !response.redirected
    && response.headers.get('Content-Type')?.startsWith('text/html') && response.headers.has('Shala-Version');
  if (isPlain && isPage) await put(await caches.open(pagesName), address, response, MOST_PAGES);
}

/**
 * Where there is no room left, the answer is as good without being kept.
 * @param {Cache} cache
 * @param {RequestInfo} request
 * @param {Response} response
 * @param {number} most
 */
async function put(cache, request, response, most) {
  await cache.delete(request, { ignoreVary: true });
  try {
    await cache.put(request, response);
  } catch (error) {
    console.info('This could not be kept.', error);
    return;
  }
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
}
