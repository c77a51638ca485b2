// Taps that come before the app is there are kept for it. A script of its own, since modules wait for the whole page.

{
  /** If the app has not come by then, what works without it works again. Milliseconds. */
  const PATIENCE = 10_000;

  /** @type {HTMLElement[]} */
  const kept = [];

  /** @param {Event} event */
  const keep = event => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('[data-behaviour]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(/** @type {HTMLElement} */ (target.closest('a, button, input, label') ?? target));
  };

  addEventListener('click', keep, { capture: true });

  /** Hands over what was kept, and keeps no more. */
  const handOver = () => {
    removeEventListener('click', keep, { capture: true });
    return kept.splice(0);
  };

  setTimeout(handOver, PATIENCE);
  Object.assign(window, { earlyTaps: handOver });
}
