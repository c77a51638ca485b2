// Lists that behaviours draw.

import { morph } from './morph.js';
import { showPart } from './news.js';

/**
 * Fills a list that a behaviour draws, as if it came from the server.
 * @param {Element} part around it, which is not shown without rows
 * @param {Element[]} rows each with a data-key
 */
export function fillList(part, rows) {
  showPart(part, rows.length > 0);
  const list = /** @type {Element} */ (part.querySelector('ul'));
  const fresh = /** @type {Element} */ (list.cloneNode(false));
  const keys = new Set(rows.map(row => row.getAttribute('data-key')));
  for (const row of list.children) if (!keys.has(row.getAttribute('data-key'))) row.removeAttribute('data-own-held');
  fresh.append(...rows);
  morph(list, fresh);
}
