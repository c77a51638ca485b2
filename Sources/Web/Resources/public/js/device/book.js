// Device's book: the copy that a device took along, with its own later entries, of which the module makes the server's pages.
// The module keeps both; a page costs no reading of the copy.

import { whose } from '../journal/maker.js';
import * as outbox from '../journal/outbox.js';
import { startedHere } from '../journal/started-here.js';
import { now } from '../signal/clock.js';
import { isLost } from '../signal/signal.js';
import { parsePage } from '../screen/rows.js';
import { ownZone } from '../screen/zone.js';
import { FORM, keep, taken, version } from './copy.js';
import { host } from './host.js';
import { answerBy, call, encode, encodeTree, loadModule } from './module.js';

/**
 * @typedef {import('./copy.js').Copy} Copy
 * @typedef {import('./copy.js').Version} Version
 *
 * @typedef {{ title: string, tab: string, list: string, html: string, took: number }} DevicePage with the address of its tab, "" for
 * its own, and that of the list beside it, "" for none; and how long nothing else could go on, milliseconds
 */

/** Maximum number of people copied. */
const MOST_PEOPLE = 10_000;

/** Age at which all is fetched anew, in milliseconds: classes come to be near by the time that passes, of which no entry tells. */
const DAY = 86_400_000;

answerBy(host);

/** Which copy the module has: of which beginning of the module, whose, and as of which entry. */
let held = '';

/**
 * Entries that the module has applied to that copy, by id.
 * @type {string[]}
 */
let followed = [];

/** Which beginning of the module has the templates. */
let furnished = 0;

/**
 * @typedef {{ sequence: number, upTo: number }} Place as of which entry the copy is, and up to which the book lacks none: this
 * device's own may come right after
 */

/**
 * Brings the module's book up to date with the copy and every waiting entry; resolves to its place, undefined if there is no copy.
 * @returns {Promise<Place | undefined>}
 */
async function bringUpToDate() {
  const maker = whose();
  const there = await version();
  if (!there) return undefined;
  const copy = held === nameOf(await loadModule(), there.sequence) ? undefined : await taken();
  const { sequence } = copy ?? there;
  const { sent, waiting } = await outbox.after(maker, sequence);
  const templates = await loadTemplates();
  const beginning = await loadModule();
  const wanted = nameOf(beginning, sequence);
  // Nothing waits from here on, so that no other call comes between.
  if (held !== wanted) {
    // Another call took up another copy meanwhile.
    if (!copy) return bringUpToDate();
    begin(copy, templates, beginning);
    held = wanted;
  }
  follow([...sent, ...waiting].map(({ entry }) => entry));
  return { sequence, upTo: sent.reduce((last, one) => one.sequence === last + 1 && isApplied(one.entry) ? one.sequence : last, sequence) };
}

/** @param {number} beginning of the module @param {number} sequence as of which entry a copy is */
function nameOf(beginning, sequence) {
  return `${beginning} ${whose()} ${sequence}`;
}

/** What the module does to its book as the server to its own, but for what is shown as waiting until the server has it. */
const APPLIED = /^(class|venue|course|training|studentType|reconfirmation)\.|^attendance\.(opened|closed|marked|cleared|withdrawn)$|^enrolment\.(accepted|declined|reopened)$|^question\.(voted|answered|reopened|hidden|shown)$|^person\.(added|edited|numbered|activated|deactivated|removed|restored)$/;

/** @param {import('../journal/entries.js').Entry} entry */
function isApplied({ kind }) {
  return APPLIED.test(kind);
}

/** @param {Copy} copy @param {Record<string, string>} templates @param {number} beginning */
function begin(copy, templates, beginning) {
  if (furnished !== beginning) {
    const [problem] = call('templates', encode(Object.entries(templates).flat()));
    if (problem) throw new Error(String(problem));
    furnished = beginning;
  }
  call('take', encodeTree([copy]));
  followed = [];
}

/**
 * Applies the entries that the copy does not have: only new ones, if those applied before still come first.
 * @param {import('../journal/entries.js').Entry[]} entries
 */
function follow(entries) {
  const ids = entries.map(({ id }) => id);
  const goesOn = followed.every((id, index) => id === ids[index]);
  if (goesOn && ids.length === followed.length) return;
  call('follow', encodeTree([!goesOn, goesOn ? entries.slice(followed.length) : entries]));
  followed = ids;
}

/**
 * Returns the problems that each of the entries that come next has in the device's book; none if the page on the screen knows
 * more than that book.
 * @param {import('../journal/entries.js').Entry[]} entries
 */
export async function refusals(entries) {
  /** @type {import('../journal/entries.js').FieldProblem[][]} */
  const found = entries.map(() => []);
  const place = await bringUpToDate();
  if (!place || place.sequence < Number(document.documentElement.dataset.sequence ?? -1)) return found;
  const told = call('refuse', encodeTree([entries]));
  for (let start = 0; start < told.length; start += 4) {
    const [place, field, code, message] = told.slice(start, start + 4);
    found[Number(place)].push({ field: String(field), code: String(code), message: String(message) });
  }
  return found;
}

/**
 * Returns the page of an address; undefined if this device cannot make it.
 * @param {string} address
 * @param {number} kept as of which entry the page is that was last fetched
 * @param {boolean} [isWhole] whether it is to lack nothing of that page
 * @returns {Promise<DevicePage | undefined>}
 */
export async function pageOf(address, kept = Infinity, isWhole = false) {
  const { pathname, searchParams } = new URL(address, location.href);
  const place = await bringUpToDate();
  if (!place || isWhole && place.upTo < kept) return undefined;
  const begun = performance.now();
  const query = Object.fromEntries([...searchParams].map(([name, value]) => [name, POSITION.includes(name) ? Number(value || NaN) : value]));
  if (pathname === '/class') query.class ??= startedHere() ?? '';
  const isLatest = isWhole || place.sequence >= kept;
  const [title, tab, list, html] = call('respond', encodeTree([pathname, query, now(), ownZone(), isLost(), isLatest, kept >= 0]));
  if (title === undefined) return undefined;
  return { title: String(title), tab: String(tab), list: String(list), html: String(html), took: performance.now() - begun };
}

/** Parameters that are numbers. */
const POSITION = ['latitude', 'longitude'];

/**
 * Returns the page of an address as a document.
 * @param {string} address
 * @param {number} [kept] as of which entry the page is that was last fetched
 * @param {boolean} [isWhole] whether it is to lack nothing of that page
 * @param {Element} [region] that is to show it as a whole
 * @returns {Promise<Document | undefined>}
 */
export async function devicePage(address, kept, isWhole, region) {
  const page = await pageOf(address, kept, isWhole);
  if (!page) return undefined;
  const document = parsePage(`<main id="main" tabindex="-1" data-region="main">${page.html}</main>`, region);
  document.title = `${page.title} · Shala`;
  document.documentElement.dataset.tab = page.tab;
  document.documentElement.dataset.list = page.list;
  document.documentElement.dataset.took = String(page.took);
  return document;
}

/**
 * Loads the known names; resolves to a function that finds the name of what an entry is about.
 * @returns {Promise<(entry: { [field: string]: any }) => string | undefined>}
 */
export async function names() {
  if (await bringUpToDate() === undefined) return () => undefined;
  return ({ person, venue, class: session, course }) => {
    const [name] = call('named', encode([person, session, venue, course].map(id => id ?? null)));
    return name === undefined ? undefined : String(name);
  };
}

/**
 * Updates the copy if it is older than a place in the journal; resolves to whether all of it was fetched, and how long to wait
 * before the next time, in milliseconds.
 * @param {number} sequence
 * @returns {Promise<{ isWhole: boolean, pause?: number }>}
 */
export async function take(sequence) {
  const there = await version();
  if (there && there.sequence >= sequence) return { isWhole: false, pause: there.pause };
  const copy = await fetchCopy(there);
  const isFirst = await keep(copy, there);
  // What has come first may be older.
  if (!isFirst && ((await version())?.sequence ?? Infinity) < sequence) return take(sequence);
  if (isFirst && there && copy.isUpdate) await renew(there, copy);
  // A student's page may be shown as it was fetched, perhaps before the copy.
  if (copy.instructor) await outbox.forgetSent(copy.sequence);
  return { isWhole: !copy.isUpdate, pause: copy.pause };
}

/**
 * Brings the module's book up to date, if it has the copy as it was: reading all of it anew would stop everything else.
 * @param {Version} there
 * @param {Copy} update
 */
async function renew(there, update) {
  if (!held) return;
  const beginning = await loadModule();
  if (held !== nameOf(beginning, there.sequence)) return;
  call('renew', encodeTree([update]));
  held = nameOf(beginning, update.sequence);
  followed = [];
}

/**
 * @param {Version} [there] the copy that is there already: people and classes that have not changed since may be left out
 * @returns {Promise<Copy>}
 */
async function fetchCopy(there) {
  const isFresh = there && Math.abs(Date.now() - there.wholeAt) < DAY;
  const first = await fetchPart(isFresh ? `/offline?since=${there.sequence}` : '/offline');
  if (there && first.isUpdate) {
    // What was left out is not in an update.
    const [moreClasses, morePlanned] = [first.moreClasses || there.moreClasses, first.morePlanned || there.morePlanned];
    const allSince = Math.max(first.allSince ?? 0, there.allSince ?? 0) || null;
    return { ...first, morePeople: there.morePeople, moreClasses, morePlanned, allSince, form: FORM };
  }
  const people = [...first.people ?? []];
  let { more } = first;
  while (more && people.length < MOST_PEOPLE) {
    const part = await fetchPart(more);
    people.push(...part.people);
    more = part.more;
  }
  return { ...first, people, morePeople: more !== undefined && more !== null, form: FORM };
}

/** @param {string} address */
async function fetchPart(address) {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

/** @type {Promise<Record<string, string>> | undefined} */
let templates;

/** @returns {Promise<Record<string, string>>} */
function loadTemplates() {
  templates ??= fetch(new URL('../../templates.json', import.meta.url)).then(response => {
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return response.json();
  }).catch(error => {
    templates = undefined;
    throw error;
  });
  return templates;
}
