// Device's book: the copy that an instructor's device took along, with its own later entries, of which the module makes the
// server's pages.

import { whose } from '../journal/maker.js';
import * as outbox from '../journal/outbox.js';
import { answer, transact } from '../journal/storage.js';
import { now } from '../signal/clock.js';
import { isLost } from '../signal/signal.js';
import { apply } from './entries.js';
import { host } from './host.js';
import { answerBy, call, encode, encodeTree, loadModule } from './module.js';

/**
 * Copy of the server's book, as this device keeps it.
 * @typedef {Record<string, any>} Copy with its `form`
 *
 * @typedef {{ title: string, html: string }} DevicePage
 */

/** Maximum number of people copied. */
const MOST_PEOPLE = 10_000;

/** Form of the copy. One of another form is fetched anew. */
const FORM = 2;

answerBy(host);

/** What the module has: of which beginning of the module, whose, which copy, and which entries. */
let held = '';

/** Which beginning of the module has the templates. */
let furnished = 0;

/** Brings the module's book up to date with the copy and every waiting entry; resolves to whether there is a copy. */
async function bringUpToDate() {
  const maker = whose();
  const copy = await taken();
  if (!copy) return false;
  const sent = await outbox.sentAfter(maker, copy.sequence);
  const waiting = await outbox.all(maker, 'waiting');
  const templates = await loadTemplates();
  const entries = [...sent, ...waiting.map(({ entry }) => entry)];
  const beginning = await loadModule();
  const wanted = [beginning, maker, copy.sequence, ...entries.map(({ id }) => id)].join(' ');
  // Nothing waits from here on, so that no other call comes between.
  if (held === wanted) return true;
  if (furnished !== beginning) {
    const [problem] = call('templates', encode(Object.entries(templates).flat()));
    if (problem) throw new Error(String(problem));
    furnished = beginning;
  }
  call('take', encodeTree([withEntries(copy, entries)]));
  held = wanted;
  return true;
}

/** Lists of the copy whose rows entries change. */
const LISTS = /** @type {const} */ (['people', 'venues', 'types', 'classes', 'courseClasses']);

/**
 * Copy of the book with entries applied.
 * @param {Record<string, any>} copy
 * @param {import('../journal/entries.js').Entry[]} entries
 */
function withEntries(copy, entries) {
  const keyed = Object.fromEntries(LISTS.map(name => [name, new Map(copy[name].map((/** @type {{ id: string }} */ one) => [one.id, one]))]));
  const book = /** @type {import('./entries.js').Book} */ ({ instructor: copy.instructor, deletedTypes: new Map(), ...keyed });
  for (const entry of entries) apply(book, entry);
  return { ...copy, ...Object.fromEntries(LISTS.map(name => [name, [...book[name].values()]])) };
}

/**
 * Returns the page of an address; undefined if this device cannot make it.
 * @param {string} address
 * @returns {Promise<DevicePage | undefined>}
 */
export async function pageOf(address) {
  const { pathname, searchParams } = new URL(address, location.href);
  if (!await bringUpToDate()) return undefined;
  const query = Object.fromEntries([...searchParams].map(([name, value]) => [name, POSITION.includes(name) ? Number(value || NaN) : value]));
  const [title, html] = call('respond', encodeTree([pathname, query, now(), isLost()]));
  return title === undefined ? undefined : { title: String(title), html: String(html) };
}

/** Parameters that are numbers. */
const POSITION = ['latitude', 'longitude'];

/**
 * Returns the page of an address as a document.
 * @param {string} address
 * @returns {Promise<Document | undefined>}
 */
export async function devicePage(address) {
  const page = await pageOf(address);
  if (!page) return undefined;
  const document = new DOMParser().parseFromString(`<main id="main" tabindex="-1" data-region="main">${page.html}</main>`, 'text/html');
  document.title = `${page.title} · Shala`;
  return document;
}

/**
 * Loads the known names; resolves to a function that finds the name of what an entry is about.
 * @returns {Promise<(entry: import('../journal/entries.js').Entry) => string | undefined>}
 */
export async function names() {
  if (!await bringUpToDate()) return () => undefined;
  return ({ person, venue, class: session }) => {
    const [name] = call('named', encode([person ?? null, venue ?? null, session ?? null]));
    return name === undefined ? undefined : String(name);
  };
}

/** @returns {Promise<Copy | undefined>} */
async function taken() {
  const copy = await transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(whose())));
  return copy?.form === FORM ? copy : undefined;
}

/**
 * Updates the copy if it is older than a place in the journal.
 * @param {number} sequence
 */
export async function take(sequence) {
  const there = await taken();
  if (there && there.sequence >= sequence) return;
  const copy = await fetchCopy();
  await transact('book', 'readwrite', async transaction => {
    const store = transaction.objectStore('book');
    // Another tab may have updated it first.
    const other = await answer(store.get(whose()));
    if (other?.form !== FORM || other.sequence < copy.sequence) store.put(copy, whose());
  });
  await outbox.forgetSent(copy.sequence);
}

/** @returns {Promise<Copy>} */
async function fetchCopy() {
  const first = await fetchPart('/offline');
  const people = [...first.people];
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
