// Button that can be held: a ring fills, then the event "hold" is sent instead of a click. Letting go, moving away or
// Escape cancels. Works with touch, mouse and the space bar.

import { Behaviour } from '../screen/behaviour.js';

/** Length of a hold in milliseconds, same as the ring's animation in hold.css. */
const HOLD = 800;

/** Time in milliseconds after which a release is a cancelled hold and no longer a tap. */
const TAP = 400;

/** Distance that a finger may move, in pixels. */
const STRAY = 20;

/**
 * @param {HTMLElement} button
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  new Hold(button, signal);
}

class Hold extends Behaviour {
  #timer = 0;
  #started = 0;
  #noClick = false;

  /** @param {HTMLElement} button @param {AbortSignal} signal */
  constructor(button, signal) {
    super(button, signal);
    const cancel = () => this.#cancel();
    const prevent = (/** @type {Event} */ event) => event.preventDefault();
    this.listen(button, {
      pointerdown: event => this.#pressed(event),
      pointermove: event => this.#moved(event),
      pointerup: () => this.#release(),
      pointercancel: cancel,
      pointerleave: cancel,
      blur: cancel,
      contextmenu: prevent,
      dragstart: prevent,
      keydown: event => this.#keyDown(event),
      keyup: event => this.#keyUp(event),
    });
    // In the capture phase, to suppress the click that ends a hold.
    this.listen(button, { click: event => this.#clicked(event) }, { capture: true });
    this.listen(document, { visibilitychange: cancel });
    this.onEnd(() => this.#end());
    // A press may have begun before this script came.
    if (button.matches(':active')) this.#begin();
  }

  get #isHolding() {
    return this.element.dataset.holding !== undefined;
  }

  #begin() {
    this.#started = performance.now();
    this.#noClick = false;
    this.element.dataset.holding = '';
    this.#timer = setTimeout(() => this.#finish(), HOLD);
  }

  #finish() {
    delete this.element.dataset.holding;
    this.element.dataset.held = '';
    this.#noClick = true;
    navigator.vibrate?.(30);
    this.element.dispatchEvent(new CustomEvent('hold', { bubbles: true }));
  }

  #cancel() {
    if (this.#isHolding) this.#noClick = true;
    this.#end();
  }

  #end() {
    clearTimeout(this.#timer);
    delete this.element.dataset.holding;
    delete this.element.dataset.held;
  }

  #release() {
    if (this.#isHolding && performance.now() - this.#started > TAP) this.#noClick = true;
    this.#end();
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.isPrimary && event.button === 0) this.#begin();
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.#isHolding && isOutside(this.element, event)) this.#cancel();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.key === 'Escape') this.#cancel();
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) this.#begin();
  }

  /** @param {KeyboardEvent} event */
  #keyUp(event) {
    if (event.key !== ' ') return;
    event.preventDefault();
    const wasHolding = this.#isHolding;
    this.#release();
    if (wasHolding) this.element.click();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!this.#noClick) return;
    this.#noClick = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** @param {HTMLElement} button @param {PointerEvent} event */
function isOutside(button, { clientX, clientY }) {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX < left - STRAY || clientX > right + STRAY || clientY < top - STRAY || clientY > bottom + STRAY;
}
