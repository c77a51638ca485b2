// What somebody is about to press stays where it is on the screen, whatever grows or shrinks above it: the page is
// scrolled by as much, and where it cannot be, room is made until nobody is there any more.

import { AFTER_POINTER, AFTER_TOUCH } from './engaged.js';

/** What moves by less has not moved. Pixels. */
const SLACK = 0.5;

const PRESSED = 'button, a, label, input, select, textarea, summary, [data-key]';

/** What a behaviour or the server changes that can move something; not what moves by itself, as under a finger. */
const CHANGES = ['hidden', 'open', 'class', 'data-state', 'data-own-off', 'data-own-later', 'data-own-stays', 'data-own-view'];

/**
 * What is approached: where it is in its page, and how far that was scrolled.
 * @type {{ element: Element, scroller: HTMLElement, top: number, scrolled: number } | undefined}
 */
let anchor;
let timer = 0;

/** Elements that were given room. @type {Set<HTMLElement>} */
const roomy = new Set();

/** What comes now is what the person has asked for. */
export function letMove() {
  clearTimeout(timer);
  timer = 0;
  if (anchor) anchor.scroller.style.overflowAnchor = '';
  anchor = undefined;
  for (const content of roomy) content.style.paddingBlock = content.style.minBlockSize = '';
  roomy.clear();
}

/** @param {Event} event */
function approach({ target }) {
  const element = target instanceof Element ? target.closest(PRESSED) : null;
  if (!element?.closest('main, dialog') || element.closest('.sheet-small') || isRising(element)) {
    leave(AFTER_POINTER);
    return;
  }
  clearTimeout(timer);
  timer = 0;
  const scroller = /** @type {HTMLElement} */ (element.closest('dialog .sheet-body') ?? document.documentElement);
  if (anchor?.scroller !== scroller) {
    if (anchor) anchor.scroller.style.overflowAnchor = '';
    // The browser's own way of doing this would scroll once more.
    scroller.style.overflowAnchor = 'none';
  }
  anchor = { element, scroller, top: topOf(element, scroller), scrolled: scroller.scrollTop };
}

/**
 * Whether something is on its way up in a sheet: then it is not yet where it will be. (A small sheet, which is as high as
 * what it holds, changes at the wish of its person alone.)
 * @param {Element} element
 */
function isRising(element) {
  const animations = element.closest('dialog')?.getAnimations() ?? [];
  return animations.some(({ playState }) => playState === 'running');
}

/** @param {number} after milliseconds */
function leave(after) {
  timer ||= setTimeout(letMove, after);
}

/** @param {Element} element @param {Element} scroller */
function topOf(element, scroller) {
  return element.getBoundingClientRect().top + scroller.scrollTop;
}

/** Puts what has moved back to where it was. */
function keep() {
  if (!anchor) return;
  const { element, scroller, top, scrolled } = anchor;
  if (!element.isConnected || !element.getClientRects().length) return;
  const moved = topOf(element, scroller) - top;
  if (Math.abs(moved) < SLACK) return;
  // A page that has become shorter may have been scrolled by that.
  const seen = top - scrolled;
  const wanted = scrolled + moved;
  scroller.scrollTop = wanted;
  if (Math.abs(wanted - scroller.scrollTop) >= 1) {
    makeRoom(scroller, wanted);
    scroller.scrollTop = Math.max(wanted, 0);
  }
  // Where it should be: what is lost by whole pixels adds up.
  anchor.top = scroller.scrollTop + seen;
  anchor.scrolled = scroller.scrollTop;
}

/**
 * Makes room at the foot, or at the head, so that a page can be scrolled to where it cannot be.
 * @param {HTMLElement} scroller
 * @param {number} wanted pixels
 */
function makeRoom(scroller, wanted) {
  const content = scroller === document.documentElement ? document.getElementById('main') : scroller.firstElementChild;
  if (!(content instanceof HTMLElement)) return;
  if (wanted >= 0 && content.id !== 'main') {
    // Within a sheet its first part is not to grow.
    roomy.add(scroller);
    const room = parseFloat(getComputedStyle(scroller).paddingBlockEnd) + wanted - scroller.scrollTop;
    scroller.style.paddingBlockEnd = `${Math.ceil(room)}px`;
    return;
  }
  roomy.add(content);
  if (wanted < 0) {
    content.style.paddingBlockStart = `${parseFloat(getComputedStyle(content).paddingBlockStart) - wanted}px`;
  } else {
    content.style.minBlockSize = `${Math.ceil(wanted + scroller.clientHeight - topOf(content, scroller))}px`;
  }
}

const passive = { capture: true, passive: true };
for (const type of /** @type {const} */ (['pointermove', 'pointerover'])) {
  document.addEventListener(type, event => {
    if (event.pointerType !== 'touch') approach(event);
  }, passive);
}
document.documentElement.addEventListener('pointerleave', () => leave(AFTER_POINTER), { passive: true });
document.addEventListener('touchstart', approach, passive);
for (const type of /** @type {const} */ (['touchend', 'touchcancel'])) {
  document.addEventListener(type, () => {
    clearTimeout(timer);
    timer = 0;
    leave(AFTER_TOUCH);
  }, passive);
}
document.addEventListener('scroll', () => {
  if (anchor) anchor.scrolled = anchor.scroller.scrollTop;
}, passive);
// Who is led elsewhere is there.
document.addEventListener('focusin', ({ target }) => {
  if (anchor && target instanceof Node && !anchor.element.contains(target)) letMove();
});

new MutationObserver(keep).observe(document.documentElement, {
  subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: CHANGES,
});
