// Pages made on the device from the offline book and the server's templates, for use without signal and while changes
// wait to be sent.

import { load } from './rules.js';
import { render } from './mustache.js';
import { current } from './book.js';
import { classPage, classRoster, sessionPage } from './class-pages.js';
import { sessionsPage } from './sessions-page.js';
import { personPage, studentsPage } from './roster-pages.js';

/**
 * Page as on the server: a template and its model.
 * @typedef {{ template: string, model: import('./mustache.js').Model }} DevicePage
 *
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./rows.js').Rules} Rules
 */

/** @type {[RegExp, (rules: Rules, book: Book, query: URLSearchParams, id: string) => DevicePage | undefined][]} */
const PAGES = [
  [/^\/class$/, (rules, book, query) => classPage(rules, book, query)],
  [/^\/classes\/([0-9a-f-]{36})$/, (rules, book, _, id) => sessionPage(rules, book, id)],
  [/^\/classes\/([0-9a-f-]{36})\/roster$/, (rules, book, query, id) => classRoster(rules, book, id, query)],
  [/^\/sessions$/, (rules, book, query) => sessionsPage(rules, book, query)],
  [/^\/students$/, (_, book, query) => studentsPage(book, query)],
  [/^\/people\/([0-9a-f-]{36})$/, (rules, book, _, id) => personPage(rules, book, id)],
];

/** @type {Promise<Record<string, string>> | undefined} */
let templates;

/**
 * Returns the page of an address; undefined if this device cannot make it.
 * @param {string} address
 * @returns {Promise<DevicePage | undefined>}
 */
export async function pageOf(address) {
  const { pathname, searchParams } = new URL(address, location.href);
  for (const [pattern, build] of PAGES) {
    const match = pattern.exec(pathname);
    const book = match && await current();
    if (book) return build(await load(), book, searchParams, match[1]);
  }
  return undefined;
}

/**
 * Returns the page of an address as a document.
 * @param {string} address
 * @returns {Promise<Document | undefined>}
 */
export async function devicePage(address) {
  const page = await pageOf(address);
  if (!page) return undefined;
  const html = render(await loadTemplates(), page.template, page.model);
  const document = new DOMParser().parseFromString(`<main id="main" tabindex="-1" data-region="main">${html}</main>`, 'text/html');
  document.title = `${page.model.title} · Shala`;
  return document;
}

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
