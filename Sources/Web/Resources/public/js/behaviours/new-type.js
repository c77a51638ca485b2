// Form that adds a student type.

import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const name = String(new FormData(form).get('name') ?? '').trim();
    const type = identifier();
    const found = problems(await record({ kind: 'studentType.saved', type, name }));
    const rest = showProblems(form, found);
    if (rest) notify({ text: rest });
    if (found.length) return;
    form.reset();
    notify({ text: `${brief(name)} added`, undo: [{ kind: 'studentType.deleted', type }] });
    await refresh();
  }, { signal });
}
