// Taps that count when the finger leaves. Browsers tell of a tap as of a mouse's press, after they have looked where that
// would be: on a slow phone some 40 ms later, in which nothing would be seen to happen.

import { Behaviour } from '../screen/behaviour.js';

/** How far a finger may move, in pixels, and how long it may stay, in milliseconds, as browsers have it. */
const [SLACK, LONG] = [10, 400];

/** A touch that stops a list from moving on is no tap. Milliseconds after the list last moved. */
const REST = 150;

/** How long the browser may take to tell of a tap. Milliseconds. */
const LATE = 1_000;

let movedAt = -Infinity;
addEventListener('scroll', () => { movedAt = performance.now(); }, { capture: true, passive: true });

/**
 * Sends the click of a tap on what a selector selects at once, and not again when the browser does so.
 * @param {HTMLElement} element
 * @param {string} what
 * @param {AbortSignal} signal
 */
export function tappable(element, what, signal) {
  new Tappable(element, what, signal);
}

/** @typedef {{ x: number, y: number, at: number, thing: HTMLElement }} Touch where, when and what */

class Tappable extends Behaviour {
  #what;
  /** @type {(Touch & { id: number }) | undefined} */
  #touch;
  /**
   * Taps of which the browser has not told yet.
   * @type {Touch[]}
   */
  #told = [];

  /** @param {HTMLElement} element @param {string} what @param {AbortSignal} signal */
  constructor(element, what, signal) {
    super(element, signal);
    this.#what = what;
    this.listen(element, {
      pointerdown: event => this.#begin(event),
      pointerup: event => this.#end(event),
      pointercancel: () => { this.#touch = undefined; },
    });
    // Wherever it comes: what was tapped may have moved.
    this.listen(window, { click: event => this.#clicked(event) }, { capture: true });
  }

  /** @param {PointerEvent} event */
  #begin({ target, pointerType, isPrimary, pointerId: id, clientX: x, clientY: y }) {
    this.#touch = undefined;
    const thing = target instanceof Element ? target.closest(this.#what) : null;
    const at = performance.now();
    if (pointerType !== 'touch' || !isPrimary || !(thing instanceof HTMLElement) || at - movedAt < REST) return;
    this.#touch = { id, thing, x, y, at };
  }

  /** @param {PointerEvent} event */
  #end({ pointerId, clientX: x, clientY: y }) {
    const touch = this.#touch;
    this.#touch = undefined;
    const at = performance.now();
    if (touch?.id !== pointerId || movedAt > touch.at || at - touch.at > LONG || !isNear(touch, { x, y })) return;
    this.#told.push({ ...touch, at });
    touch.thing.click();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!event.isTrusted) return;
    const [now, place] = [performance.now(), { x: event.clientX, y: event.clientY }];
    this.#told = this.#told.filter(({ at }) => now - at < LATE);
    const isTold = (/** @type {Touch} */ touch) => isNear(touch, place) || event.target instanceof Node && touch.thing.contains(event.target);
    const index = this.#told.findIndex(isTold);
    if (index < 0) return;
    this.#told.splice(index, 1);
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** @param {{ x: number, y: number }} one @param {{ x: number, y: number }} other */
function isNear(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) <= SLACK;
}
