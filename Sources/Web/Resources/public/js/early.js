// Records taps and changes made before the app has loaded, and tells browsers that are too old. A classic script, since
// modules wait for the whole page.

{
  /** Whether the browser lacks what pages are made of: nested style rules as of 2023, and popovers. */
  const isTooOld = () => {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('a { b { color: red } }');
      const rule = /** @type {CSSGroupingRule} */ (/** @type {unknown} */ (sheet.cssRules[0]));
      return rule.cssRules.length === 0 || !('popover' in HTMLElement.prototype);
    } catch (_) {
      return true;
    }
  };

  if (isTooOld()) {
    addEventListener('DOMContentLoaded', () => {
      const words = document.createElement('p');
      words.className = 'too-old';
      words.textContent = 'This browser is too old for Shala. It needs Safari 17.2 (iOS 17.2), Chrome or Edge 120, or Firefox 128.';
      document.body.prepend(words);
    });
  }

  /** Time after which taps work as without the app, if it has not loaded, in milliseconds. */
  const PATIENCE = 10_000;

  /** @type {{ control: HTMLElement, type: string, checked: boolean, value: string }[]} */
  const kept = [];

  /**
   * Whether a control is a box, a radio button or the label of one: it shows the tap at once, and tells of it by its change.
   * @param {Element} control
   */
  const isBox = control => {
    const box = control instanceof HTMLLabelElement ? control.control : control;
    return box instanceof HTMLInputElement && ['checkbox', 'radio'].includes(box.type);
  };

  /** @param {Event} event */
  const keep = event => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('[data-behaviour]')) return;
    const control = /** @type {HTMLInputElement} */ (target.closest('a, button, input, label') ?? target);
    if (event.type === 'click' && isBox(control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push({ control, type: event.type, checked: control.checked, value: control.value });
  };

  for (const type of ['click', 'change']) addEventListener(type, keep, { capture: true });

  /** Returns the recorded taps and stops recording. */
  const handOver = () => {
    for (const type of ['click', 'change']) removeEventListener(type, keep, { capture: true });
    return kept.splice(0);
  };

  setTimeout(handOver, PATIENCE);
  Object.assign(window, { early: { taps: handOver, isBox } });
}
