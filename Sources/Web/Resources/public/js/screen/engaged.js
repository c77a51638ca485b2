// Where somebody is about to press: the list that the pointer is over or a finger has touched of late, or that has the
// focus. Nothing in it is to jump.

/** How long after the pointer has left, or after the last touch. Milliseconds. */
export const AFTER_POINTER = 1_000;
export const AFTER_TOUCH = 2_000;

const LIST = '[data-list], [role="list"]';

/**
 * The list that each of them is at.
 * @type {Record<'pointer' | 'touch' | 'focus', Element | null>}
 */
const at = { pointer: null, touch: null, focus: null };

/**
 * Lists that have been left just now, with the timers that end it.
 * @type {Map<Element, number>}
 */
const left = new Map();

/** @type {Set<(list: Element) => void>} */
const listeners = new Set();

/**
 * The list around an element, or the outermost of several.
 * @param {Element} element
 */
export function listAround(element) {
  let list = element.closest(LIST);
  for (let outer = list; outer; outer = outer.parentElement?.closest(LIST) ?? null) list = outer;
  return list;
}

/**
 * Whether an open dialog lies over a list.
 * @param {Element} list
 */
function isBehind(list) {
  // Looked for by name, since the browser keeps these: asked at each tap, it would go through the whole page.
  const dialogs = [...document.getElementsByTagName('dialog')].filter(dialog => dialog.matches(':modal'));
  return dialogs.length > 0 && !dialogs.some(dialog => dialog.contains(list));
}

/**
 * Whether somebody is at a list.
 * @param {Element} element the list, or something in it
 */
export function isEngaged(element) {
  const list = listAround(element);
  return list !== null && !isBehind(list) && (Object.values(at).includes(list) || left.has(list));
}

/**
 * Calls a listener with each list that nobody is at any more.
 * @param {(list: Element) => void} listener
 * @param {AbortSignal} [signal]
 */
export function onFree(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
}

/**
 * Where the pointer was last pressed.
 * @type {{ x: number, y: number } | null}
 */
let pressedAt = null;

/** Height on the screen of the last press; 0 before any. */
export function heightOfPress() {
  return pressedAt?.y ?? 0;
}

/**
 * Where the pointer rests since its person asked for what comes now. What slides under it there is not approached.
 * @type {{ x: number, y: number } | null}
 */
let restsAt = null;

/** What comes now is what the person has asked for: it need not wait, wherever they are. */
export function letGo() {
  restsAt = pressedAt;
  const lists = new Set([...Object.values(at), ...left.keys()]);
  for (const timer of left.values()) clearTimeout(timer);
  left.clear();
  at.pointer = at.touch = at.focus = null;
  for (const list of lists) if (list) tell(list);
}

/** @param {Element} list */
function tell(list) {
  for (const listener of listeners) listener(list);
}

/** @param {keyof typeof at} way @param {Element | null} list @param {number} after milliseconds */
function move(way, list, after) {
  const before = at[way];
  at[way] = list;
  if (before && before !== list) linger(before, after);
}

/** @param {Element} list @param {number} time milliseconds */
function linger(list, time) {
  clearTimeout(left.get(list));
  left.set(list, setTimeout(() => {
    left.delete(list);
    if (!isEngaged(list)) tell(list);
  }, time));
}

/** @param {Event} event */
function listOf({ target }) {
  if (!(target instanceof Element)) return null;
  // What says that something is new belongs to its list.
  return target.closest('[data-news]') ? at.pointer : listAround(target);
}

const passive = { capture: true, passive: true };

document.addEventListener('pointerdown', ({ clientX, clientY }) => { pressedAt = { x: clientX, y: clientY }; }, passive);
document.addEventListener('pointerover', event => {
  if (event.clientX === restsAt?.x && event.clientY === restsAt.y) return;
  restsAt = null;
  if (event.pointerType !== 'touch') move('pointer', listOf(event), AFTER_POINTER);
}, passive);
document.documentElement.addEventListener('pointerleave', () => move('pointer', null, AFTER_POINTER), { passive: true });
document.addEventListener('touchstart', event => move('touch', listOf(event), AFTER_TOUCH), passive);
for (const type of /** @type {const} */ (['touchend', 'touchcancel'])) {
  document.addEventListener(type, ({ touches }) => {
    if (!touches.length) move('touch', null, AFTER_TOUCH);
  }, passive);
}
let touchedAt = -Infinity;
for (const type of ['touchstart', 'touchmove', 'touchend']) {
  document.addEventListener(type, () => { touchedAt = Date.now(); }, passive);
}
// A list that a finger has set in motion is one it goes to.
document.addEventListener('scroll', ({ target }) => {
  if (Date.now() - touchedAt > AFTER_TOUCH || !(target instanceof Node)) return;
  touchedAt = Date.now();
  for (const list of document.querySelectorAll(LIST)) {
    const { top, bottom } = list.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight && target.contains(list) && listAround(list) === list) linger(list, AFTER_TOUCH);
  }
}, passive);
document.addEventListener('focusin', event => {
  const isVisible = event.target instanceof Element && event.target.matches(':focus-visible');
  move('focus', isVisible ? listOf(event) : null, AFTER_POINTER);
});
document.addEventListener('focusout', () => move('focus', null, AFTER_POINTER));
