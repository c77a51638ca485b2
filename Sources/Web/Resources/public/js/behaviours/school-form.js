// Form that saves what the book says of the school.

import { submit } from '../screen/act.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const data = new FormData(form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
    const typesIDs = data.has('typesIDs');
    if (!await submit(form, { kind: 'school.saved', name: text('name'), timeZone: text('timeZone'), typesIDs })) return;
    await refresh();
    notify({ text: 'School saved' });
  }, { signal });
}
