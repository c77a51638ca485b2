// Single keys: "/" goes to the search, the arrows go along a list, "?" explains them.

import { areChanged } from './control.js';

const NO_KEYS = 'no-keys';

/** Whether single keys do anything in this browser. */
export function areKeysOn() {
  try {
    return localStorage.getItem(NO_KEYS) === null;
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
export function setKeys(isOn) {
  if (isOn) localStorage.removeItem(NO_KEYS);
  else localStorage.setItem(NO_KEYS, '');
}

/** @type {Record<string, () => boolean>} */
const ACTIONS = {
  '/': search,
  '?': explain,
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
};

addEventListener('keydown', event => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  const action = ACTIONS[event.key];
  if (!action || !isPlain || event.defaultPrevented || takesKeys(event.target, event.key) || !areKeysOn()) return;
  if (action()) event.preventDefault();
});

/**
 * Whether the focused control needs the key itself. From a search, the arrows go to the list.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function takesKeys(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="listbox"], [role="combobox"], [role="grid"], [role="slider"], [role="radiogroup"]')) return true;
  if (target instanceof HTMLInputElement && target.type === 'search') return !key.startsWith('Arrow');
  if (target instanceof HTMLInputElement && ['checkbox', 'button', 'submit'].includes(target.type)) return false;
  return target.matches('input, select, textarea, audio, video');
}

/** What keys are for, first what comes first: the newest open dialog, otherwise the page and the list beside it. */
function places() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return dialog ? [dialog] : [...document.querySelectorAll('#main, .beside')].sort(one => one.id === 'main' ? -1 : 1);
}

function search() {
  const field = places().flatMap(place => [...place.querySelectorAll('input[type="search"]')]).find(isSeen);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  field.select();
  return true;
}

function explain() {
  if (document.querySelector('dialog[open], .whole-screen, .signed-out') || isFilledIn()) return false;
  if (location.pathname !== '/keyboard') location.assign('/keyboard');
  return true;
}

/** Whether something was typed that is lost with the page. */
function isFilledIn() {
  const controls = document.querySelectorAll('main form:not([role="search"]) :is(input, select, textarea)');
  return areChanged(controls);
}

/** @param {1 | -1} direction */
function step(direction) {
  const { activeElement } = document;
  const place = places().find(one => one.contains(activeElement));
  const rows = /** @type {HTMLElement[]} */ ([...place?.querySelectorAll('.list a.row, .list button.row') ?? []].filter(isSeen));
  const index = rows.findIndex(row => row === activeElement);
  // Elsewhere on the page the arrows scroll.
  if (index < 0 && !(activeElement instanceof HTMLInputElement)) return false;
  const next = rows[index < 0 ? direction > 0 ? 0 : -1 : index + direction];
  if (!next) return false;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** @param {Element} element */
function isSeen(element) {
  return element.getClientRects().length > 0;
}
