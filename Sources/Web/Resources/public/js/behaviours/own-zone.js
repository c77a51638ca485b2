// Form that suggests the time zone of this device.

import { ownZone } from '../screen/zone.js';

/** @param {HTMLFormElement} form */
export function attach(form) {
  const field = form.querySelector('[name="timeZone"]');
  if (field instanceof HTMLInputElement && field.value === field.defaultValue && !field.hasAttribute('aria-invalid')) {
    field.value = ownZone();
  }
}
