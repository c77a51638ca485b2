// Dragging an element into another by mouse or touch.

import { Behaviour } from '../screen/behaviour.js';

/** Distance at which a drag starts, in pixels. */
const SLACK = 6;

/**
 * @param {HTMLElement} place around both
 * @param {string} what selects the thing to drag
 * @param {string} where selects where it may be dropped
 * @param {() => boolean} isReady whether it can be dragged now
 * @param {() => void} dropped
 * @param {AbortSignal} signal
 */
export function draggable(place, what, where, isReady, dropped, signal) {
  new Draggable(place, { what, where, isReady, dropped }, signal);
}

class Draggable extends Behaviour {
  #way;
  /** @type {{ thing: HTMLElement, id: number, x: number, y: number, moves: boolean } | undefined} */
  #drag;

  /**
   * @param {HTMLElement} place
   * @param {{ what: string, where: string, isReady: () => boolean, dropped: () => void }} way
   * @param {AbortSignal} signal
   */
  constructor(place, way, signal) {
    super(place, signal);
    this.#way = way;
    this.listen(place, {
      pointerdown: event => this.#begin(event),
      pointermove: event => this.#move(event),
      pointerup: event => this.#end(event, this.#drag?.moves === true && this.#isOver(event)),
      pointercancel: event => this.#end(event, false),
      dragstart: event => event.preventDefault(),
    });
    this.listen(place, { click: suppress }, { capture: true });
  }

  get #room() {
    return this.element.querySelector(this.#way.where);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const thing = event.target instanceof Element ? event.target.closest(this.#way.what) : null;
    if (!(thing instanceof HTMLElement) || event.button !== 0 || !this.#way.isReady()) return;
    this.#drag = { thing, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
    thing.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moves ||= Math.hypot(x, y) > SLACK;
    if (!drag.moves) return;
    drag.thing.style.translate = `${x}px ${y}px`;
    drag.thing.toggleAttribute('data-own-dragged', true);
    this.#room?.toggleAttribute('data-own-over', this.#isOver(event));
  }

  /** @param {PointerEvent} event */
  #isOver({ clientX, clientY }) {
    const room = this.#room?.getBoundingClientRect();
    return !!room && clientX >= room.left && clientX <= room.right && clientY >= room.top && clientY <= room.bottom;
  }

  /** @param {PointerEvent} event @param {boolean} isIn */
  #end(event, isIn) {
    if (!this.#drag || this.#drag.id !== event.pointerId) return;
    const { thing, moves } = this.#drag;
    this.#drag = undefined;
    thing.style.translate = '';
    thing.removeAttribute('data-own-dragged');
    this.#room?.removeAttribute('data-own-over');
    if (moves) {
      thing.setAttribute('data-own-moved', '');
      setTimeout(() => thing.removeAttribute('data-own-moved'));
    }
    if (isIn) this.#way.dropped();
  }
}

/**
 * Suppresses the click after a drag.
 * @param {MouseEvent} event
 */
function suppress(event) {
  if (!(event.target instanceof Element) || !event.target.closest('[data-own-moved]')) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}
