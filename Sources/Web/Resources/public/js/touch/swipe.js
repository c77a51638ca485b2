// Rows that reveal actions when swiped left.

/** Distance at which a swipe starts, in pixels. */
const SLACK = 8;

/**
 * @param {HTMLElement} list
 * @param {string} front selects the part of a row that moves
 * @param {AbortSignal} signal
 */
export function swipeable(list, front, signal) {
  /** @type {{ row: HTMLElement, face: HTMLElement, id: number, x: number, y: number, from: number, swipes: boolean } | undefined} */
  let swipe;

  list.addEventListener('pointerdown', event => {
    if (swipe || !event.isPrimary) return;
    const face = event.target instanceof Element ? event.target.closest(front) : null;
    const row = face?.parentElement;
    if (!(face instanceof HTMLElement) || !row || event.button !== 0) return;
    const from = row.hasAttribute('data-own-open') ? -widthOf(row) : 0;
    swipe = { row, face, id: event.pointerId, x: event.clientX, y: event.clientY, from, swipes: false };
  }, { signal });
  list.addEventListener('pointermove', event => {
    if (!swipe || swipe.id !== event.pointerId) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!swipe.swipes) {
      if (Math.abs(y) > SLACK && Math.abs(y) > Math.abs(x)) swipe = undefined;
      if (!swipe || Math.abs(x) <= SLACK) return;
      swipe.swipes = true;
      swipe.face.setPointerCapture(event.pointerId);
      // Clears text selected by the mouse during the swipe.
      getSelection()?.removeAllRanges();
      swipe.row.setAttribute('data-own-swiping', '');
    }
    swipe.face.style.translate = `${placeOf(x)}px`;
  }, { signal });
  list.addEventListener('pointerup', event => end(event, false), { signal });
  list.addEventListener('pointercancel', event => end(event, true), { signal });
  // Keeps selected text from being dragged instead.
  list.addEventListener('dragstart', event => {
    if (event.target instanceof Node && event.target.parentElement?.closest(front)) event.preventDefault();
  }, { signal });
  // Suppresses the click after a swipe.
  list.addEventListener('click', event => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-own-swiped]')) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { signal, capture: true });
  // Closes the row when anything else is touched.
  document.addEventListener('pointerdown', ({ target }) => {
    for (const row of list.querySelectorAll('[data-own-open]')) {
      if (!(target instanceof Node) || !row.contains(target)) row.removeAttribute('data-own-open');
    }
  }, { signal });

  /** @param {number} x how far the pointer has moved */
  function placeOf(x) {
    return swipe ? Math.min(0, Math.max(swipe.from + x, -widthOf(swipe.row))) : 0;
  }

  /** @param {PointerEvent} event @param {boolean} isOff */
  function end(event, isOff) {
    if (!swipe || swipe.id !== event.pointerId) return;
    const { row, face, swipes, from } = swipe;
    const isOpen = isOff ? from < 0 : placeOf(event.clientX - swipe.x) < -widthOf(row) / 2;
    swipe = undefined;
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
}

/**
 * Width of the revealed actions in pixels.
 * @param {HTMLElement} row
 */
function widthOf(row) {
  return row.lastElementChild?.getBoundingClientRect().width ?? 0;
}
