// A button that can also be held: the ring fills, then it sends the event "hold" instead of a click.
// Letting go, moving away or Escape cancels. Works with finger, mouse and the space bar.

/** How long to hold. The ring in hold.css takes as long. Milliseconds. */
const HOLD = 800;

/** Who lets go later than this did not mean a tap, but thought better of holding. Milliseconds. */
const TAP = 400;

/** How far a finger may stray, in pixels. */
const STRAY = 20;

/**
 * @param {HTMLElement} button
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  let timer = 0;
  let started = 0;
  let noClick = false;

  const begin = () => {
    started = performance.now();
    noClick = false;
    button.dataset.holding = '';
    timer = setTimeout(finish, HOLD);
  };

  const finish = () => {
    delete button.dataset.holding;
    button.dataset.held = '';
    noClick = true;
    navigator.vibrate?.(30);
    button.dispatchEvent(new CustomEvent('hold', { bubbles: true }));
  };

  const cancel = () => {
    if (isHolding()) noClick = true;
    end();
  };

  const end = () => {
    clearTimeout(timer);
    delete button.dataset.holding;
    delete button.dataset.held;
  };

  const release = () => {
    if (isHolding() && performance.now() - started > TAP) noClick = true;
    end();
  };

  const isHolding = () => button.dataset.holding !== undefined;

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown: (/** @type {PointerEvent} */ event) => {
      if (event.isPrimary && event.button === 0) begin();
    },
    pointermove: (/** @type {PointerEvent} */ event) => {
      if (isHolding() && isOutside(button, event)) cancel();
    },
    pointerup: release,
    pointercancel: cancel,
    pointerleave: cancel,
    blur: cancel,
    contextmenu: event => event.preventDefault(),
    dragstart: event => event.preventDefault(),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') cancel();
      if (event.key === 'Enter' && event.repeat) event.preventDefault();
      if (event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat) begin();
    },
    keyup: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      const wasHolding = isHolding();
      release();
      if (wasHolding) button.click();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) button.addEventListener(name, listener, { signal });

  // Before anybody else hears of it: the click that ends a hold is none.
  button.addEventListener('click', event => {
    if (!noClick) return;
    noClick = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { signal, capture: true });

  document.addEventListener('visibilitychange', cancel, { signal });
  signal.addEventListener('abort', end);
}

/** @param {HTMLElement} button @param {PointerEvent} event */
function isOutside(button, { clientX, clientY }) {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX < left - STRAY || clientX > right + STRAY || clientY < top - STRAY || clientY > bottom + STRAY;
}
