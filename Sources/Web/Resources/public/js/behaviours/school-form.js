// Form that saves what the book says of the school.

import { showProblems } from '../screen/form-problems.js';
import { problems, record } from '../journal/journal.js';
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
    const found = problems(await record({ kind: 'school.saved', name: text('name'), timeZone: text('timeZone'), typesIDs }));
    const rest = showProblems(form, found);
    if (rest) notify({ text: rest });
    if (found.length) return;
    await refresh();
    notify({ text: 'School saved' });
  }, { signal });
}
