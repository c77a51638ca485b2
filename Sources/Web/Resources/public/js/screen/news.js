// Lists in which somebody is keep their rows where they are. What is new waits, and a sign beside the list says how much.

import { element, say } from './element.js';
import { isEngaged, letGo, listAround, onFree } from './engaged.js';
import { showPressed } from './pressed.js';
import { copyOf, rowOf, stand, unmark } from './rows.js';

/**
 * What waits until nobody is at it any more, by the list or by what is around one.
 * @type {Map<Element, () => void>}
 */
const waiting = new Map();

/**
 * How many rows wait in each list; 0 if only their order does.
 * @type {Map<Element, number>}
 */
const counts = new Map();

const sign = element('button', { type: 'button', class: 'button button-filled news', 'data-news': '', hidden: '' });
const place = element('div', { class: 'news-place', 'aria-live': 'polite' }, sign);
sign.addEventListener('click', letGo);

/**
 * Whether an element is a list, or stands around lists, whose rows are to stay.
 * @param {Element} element
 */
export function isHeld(element) {
  const lists = [element, ...element.querySelectorAll('[data-list], [role="list"]')];
  // In a dialog that has closed, nothing is about to be pressed.
  return lists.some(list => isEngaged(list) && rowsOf(list).length && list.getClientRects().length);
}

/** @param {Element} list */
export function isHeldList(list) {
  return list.matches('[data-list], [role="list"]') && rowsOf(list).length > 0 && isEngaged(list);
}

/**
 * Keeps something until nobody is at it any more. What has waited for the same place is forgotten.
 * @param {Element} element
 * @param {() => void} act
 */
export function wait(element, act) {
  waiting.set(element, act);
}

/** @param {Element} element what need not wait any more */
export function forget(element) {
  waiting.delete(element);
}

/** @param {Element} element what is as the server has it: nothing in it is new any more */
export function settleNews(element) {
  const lists = [...counts.keys()].filter(list => element.contains(list));
  for (const list of lists) counts.delete(list);
  if (lists.length) showNews();
}

/**
 * Brings the rows of a list up to date where they stand. Those that are gone are shown to be.
 * @param {Element} list
 * @param {Element} fresh
 * @param {(old: Element, fresh: Element) => void} morph
 */
export function hold(list, fresh, morph) {
  unmark(list, fresh);
  if (areKept(list, fresh)) {
    forget(list);
    settleNews(list);
  } else {
    holdRows(list, fresh, morph);
  }
}

/** @param {Element} list @param {Element} fresh @param {(old: Element, fresh: Element) => void} morph */
function holdRows(list, fresh, morph) {
  const next = new Map(rowsOf(fresh).map(row => [row.getAttribute('data-key'), row]));
  const rows = rowsOf(list);
  const known = new Set(rows.map(row => row.getAttribute('data-key')));
  const goesOn = fresh.closest('[data-region]')?.querySelector('[data-behaviour~="more"]');
  const last = rows.map(row => next.has(row.getAttribute('data-key'))).lastIndexOf(true);
  for (const [index, row] of rows.entries()) {
    const one = next.get(row.getAttribute('data-key'));
    // The last ones of a part may only have gone to the next.
    const isGone = !one && !(goesOn && index > last);
    setGone(row, isGone);
    if (isGone && list.hasAttribute('data-empties')) empty(row);
    if (!one || rowOf(one) === row) continue;
    if (row.isEqualNode(one)) stand(row, one);
    else morph(row, copyOf(one));
  }
  wait(list, () => become(list, fresh, morph));
  const order = [...next.keys()].filter(key => known.has(key)).join();
  const isSame = order === rows.map(row => row.getAttribute('data-key')).filter(key => next.has(key)).join();
  const number = [...next].filter(([key]) => !known.has(key)).reduce((sum, [, row]) => sum + rowsIn(row), 0);
  if (number || !isSame) counts.set(list, number);
  else counts.delete(list);
  showNews();
}

/** @param {Element} list @param {Element} fresh @param {(old: Element, fresh: Element) => void} morph */
function become(list, fresh, morph) {
  // More may have been pressed since, also on rows that were as they were then.
  unmark(list, fresh);
  showPressed(fresh);
  morph(list, fresh);
}

/** @param {Element} list @param {Element} fresh */
function areKept(list, fresh) {
  return list.childElementCount === fresh.childElementCount && [...fresh.children].every((one, place) => rowOf(one) === list.children[place]);
}

/**
 * Shows a part of the page, or hides it, as soon as nobody is at it.
 * @param {Element} part
 * @param {boolean} isThere
 */
export function showPart(part, isThere) {
  const stays = !isThere && isHeld(part);
  setGone(part, stays);
  part.toggleAttribute('hidden', !isThere && !stays);
}

/**
 * Shows that a row is there no more, or that it is.
 * @param {Element} row
 * @param {boolean} isGone
 */
export function setGone(row, isGone) {
  if (!isGone && !row.hasAttribute('data-own-gone')) return;
  row.toggleAttribute('data-own-gone', isGone);
  // Who is in it by keyboard is not thrown out.
  const isOut = isGone && !row.querySelector(':focus-visible');
  row.toggleAttribute('inert', isOut);
  if (isOut) row.setAttribute('aria-hidden', 'true');
  else row.removeAttribute('aria-hidden');
}

/**
 * Takes away at once what a row says, and leaves its place.
 * @param {Element} row
 */
function empty(row) {
  if (row instanceof HTMLElement) row.style.blockSize = `${row.getBoundingClientRect().height}px`;
  row.replaceChildren();
}

/** @param {Element} list @returns {Element[]} */
function rowsOf(list) {
  return [...list.children].filter(row => row.hasAttribute('data-key'));
}

/** @param {Element} row or a group of rows */
function rowsIn(row) {
  return row.querySelectorAll('[data-key]').length || 1;
}

onFree(list => {
  for (const [element, act] of [...waiting]) {
    // What is around it may have brought it along.
    if (waiting.get(element) !== act) continue;
    if (element.isConnected && listAround(element) !== list && !element.contains(list)) continue;
    waiting.delete(element);
    if (!element.isConnected) continue;
    for (const gone of [element, ...element.querySelectorAll('[data-own-gone]')]) setGone(gone, false);
    act();
  }
  for (const one of [...counts.keys()]) if (!one.isConnected || listAround(one) === list) counts.delete(one);
  showNews();
});

/**
 * Rows that behaviours keep for later.
 * @type {Set<Element>}
 */
const comers = new Set();

/**
 * Keeps a row for later, or shows it.
 * @param {Element} row
 * @param {boolean} isLater
 */
export function setLater(row, isLater) {
  row.toggleAttribute('data-own-later', isLater);
  if (isLater) comers.add(row);
  else comers.delete(row);
}

/** Says how much waits, in lists and in those whose behaviour keeps rows for later. */
export function showNews() {
  const number = [...counts.values()].reduce((sum, count) => sum + count, 0) + later().length;
  const words = number ? `${number} new` : counts.size ? 'New order' : '';
  say(sign, words);
  sign.hidden = !words;
  if (!words) return;
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (place.parentElement !== host) host.append(place);
  put();
}

/** Puts the sign over the upper edge of its list, or over the lower one if somebody is there. */
function put() {
  const list = [...counts.keys(), ...later()].map(listAround)[0];
  if (sign.hidden || !list) return;
  const { top, bottom, left, width } = list.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = sign;
  const above = Math.max(top - offsetHeight / 2, 8);
  const isInTheWay = pointed.y > above - 8 && pointed.y < above + offsetHeight + 8;
  sign.style.insetBlockStart = `${isInTheWay ? Math.min(bottom - offsetHeight / 2, innerHeight - offsetHeight - 64) : above}px`;
  sign.style.insetInlineStart = `${left + (width - offsetWidth) / 2}px`;
}

function later() {
  for (const row of comers) if (!row.isConnected) comers.delete(row);
  return [...comers].filter(row => !row.hasAttribute('data-own-off'));
}

/** Where the pointer or a finger was last. */
const pointed = { y: -Infinity };
for (const type of /** @type {const} */ (['pointermove', 'pointerdown'])) {
  document.addEventListener(type, ({ clientY }) => { pointed.y = clientY; }, { capture: true, passive: true });
}
document.addEventListener('scroll', put, { capture: true, passive: true });
