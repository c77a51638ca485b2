// Taps that count when the finger leaves. Browsers tell of a tap as of a mouse's press, after they have looked where that
// would be: on a slow phone some 40 ms later, in which nothing would be seen to happen.

import { Behaviour } from '../screen/behaviour.js';

/** How far a finger may move, in pixels, and how long it may stay, in milliseconds: no more than any browser allows. */
const [SLACK, LONG] = [10, 350];

/** A touch that stops a list from moving on is no tap. Milliseconds after the list last moved. */
const REST = 150;

/** How long a busy browser may take to tell of a tap. Milliseconds. */
const LATE = 5_000;

/** When events happened counts, not when they are heard of. Milliseconds. */
let movedAt = -Infinity;
addEventListener('scroll', ({ timeStamp }) => { movedAt = timeStamp; }, { capture: true, passive: true });

/** @typedef {{ x: number, y: number, at: number, thing: HTMLElement }} Touch where, when and what */

/**
 * Taps of which the browser has not told yet.
 * @type {Touch[]}
 */
let untold = [];

// Wherever the click comes: what was tapped may have moved.
addEventListener('click', event => {
  if (!event.isTrusted) return;
  const [now, place] = [performance.now(), { x: event.clientX, y: event.clientY }];
  untold = untold.filter(({ at }) => now - at < LATE);
  const isTold = (/** @type {Touch} */ touch) => isNear(touch, place) || event.target instanceof Node && touch.thing.contains(event.target);
  const index = untold.findIndex(isTold);
  if (index < 0) return;
  untold.splice(index, 1);
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

/**
 * Sends the click of a tap on what a selector selects at once, and not again when the browser does so.
 * @param {HTMLElement} element
 * @param {string} what
 * @param {AbortSignal} signal
 */
export function tappable(element, what, signal) {
  new Tappable(element, what, signal);
}

class Tappable extends Behaviour {
  #what;
  /** @type {(Touch & { id: number }) | undefined} */
  #touch;

  /** @param {HTMLElement} element @param {string} what @param {AbortSignal} signal */
  constructor(element, what, signal) {
    super(element, signal);
    this.#what = what;
    // Also of a second finger anywhere.
    this.listen(window, { pointerdown: event => this.#begin(event) }, { capture: true });
    this.listen(element, {
      pointerup: event => this.#end(event),
      pointercancel: () => { this.#touch = undefined; },
    });
  }

  /** @param {PointerEvent} event */
  #begin({ target, pointerType, isPrimary, pointerId: id, clientX: x, clientY: y, timeStamp: at }) {
    this.#touch = undefined;
    const thing = target instanceof Element && this.element.contains(target) ? target.closest(this.#what) : null;
    if (pointerType !== 'touch' || !isPrimary || !(thing instanceof HTMLElement) || at - movedAt < REST) return;
    // Nobody is told how what is enlarged moves.
    if (Number(visualViewport?.scale) > 1) return;
    this.#touch = { id, thing, x, y, at };
  }

  /** @param {PointerEvent} event */
  #end({ pointerId, clientX: x, clientY: y, timeStamp }) {
    const touch = this.#touch;
    this.#touch = undefined;
    if (touch?.id !== pointerId || movedAt > touch.at || timeStamp - touch.at > LONG || !isNear(touch, { x, y })) return;
    const { thing } = touch;
    // What has gone under the finger is not meant any more; nor is what has come there.
    if (thing.isConnected && !thing.closest('[inert]')) thing.click();
    untold.push({ x, y, thing, at: performance.now() });
  }
}

/** @param {{ x: number, y: number }} one @param {{ x: number, y: number }} other */
function isNear(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) <= SLACK;
}
