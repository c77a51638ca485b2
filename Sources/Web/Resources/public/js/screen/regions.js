// HTML over the wire: fetches the server's page again and morphs the page on the screen into it. Lists are rendered in
// no other way.

import { learn } from '../signal/clock.js';
import { isBehind, onCondition, onNeighbour, onRecord, revision } from '../journal/condition.js';
import { whose } from '../journal/maker.js';
import { sayWhen } from './as-it-was.js';
import { areChanged } from './control.js';
import { element } from './element.js';
import { morph } from './morph.js';
import { showPressed } from './pressed.js';
import { parsePage } from './rows.js';
import { found, isLost, lose, onSignal } from '../signal/signal.js';

/**
 * Addresses of regions that do not come from the page's own address.
 * @type {WeakMap<Element, string>}
 */
const sources = new WeakMap();

/** @type {Promise<void> | undefined} */
let running;
let again = false;
let isLeaving = false;

/** How long a page that the browser leaves is not refreshed: it may not be its person's any more. Milliseconds. */
const WAY = 5_000;

/** When the browser last began to go elsewhere: a page, or a download that leaves the page as it is. */
let goingSince = -Infinity;
addEventListener('beforeunload', () => { goingSince = Date.now(); });
addEventListener('pageshow', () => { goingSince = -Infinity; });

/** Path of the page that is on the screen. */
let shown = location.pathname;

/** Notes that the page of the present address is on the screen. */
export function noteShown() {
  shown = location.pathname;
}

/** Marks the page as being left for good, so that nothing else navigates away. */
export function leave() {
  isLeaving = true;
}

/**
 * Sets the address from which a region is fetched from now on.
 * @param {Element} region
 * @param {string} address
 */
export function setSource(region, address) {
  sources.set(region, address);
}

/**
 * Refreshes the page and all open sheets. Calls during a refresh cause a single further refresh.
 * @returns {Promise<void>}
 */
export function refresh() {
  if (running) {
    again = true;
    return running;
  }
  running = run().finally(() => { running = undefined; });
  return running;
}

/** How long is waited for what is being fetched, in milliseconds. */
const PATIENCE = 2_000;

/** Resolves once what is being fetched is shown, or after a while. */
export async function shownPage() {
  await Promise.race([running, new Promise(resolve => setTimeout(resolve, PATIENCE))]);
}

async function run() {
  do {
    again = false;
    const going = goingSince + WAY - Date.now();
    if (going > 0) {
      setTimeout(() => void refresh(), going);
      return;
    }
    await Promise.all(topRegions().map(region => refreshRegion(region).catch(lost)));
  } while (again);
}

/** Returns regions that are not inside another region from the same page, with which they would be refreshed. */
function topRegions() {
  // Skipped: responses to forms, such as a code shown once, which have no address; and content that only the device
  // knows or that somebody is filling in, which is not on the server's page.
  return [...document.querySelectorAll('[data-region]')].filter(region => {
    const outer = region.parentElement?.closest('[data-region]');
    return !isStill(region) && (!outer || isStill(outer) || addressOf(region) !== addressOf(outer));
  });
}

/** @param {Element} region */
function isStill(region) {
  return region.querySelector('[data-still]') !== null;
}

/**
 * Returns the address of a region: its own, an enclosing region's, or the page's.
 * @param {Element} region
 * @returns {string}
 */
function addressOf(region) {
  const outer = region.parentElement?.closest('[data-region]');
  return sources.get(region) ?? (outer ? addressOf(outer) : location.href);
}

/**
 * Leaves the page as it is without a connection; the feed reports when the connection is back.
 * @param {unknown} error
 */
function lost(error) {
  console.info('The page could not be brought up to date.', error);
}

/**
 * Refreshes a single region.
 * @param {Element} region
 * @param {() => void} [arrived] called just before it is shown
 */
export async function refreshRegion(region, arrived) {
  const address = addressOf(region);
  const asked = revision();
  const wasStill = isStill(region);
  const found = await askFor(region, address);
  // In the meantime the region may have another address, or newer changes than this page reflects.
  if (!found || !region.isConnected || addressOf(region) !== address) return;
  if (isStill(region) && !wasStill) {
    // What has come since, such as the result of an import, is not on this page: only what is around it is refreshed.
    again = true;
    return;
  }
  if (revision() !== asked) {
    await refreshRegion(region, arrived);
    return;
  }
  arrived?.();
  showFetched(found.page, region, found.fresh);
}

/**
 * Fetches what a region shows; undefined if what is shown is better.
 * @param {Element} region
 * @param {string} address
 * @returns {Promise<{ page: Document, fresh: Element } | undefined>}
 */
async function askFor(region, address) {
  const parts = partsOf(region);
  const page = await fetchPage(address, parts > 1 ? undefined : region);
  // In the meantime the list has gone on.
  if (partsOf(region) !== parts) return askFor(region, address);
  // What is on the screen is better than the note that it is not on this device.
  if (page && isFrame(page) && !isFrame(document) && location.pathname === shown) return undefined;
  const fresh = page && find(page, region);
  if (!fresh) return undefined;
  if (region.id === 'main' && early?.address === address && !isBehind()) {
    // It may lack what is shown already.
    early.isDue = true;
    return undefined;
  }
  await fill(fresh, parts);
  return { page, fresh };
}

/**
 * Shows what was fetched; of a whole page, its tab and title, and the list beside it.
 * @param {Document} page
 * @param {Element} region
 * @param {Element} fresh
 */
function showFetched(page, region, fresh) {
  const isWhole = region.id === 'main';
  if (isWhole) document.title = page.title;
  show(region, fresh);
  if (!isWhole) return;
  if (early?.address !== addressOf(region)) early = undefined;
  noteShown();
  const { sequence, tab, list } = page.documentElement.dataset;
  if (sequence !== undefined) document.documentElement.dataset.sequence = sequence;
  markTab(tab);
  if (list) showList(list);
}

/**
 * What the page of an address shows that the server has not answered yet: how many records, and whether the server's page is due.
 * @type {{ address: string, records: number, isDue: boolean } | undefined}
 */
let early;

/** How long it may take the device to make and show the page, milliseconds: on a slow one, the next press would have to wait. */
const MOMENT = 80;

/** Address of the page that took longer the last time, and of the one that did twice: at first, none of its rows is known. */
let late = '';
let slow = '';

/**
 * Shows what was just recorded at once, as the device's own page has it, until the server answers.
 * @param {Promise<boolean>} answered whether it was taken
 */
async function showEarly(answered) {
  const address = location.href;
  const isShown = !isBehind() && !isLost() && await showOwnPage(address).catch(lost);
  if (!isShown) return;
  if (early?.address !== address) early = { address, records: 0, isDue: false };
  const shown = early;
  shown.records += 1;
  const isTaken = await answered.catch(() => false);
  shown.records -= 1;
  shown.isDue ||= !isTaken;
  if (shown.records) return;
  if (early === shown) early = undefined;
  if (shown.isDue && location.href === address) void refresh();
}

/**
 * Resolves to whether the page on the screen is now the device's, which lacks nothing of the server's. An event `early` tells
 * dialogs of the page before to close.
 * @param {string} address
 */
async function showOwnPage(address) {
  const main = document.getElementById('main');
  const [kept, asked] = [sequenceOf(document), revision()];
  if (!main || slow === address || !takesOwnPage(main)) return false;
  const page = await makePage(address, kept, true, main);
  const fresh = page && find(page, main);
  // In the meantime the page may be another, or newer.
  const isSame = main.isConnected && location.href === address && sequenceOf(document) === kept && revision() === asked;
  if (!fresh || !isSame || !takesOwnPage(main)) return false;
  const begun = performance.now();
  document.title = page.title;
  dispatchEvent(new Event('early'));
  show(main, fresh);
  const isLate = performance.now() - begun + Number(page.documentElement.dataset.took) > MOMENT;
  if (isLate && late === address) slow = address;
  late = isLate ? address : '';
  return true;
}

/**
 * Morphs a region. What takes the place of a button that had the focus has it then.
 * @param {Element} region
 * @param {Element} fresh
 */
function show(region, fresh) {
  const [focused, place] = [document.activeElement, document.activeElement?.parentElement];
  showPressed(fresh);
  morph(region, fresh);
  if (!(focused instanceof HTMLButtonElement) || focused.isConnected || document.activeElement !== document.body) return;
  if (place?.isConnected) place.querySelector('button')?.focus({ preventScroll: true });
}

/**
 * Whether a region may show a page of the device's while there is a signal: not one of several parts, and what was typed on it
 * stays, should it not be taken.
 * @param {HTMLElement} main
 */
function takesOwnPage(main) {
  if (isStill(main) || isFrame(document) || partsOf(main) > 1 || sources.has(main)) return false;
  return !areChanged(main.querySelectorAll('input, select, textarea'));
}

/**
 * Fetches a page as a document: the server's, or the device's own while the server is unreachable or behind. Undefined
 * if it cannot be shown here.
 * @param {string} address
 * @param {Element} [region] that is to show it as a whole
 * @returns {Promise<Document | undefined>}
 */
export async function fetchPage(address, region) {
  if (isBehind()) {
    const page = await makePage(address, sequenceOf(document), true, region) ?? await makePage(address, undefined, false, region);
    if (page) return page;
  }
  try {
    const page = await askForPage(address, region);
    if (page?.documentElement.dataset.offline === undefined) {
      found();
      if (page) reloadForAnother(page);
      return page;
    }
    lose();
    const made = await makePage(address, isFrame(page) ? -1 : sequenceOf(page), false, region);
    if (!made) sayWhatIsKept(page);
    return made ?? page;
  } catch (error) {
    lose();
    const page = await makePage(address, sequenceOf(document), false, region);
    if (page) return page;
    throw error;
  }
}

/**
 * Reloads if somebody else has signed in meanwhile, in another tab.
 * @param {Document} page
 */
function reloadForAnother({ documentElement: { dataset: { maker } } }) {
  // A page that is on its way elsewhere is not called back.
  const isGoing = Date.now() - goingSince < WAY;
  if (maker !== undefined && maker !== whose() && !isGoing) location.reload();
}

/**
 * Makes the page on the device, if possible.
 * @param {string} address
 * @param {number} [kept] as of which entry the page is that was last fetched
 * @param {boolean} [isWhole] whether it is to lack nothing of that page
 * @param {Element} [region] that is to show it as a whole
 * @returns {Promise<Document | undefined>}
 */
async function makePage(address, kept, isWhole, region) {
  try {
    const { devicePage } = await import('../device/book.js');
    return await devicePage(address, kept, isWhole, region);
  } catch (error) {
    console.info('The page could not be made on this device.', error);
    return undefined;
  }
}

/**
 * As of which entry a page is.
 * @param {Document} page
 */
function sequenceOf({ documentElement: { dataset } }) {
  return Number(dataset.sequence ?? -1);
}

/**
 * Whether a page is the frame for all pages that were never fetched.
 * @param {Document} page
 */
function isFrame({ documentElement: { dataset } }) {
  return dataset.frame !== undefined;
}

/**
 * Says of a page that the device cannot make when it was fetched; in the frame, that it is not on this device.
 * @param {Document} page
 */
function sayWhatIsKept(page) {
  if (!isFrame(page)) return sayWhen(page);
  const words = page.getElementById('not-here');
  if (words instanceof HTMLTemplateElement) page.getElementById('main')?.replaceChildren(words.content);
}

/**
 * Refreshes the page whenever the signal is lost or found or waiting entries have been sent, and at once if the page is
 * not the server's latest.
 */
export function settle() {
  let wasBehind = isBehind();
  onCondition(({ behind }) => {
    if (behind !== wasBehind) void refresh();
    wasBehind = behind;
  });
  onNeighbour(() => void refresh());
  onRecord(answered => void showEarly(answered));
  onSignal(() => void refresh());
  markTab();
  if (!isLost()) return;
  void refresh();
  void renewForm();
}

/** Makes a form anew that was kept, unless somebody is writing in it: the device may know more than the page then did. */
async function renewForm() {
  const main = document.getElementById('main');
  if (!main || isFrame(document) || !isStill(main)) return;
  const page = await makePage(location.href, sequenceOf(document));
  const fresh = page && find(page, main);
  if (fresh && main.isConnected && !main.contains(document.activeElement)) main.replaceChildren(...fresh.childNodes);
}

/**
 * Highlights the current tab, which the frame for all pages cannot know: that of the list to which the way back leads, unless
 * the page says which.
 * @param {string} [tab]
 */
function markTab(tab) {
  if (!isFrame(document)) return;
  const tabs = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.tab'))];
  const ways = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#main a.back'))];
  const path = tab || (ways[0]?.pathname ?? location.pathname);
  const leads = (/** @type {string} */ start) => start && path.startsWith(start);
  const current = tabs.find(({ pathname }) => pathname === location.pathname)
    ?? tabs.find(({ pathname, dataset: { below = '' } }) => leads(pathname) || below.split(' ').some(leads));
  for (const tab of tabs) {
    if (tab === current) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
}

/**
 * Puts a list beside its entry, which the frame for all pages cannot know.
 * @param {string} list address
 */
function showList(list) {
  if (!isFrame(document) || document.querySelector('.beside')) return;
  const tab = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('a.tab')]).find(({ pathname }) => pathname === list);
  const aside = element('aside', { class: 'beside', 'aria-label': tab?.textContent?.trim() ?? '', 'data-behaviour': 'beside', 'data-list-address': list });
  document.querySelector('.sign-place')?.before(aside);
}

/**
 * @param {string} address
 * @param {Element} [region]
 * @returns {Promise<Document | undefined>}
 */
async function askForPage(address, region) {
  const asked = Date.now();
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  const answered = Date.now();
  if (isLeaving) return undefined;
  if (new URL(response.url).pathname === '/sign-in' && location.pathname !== '/sign-in') {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
    return undefined;
  }
  // Another page has taken the place of this one: what is being typed here is not meant for it.
  if (response.redirected && address === location.href && new URL(response.url).pathname !== location.pathname) {
    dispatchEvent(new Event('replaced'));
    location.replace(response.url);
    return undefined;
  }
  if (response.status >= 500 || response.status === 429 || !response.headers.has('Shala-Version')) {
    throw new Error(`The server answered ${response.status}.`);
  }
  const page = parsePage(await response.text(), region);
  page.documentElement.dataset.fetched = response.headers.get('Date') ?? '';
  learn(page, asked, answered);
  return page;
}

/** @param {Document} page @param {Element} region */
function find(page, region) {
  return page.querySelector(`[data-region="${CSS.escape(region.getAttribute('data-region') ?? '')}"]`);
}

/**
 * Returns how many pages of a long list the user has loaded.
 * @param {Element} region
 */
function partsOf(region) {
  const list = /** @type {HTMLElement | null} */ (region.querySelector('[data-parts]'));
  return Number(list?.dataset.parts ?? 1);
}

/**
 * Adds the further pages of a long list that were on the screen before.
 * @param {Element} fresh
 * @param {number} parts
 */
async function fill(fresh, parts) {
  for (let part = 1; part < parts; part += 1) {
    const more = fresh.querySelector('[data-behaviour~="more"]');
    if (!(more instanceof HTMLAnchorElement) || !await addPart(fresh, more)) return;
  }
}

/**
 * Appends the next page of a list; resolves to whether it arrived.
 * @param {Element} region the list's region, on the screen or not
 * @param {HTMLAnchorElement} more link to the next page
 */
export async function addPart(region, more) {
  const page = await fetchPage(more.getAttribute('href') ?? '');
  const fresh = page && find(page, region.closest('[data-region]') ?? region);
  if (!fresh) return false;
  const list = region.querySelector('[data-list]');
  const nextList = fresh.querySelector('[data-list]');
  if (!(list instanceof HTMLElement) || !nextList) return false;
  showPressed(fresh);
  append(list, nextList);
  // Of a search, the first part does not know how many there are.
  const [total, newTotal] = [region, fresh].map(one => one.querySelector('[data-total]'));
  if (total && newTotal) total.textContent = newTotal.textContent;
  list.dataset.parts = String(Number(list.dataset.parts ?? 1) + 1);
  const next = fresh.querySelector('[data-behaviour~="more"]');
  if (next) more.setAttribute('href', next.getAttribute('href') ?? '');
  else more.remove();
  return true;
}

/**
 * Appends the children of a list to another; a group split between them continues.
 * @param {Element} list
 * @param {Element} next
 */
function append(list, next) {
  for (const child of [...next.children]) {
    const key = child.getAttribute('data-key');
    const same = key && [...list.children].find(one => one.getAttribute('data-key') === key);
    const inner = same && same.querySelector('[data-list]');
    const nextInner = child.querySelector('[data-list]');
    if (inner && nextInner) append(inner, nextInner);
    else if (!same) list.append(document.adoptNode(child));
  }
}
