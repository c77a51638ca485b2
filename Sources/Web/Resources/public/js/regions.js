// HTML over the wire: the server's page is fetched again, and the page on the screen is made like it, as gently
// as possible. There is no second way of drawing a list.

import { learn } from './clock.js';
import { isBehind, onCondition, onNeighbour, revision, whose } from './journal.js';
import { morph } from './morph.js';
import { found, isLost, lose, onSignal } from './signal.js';

/**
 * Where a region's HTML comes from, if not from the page's own address.
 * @type {WeakMap<Element, string>}
 */
const sources = new WeakMap();

/** @type {Promise<void> | undefined} */
let running;
let again = false;
let isLeaving = false;

/** The page is about to go for good: nothing is to take it elsewhere. */
export function leave() {
  isLeaving = true;
}

/**
 * Says where a region is to be fetched from, from now on.
 * @param {Element} region
 * @param {string} address
 */
export function setSource(region, address) {
  sources.set(region, address);
}

/**
 * Brings the whole page up to date, and every sheet that is open. Calls that come while it runs become one more run.
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

async function run() {
  do {
    again = false;
    await Promise.all(topRegions().map(region => refreshRegion(region).catch(lost)));
  } while (again);
}

/** Regions within one that comes from the same page come along with it. */
function topRegions() {
  // What was answered to a form, such as a code shown once, has no address to be fetched from again; and what only
  // the device knows, or somebody is filling in, is not on the server's page.
  const isStill = (/** @type {Element} */ region) => region.querySelector('[data-still]') !== null;
  return [...document.querySelectorAll('[data-region]')].filter(region => {
    const outer = region.parentElement?.closest('[data-region]');
    return !isStill(region) && (!outer || isStill(outer) || addressOf(region) !== addressOf(outer));
  });
}

/**
 * Where a region's HTML comes from: said for it, or for one around it, or the page's own address.
 * @param {Element} region
 * @returns {string}
 */
function addressOf(region) {
  const outer = region.parentElement?.closest('[data-region]');
  return sources.get(region) ?? (outer ? addressOf(outer) : location.href);
}

/**
 * Without a connection the page stays as it was; the feed tells when there is one again.
 * @param {unknown} error
 */
function lost(error) {
  console.info('The page could not be brought up to date.', error);
}

/**
 * Makes one region like the server's.
 * @param {Element} region
 */
export async function refreshRegion(region) {
  const address = addressOf(region);
  const asked = revision();
  const page = await fetchPage(address);
  const fresh = page && find(page, region);
  if (!fresh) return;
  await fill(fresh, partsOf(region));
  // Meanwhile something else may be wanted, or more may have happened than this page knows of.
  if (!region.isConnected || addressOf(region) !== address) return;
  if (revision() !== asked) {
    await refreshRegion(region);
    return;
  }
  if (region.id === 'main') document.title = page.title;
  morph(region, fresh);
}

/**
 * A page as a document: the server's, or the device's own while the server cannot be reached or lags behind. None if it
 * cannot be shown here.
 * @param {string} address
 * @returns {Promise<Document | undefined>}
 */
export async function fetchPage(address) {
  if (isBehind()) {
    const page = await makePage(address);
    if (page) return page;
  }
  try {
    const page = await askForPage(address);
    if (page?.documentElement.dataset.offline === undefined) {
      found();
      if (page) reloadForAnother(page);
      return page;
    }
    lose();
    return await makePage(address) ?? (page.documentElement.dataset.frame === undefined ? page : emptyFrame(page));
  } catch (error) {
    lose();
    const page = await makePage(address);
    if (page) return page;
    throw error;
  }
}

/**
 * Somebody else may have signed in meanwhile, in another tab: this one then begins anew as theirs.
 * @param {Document} page
 */
function reloadForAnother({ documentElement: { dataset: { maker } } }) {
  if (maker !== undefined && maker !== whose()) location.reload();
}

/**
 * The page as this device can make it, if it can.
 * @param {string} address
 * @returns {Promise<Document | undefined>}
 */
async function makePage(address) {
  try {
    const { devicePage } = await import('./device/pages.js');
    return await devicePage(address);
  } catch (error) {
    console.info('The page could not be made on this device.', error);
    return undefined;
  }
}

/**
 * The frame around all pages, saying that this one is not on this device.
 * @param {Document} frame
 */
function emptyFrame(frame) {
  const words = frame.getElementById('not-here');
  if (words instanceof HTMLTemplateElement) frame.getElementById('main')?.replaceChildren(words.content);
  return frame;
}

/**
 * Brings the page up to date whenever signal is lost or found, or what waited has been sent; at once, if it is not the
 * server's latest word.
 */
export function settle() {
  let wasBehind = isBehind();
  onCondition(({ behind }) => {
    if (behind !== wasBehind) void refresh();
    wasBehind = behind;
  });
  onNeighbour(() => void refresh());
  onSignal(() => void refresh());
  if (document.documentElement.dataset.frame !== undefined) markTab();
  if (isLost()) void refresh();
}

/** The frame around all pages does not know which it stands for. */
function markTab() {
  const here = (/** @type {string} */ start) => start && location.pathname.startsWith(start);
  const tabs = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.tab'));
  const tab = [...tabs].find(({ pathname, dataset: { below = '' } }) => here(pathname) || below.split(' ').some(here));
  tab?.setAttribute('aria-current', 'page');
}

/**
 * @param {string} address
 * @returns {Promise<Document | undefined>}
 */
async function askForPage(address) {
  const asked = Date.now();
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  const answered = Date.now();
  if (isLeaving) return undefined;
  if (new URL(response.url).pathname === '/sign-in' && location.pathname !== '/sign-in') {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
    return undefined;
  }
  if (response.status >= 500 || response.status === 429 || !response.headers.has('Shala-Version')) {
    throw new Error(`The server answered ${response.status}.`);
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  learn(page, asked, answered);
  return page;
}

/** @param {Document} page @param {Element} region */
function find(page, region) {
  return page.querySelector(`[data-region="${CSS.escape(region.getAttribute('data-region') ?? '')}"]`);
}

/**
 * How many parts of a long list the person has asked for.
 * @param {Element} region
 */
function partsOf(region) {
  const list = /** @type {HTMLElement | null} */ (region.querySelector('[data-parts]'));
  return Number(list?.dataset.parts ?? 1);
}

/**
 * Adds the further parts of a long list that were on the screen already.
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
 * Puts the next part of a list under what is there; tells whether it came.
 * @param {Element} region the list's region, on the screen or not
 * @param {HTMLAnchorElement} more the link to the next part
 */
export async function addPart(region, more) {
  const page = await fetchPage(more.getAttribute('href') ?? '');
  const fresh = page && find(page, region.closest('[data-region]') ?? region);
  if (!fresh) return false;
  const list = region.querySelector('[data-list]');
  const nextList = fresh.querySelector('[data-list]');
  if (!(list instanceof HTMLElement) || !nextList) return false;
  append(list, nextList);
  list.dataset.parts = String(Number(list.dataset.parts ?? 1) + 1);
  const next = fresh.querySelector('[data-behaviour~="more"]');
  if (next) more.setAttribute('href', next.getAttribute('href') ?? '');
  else more.remove();
  return true;
}

/**
 * Adds children of one list to another; a group that goes on goes on in the same group.
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
