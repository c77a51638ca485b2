// Form that adds a student type.

import { submit } from '../screen/act.js';
import { identifier } from '../journal/identifier.js';
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
    if (!await submit(form, { kind: 'studentType.saved', type, name })) return;
    form.reset();
    notify({ text: `${brief(name)} added`, undo: [{ kind: 'studentType.deleted', type }] });
    await refresh();
  }, { signal });
}
