// Link whose page opens as a sheet. Without this behaviour, it opens like any page.

import { element } from '../screen/element.js';
import { fetchPage, refresh, setSource } from '../screen/regions.js';

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
export function attach(link, signal) {
  let opening = false;
  link.addEventListener('click', async event => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (opening) return;
    opening = true;
    const content = await sheetOf(link.href).catch(() => null);
    opening = false;
    if (content) open(content, link.href);
    else location.assign(link.href);
  }, { signal });
}

/**
 * Fetches the part of a page that can be shown as a sheet.
 * @param {string} address
 */
async function sheetOf(address) {
  const page = await fetchPage(address);
  return /** @type {HTMLElement | null | undefined} */ (page?.querySelector('[data-sheet]'));
}

/**
 * @param {HTMLElement} content
 * @param {string} address
 */
function open(content, address) {
  const done = element('form', { method: 'dialog' }, element('button', { class: 'button button-plain' }, 'Done'));
  const title = element('h2', { id: 'sheet-title' }, content.dataset.sheet ?? '');
  const head = element('header', { class: 'sheet-head' }, title, done);
  const body = element('div', { class: 'sheet-body' }, document.adoptNode(content));
  const dialog = element('dialog', { class: 'sheet', 'aria-labelledby': 'sheet-title' }, head, body);
  document.body.append(dialog);
  setSource(content, address);
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    void refresh();
  });
  dialog.showModal();
}
