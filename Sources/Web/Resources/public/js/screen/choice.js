// Selects as wide as what is chosen, in browsers that would make them as wide as their widest option.

const HAS_FIELD_SIZING = CSS.supports('field-sizing', 'content');

/** @param {Element} form */
export function fitChoices(form) {
  if (HAS_FIELD_SIZING) return;
  for (const select of form.querySelectorAll('select')) {
    const alone = /** @type {HTMLSelectElement} */ (select.cloneNode());
    // Out of the row, where both would have to share what room there is.
    alone.style.position = 'absolute';
    alone.style.inlineSize = 'max-content';
    alone.append(new Option(select.selectedOptions[0]?.text));
    select.after(alone);
    select.style.inlineSize = `${Math.ceil(alone.getBoundingClientRect().width)}px`;
    alone.remove();
  }
}
