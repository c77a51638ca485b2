// Records taps and changes made before the app has loaded. A classic script, since modules wait for the whole page.

{
  /** Time after which taps work as without the app, if it has not loaded, in milliseconds. */
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

  /** Returns the recorded taps and stops recording. */
  const handOver = () => {
    for (const type of ['click', 'change']) removeEventListener(type, keep, { capture: true });
    return kept.splice(0);
  };

  setTimeout(handOver, PATIENCE);
  Object.assign(window, { earlyTaps: handOver });
}
