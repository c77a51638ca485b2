// List beside one of its entries, on wide screens: another entry is shown without leaving the list.

import { cameFrom, isPlainClick } from '../screen/back.js';
import { element } from '../screen/element.js';
import { fetchPage, noteShown, setSource } from '../screen/regions.js';
import { letMove } from '../screen/steady.js';

/** As in css/components/beside.css. */
const WIDE = matchMedia('(width >= 75rem) and (height >= 30rem)');

/**
 * @param {HTMLElement} aside with data-list-address, empty
 * @param {AbortSignal} signal
 */
export function attach(aside, signal) {
  const fillIfWide = () => {
    if (WIDE.matches && !aside.hasChildNodes()) fill(aside).catch(error => console.info('The list could not be fetched.', error));
  };
  WIDE.addEventListener('change', fillIfWide, { signal });
  // After all that a page does with a press itself.
  addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a.row') : null;
    if (!(link instanceof HTMLAnchorElement) || !aside.contains(link) || !isPlainClick(event)) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, '', link.href);
    void show(aside);
  }, { signal });
  addEventListener('popstate', () => void show(aside), { signal });
  const changes = new MutationObserver(() => mark(aside));
  changes.observe(aside, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
  signal.addEventListener('abort', () => changes.disconnect());
  fillIfWide();
}

/**
 * Fetches the list as it was left: with its search and its filters.
 * @param {HTMLElement} aside
 */
async function fill(aside) {
  const { listAddress = '' } = aside.dataset;
  const address = listAddress + (cameFrom(listAddress)?.search ?? '');
  const page = await fetchPage(address);
  const list = page?.querySelector('main > [data-region]');
  if (!page || !list || aside.hasChildNodes()) return;
  const form = page.querySelector('main > form.finder');
  form?.setAttribute('data-stay', '');
  setSource(list, address);
  aside.append(...form ? [form] : [], list, element('p', { role: 'status', class: 'visually-hidden' }));
  mark(aside)?.scrollIntoView({ block: 'nearest' });
}

/**
 * Marks the row of the entry that is shown.
 * @param {HTMLElement} aside
 */
function mark(aside) {
  /** @type {HTMLAnchorElement | undefined} */
  let current;
  for (const row of /** @type {NodeListOf<HTMLAnchorElement>} */ (aside.querySelectorAll('a.row'))) {
    const isCurrent = row.pathname === location.pathname;
    if (isCurrent) current = row;
    if (isCurrent !== row.hasAttribute('aria-current')) row.toggleAttribute('aria-current', isCurrent);
  }
  return current;
}

/**
 * Shows the entry of the present address, or goes there if it has no such list.
 * @param {HTMLElement} aside
 */
async function show(aside) {
  mark(aside);
  const { href } = location;
  const page = await fetchPage(href).catch(() => undefined);
  if (location.href !== href) return;
  const [fresh, main] = [page?.getElementById('main'), document.getElementById('main')];
  if (!page || !fresh || !main || !isOfList(page, aside)) {
    location.reload();
    return;
  }
  letMove();
  main.replaceChildren(...fresh.childNodes);
  document.title = page.title;
  noteShown();
  scrollTo(0, 0);
  const status = aside.querySelector('[role="status"].visually-hidden');
  if (status) status.textContent = page.title.replace(/ · Shala$/, '');
}

/**
 * Whether a page is an entry of the same list, and follows nothing else. Pages made on the device have no layout.
 * @param {Document} page
 * @param {HTMLElement} aside
 */
function isOfList(page, aside) {
  if (!page.querySelector('.tabs')) return true;
  const other = /** @type {HTMLElement | null} */ (page.querySelector('.beside'));
  return other?.dataset.listAddress === aside.dataset.listAddress && followed(page) === followed(document);
}

/** @param {Document} page */
function followed({ documentElement: { dataset: { feed = '' } } }) {
  return new URL(feed, location.origin).searchParams.get('class');
}
