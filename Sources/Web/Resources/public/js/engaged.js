// Whether somebody is touching, pointing at or focusing a list, so that its rows must not move.

/** Time after the last touch, in milliseconds. */
const AFTERWARDS = 2_000;

/**
 * @param {Element} place around the list
 * @param {string} selector of the list
 * @param {AbortSignal} signal
 * @param {() => void} free called when the list is no longer in use
 * @returns {() => boolean} whether the list is in use
 */
export function engaged(place, selector, signal, free) {
  const reasons = new Set();
  let timer = 0;
  const isIn = (/** @type {Event} */ { target }) => target instanceof Element && target.closest(selector) !== null;

  /** @param {string} reason @param {boolean} is */
  const set = (reason, is) => {
    if (is) reasons.add(reason);
    else if (reasons.delete(reason) && !reasons.size) free();
  };
  const touched = () => {
    set('touch', true);
    clearTimeout(timer);
    timer = setTimeout(() => set('touch', false), AFTERWARDS);
  };
  place.addEventListener('pointerover', event => {
    if (/** @type {PointerEvent} */ (event).pointerType === 'mouse') set('pointer', isIn(event));
  }, { signal });
  place.addEventListener('pointerleave', () => set('pointer', false), { signal });
  place.addEventListener('touchstart', event => { if (isIn(event)) touched(); }, { signal, passive: true });
  place.addEventListener('touchmove', event => { if (isIn(event)) touched(); }, { signal, passive: true });
  place.addEventListener('focusin', event => {
    set('focus', isIn(event) && event.target instanceof Element && event.target.matches(':focus-visible'));
  }, { signal });
  place.addEventListener('focusout', () => set('focus', false), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => reasons.size > 0;
}
