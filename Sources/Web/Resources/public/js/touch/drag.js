// Dragging an element into another by mouse or touch.

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
  /** @type {{ thing: HTMLElement, id: number, x: number, y: number, moves: boolean } | undefined} */
  let drag;

  place.addEventListener('pointerdown', event => {
    const thing = event.target instanceof Element ? event.target.closest(what) : null;
    if (!(thing instanceof HTMLElement) || event.button !== 0 || !isReady()) return;
    drag = { thing, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
    thing.setPointerCapture(event.pointerId);
  }, { signal });
  place.addEventListener('pointermove', event => {
    if (!drag || drag.id !== event.pointerId) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moves ||= Math.hypot(x, y) > SLACK;
    if (!drag.moves) return;
    drag.thing.style.translate = `${x}px ${y}px`;
    drag.thing.toggleAttribute('data-own-dragged', true);
    place.querySelector(where)?.toggleAttribute('data-own-over', isOver(event));
  }, { signal });
  place.addEventListener('pointerup', event => end(event, drag?.moves === true && isOver(event)), { signal });
  place.addEventListener('pointercancel', event => end(event, false), { signal });
  // Suppresses the click after a drag.
  place.addEventListener('click', event => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-own-moved]')) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { signal, capture: true });
  place.addEventListener('dragstart', event => event.preventDefault(), { signal });

  /** @param {PointerEvent} event */
  function isOver({ clientX, clientY }) {
    const room = place.querySelector(where)?.getBoundingClientRect();
    return !!room && clientX >= room.left && clientX <= room.right && clientY >= room.top && clientY <= room.bottom;
  }

  /** @param {PointerEvent} event @param {boolean} isIn */
  function end(event, isIn) {
    if (!drag || drag.id !== event.pointerId) return;
    const { thing, moves } = drag;
    drag = undefined;
    thing.style.translate = '';
    thing.removeAttribute('data-own-dragged');
    place.querySelector(where)?.removeAttribute('data-own-over');
    if (moves) {
      thing.setAttribute('data-own-moved', '');
      setTimeout(() => thing.removeAttribute('data-own-moved'));
    }
    if (isIn) dropped();
  }
}
