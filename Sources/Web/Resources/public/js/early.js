// Taps and changed fields that come before the app is there are kept for it. A script of its own, since modules wait for the whole page.

{
  /** If the app has not come by then, what works without it works again. Milliseconds. */
  const PATIENCE = 10_000;

  /** @type {{ control: HTMLElement, type: string }[]} */
  const kept = [];

  /** @param {Event} event */
  const keep = event => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('[data-behaviour]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const control = /** @type {HTMLElement} */ (target.closest('a, button, input, label') ?? target);
    kept.push({ control, type: event.type });
  };

  for (const type of ['click', 'change']) addEventListener(type, keep, { capture: true });

  /** Hands over what was kept, and keeps no more. */
  const handOver = () => {
    for (const type of ['click', 'change']) removeEventListener(type, keep, { capture: true });
    return kept.splice(0);
  };

  setTimeout(handOver, PATIENCE);
  Object.assign(window, { earlyTaps: handOver });
}
