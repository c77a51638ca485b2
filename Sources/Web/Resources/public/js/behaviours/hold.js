// Button that can be held: a ring fills, then the event "hold" is sent instead of a click. Letting go, moving away or
// Escape cancels. Works with touch, mouse and the space bar.

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

  // In the capture phase, to suppress the click that ends a hold.
  button.addEventListener('click', event => {
    if (!noClick) return;
    noClick = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { signal, capture: true });

  document.addEventListener('visibilitychange', cancel, { signal });
  signal.addEventListener('abort', end);
  // A press may have begun before this script came.
  if (button.matches(':active')) begin();
}

/** @param {HTMLElement} button @param {PointerEvent} event */
function isOutside(button, { clientX, clientY }) {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX < left - STRAY || clientX > right + STRAY || clientY < top - STRAY || clientY > bottom + STRAY;
}
