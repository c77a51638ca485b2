// Rows that reveal actions when swiped left.

import { Behaviour } from '../screen/behaviour.js';

/** Distance at which a swipe starts, in pixels. */
const SLACK = 8;

/**
 * @param {HTMLElement} list
 * @param {string} front selects the part of a row that moves
 * @param {AbortSignal} signal
 */
export function swipeable(list, front, signal) {
  new Swipeable(list, front, signal);
}

class Swipeable extends Behaviour {
  #front;
  /** @type {{ row: HTMLElement, face: HTMLElement, id: number, x: number, y: number, from: number, swipes: boolean } | undefined} */
  #swipe;

  /** @param {HTMLElement} list @param {string} front @param {AbortSignal} signal */
  constructor(list, front, signal) {
    super(list, signal);
    this.#front = front;
    this.listen(list, {
      pointerdown: event => this.#begin(event),
      pointermove: event => this.#move(event),
      pointerup: event => this.#end(event, false),
      pointercancel: event => this.#end(event, true),
      // Keeps selected text from being dragged instead.
      dragstart: event => {
        if (event.target instanceof Node && event.target.parentElement?.closest(front)) event.preventDefault();
      },
    });
    this.listen(list, { click: suppress }, { capture: true });
    this.listen(document, { pointerdown: ({ target }) => this.#close(target) });
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (this.#swipe || !event.isPrimary) return;
    const face = event.target instanceof Element ? event.target.closest(this.#front) : null;
    const row = face?.parentElement;
    if (!(face instanceof HTMLElement) || !row || event.button !== 0) return;
    const from = row.hasAttribute('data-own-open') ? -widthOf(row) : 0;
    this.#swipe = { row, face, id: event.pointerId, x: event.clientX, y: event.clientY, from, swipes: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const swipe = this.#swipe;
    if (!swipe || swipe.id !== event.pointerId) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!swipe.swipes) {
      if (Math.abs(y) > SLACK && Math.abs(y) > Math.abs(x)) this.#swipe = undefined;
      if (!this.#swipe || Math.abs(x) <= SLACK) return;
      swipe.swipes = true;
      swipe.face.setPointerCapture(event.pointerId);
      // Clears text selected by the mouse during the swipe.
      getSelection()?.removeAllRanges();
      swipe.row.setAttribute('data-own-swiping', '');
    }
    swipe.face.style.translate = `${placeOf(swipe, x)}px`;
  }

  /** @param {PointerEvent} event @param {boolean} isOff */
  #end(event, isOff) {
    const swipe = this.#swipe;
    if (!swipe || swipe.id !== event.pointerId) return;
    const { row, face, swipes, from } = swipe;
    const isOpen = isOff ? from < 0 : placeOf(swipe, event.clientX - swipe.x) < -widthOf(row) / 2;
    this.#swipe = undefined;
    if (!swipes) {
      row.removeAttribute('data-own-open');
      return;
    }
    face.style.translate = '';
    row.removeAttribute('data-own-swiping');
    row.toggleAttribute('data-own-open', isOpen);
    face.setAttribute('data-own-swiped', '');
    setTimeout(() => face.removeAttribute('data-own-swiped'));
  }

  /**
   * Closes the row when anything else is touched.
   * @param {EventTarget | null} target
   */
  #close(target) {
    for (const row of this.element.querySelectorAll('[data-own-open]')) {
      if (!(target instanceof Node) || !row.contains(target)) row.removeAttribute('data-own-open');
    }
  }
}

/**
 * Suppresses the click after a swipe.
 * @param {MouseEvent} event
 */
function suppress(event) {
  if (!(event.target instanceof Element) || !event.target.closest('[data-own-swiped]')) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/**
 * @param {{ row: HTMLElement, from: number }} swipe
 * @param {number} x how far the pointer has moved
 */
function placeOf({ row, from }, x) {
  return Math.min(0, Math.max(from + x, -widthOf(row)));
}

/**
 * Width of the revealed actions in pixels.
 * @param {HTMLElement} row
 */
function widthOf(row) {
  return row.lastElementChild?.getBoundingClientRect().width ?? 0;
}
