// Values of form controls: the current value, and the value last known to the server (the default value).

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/**
 * @param {Node} node
 * @returns {node is Control}
 */
export function isControl(node) {
  return node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement && node.type !== 'file';
}

/** @param {Control} control */
export function valueOf(control) {
  return control.type === 'checkbox' ? String(/** @type {HTMLInputElement} */ (control).checked) : control.value;
}

/**
 * Returns what a field of a form says, without spaces around it.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function valueIn(form, name) {
  return String(new FormData(form).get(name) ?? '').trim();
}

/** @param {Control} control */
export function savedValue(control) {
  if (control instanceof HTMLInputElement) {
    return control.type === 'checkbox' ? String(control.defaultChecked) : control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.defaultValue;
  const chosen = [...control.options].find(option => option.defaultSelected) ?? control.options[0];
  return chosen?.value ?? '';
}

/**
 * Whether the value of any of these is another than the server last knew.
 * @param {Iterable<Element>} elements controls, and others
 */
export function areChanged(elements) {
  return [...elements].some(one => isControl(one) && valueOf(one) !== savedValue(one));
}

/**
 * Whether the value of any of a form's fields is another than the server last knew.
 * @param {HTMLFormElement} form
 * @param {...string} names of fields
 */
export function areFieldsChanged(form, ...names) {
  return areChanged([...form.elements].filter(field => names.includes(field.getAttribute('name') ?? '')));
}

/** @param {Control} control @param {string} value */
export function setValue(control, value) {
  if (valueOf(control) === value) return;
  if (control.type === 'checkbox') /** @type {HTMLInputElement} */ (control).checked = value === 'true';
  else control.value = value;
}

/**
 * Records a value as known to the server.
 * @param {Control} control
 * @param {string} value
 */
export function setSavedValue(control, value) {
  if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox') control.defaultChecked = value === 'true';
    else control.defaultValue = value;
    return;
  }
  if (control instanceof HTMLTextAreaElement) {
    control.defaultValue = value;
    return;
  }
  for (const option of control.options) option.defaultSelected = option.value === value;
  control.value = value;
}
