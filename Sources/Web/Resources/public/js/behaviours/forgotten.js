// Question when a class ended that goes on since long ago.

import { isFaultless, submit } from '../screen/act.js';
import { valueIn } from '../screen/control.js';
import { setText } from '../screen/element.js';
import { notifyNext } from '../screen/notices.js';
import { momentIn } from '../screen/past-time.js';

/**
 * @param {HTMLFormElement} form with data-class, data-zone, and data-end, the suggested end
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  const say = () => setText(form, '[data-end-text]', valueIn(form, 'end') || '…');
  form.addEventListener('input', say, { signal });
  // A refresh brings the suggestion back, and leaves what was typed.
  const observer = new MutationObserver(say);
  observer.observe(form, { subtree: true, childList: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect());
  say();
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    busy = await save(form, form.dataset.class ?? '').catch(error => {
      console.info('The class could not be saved.', error);
      return false;
    });
  }, { signal });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} id
 */
async function save(form, id) {
  const end = momentIn(form, valueIn(form, 'end'), form.dataset.end);
  if (end === undefined) return isFaultless(form, [{ field: 'end', code: 'required', message: 'Enter a date and a time.' }]);
  if (!await submit(form, { kind: 'class.saved', class: id, end: new Date(end).toISOString() })) return false;
  notifyNext({ text: 'Class saved', undo: [{ kind: 'class.restored', class: id }], then: '/class', group: 'class' });
  location.assign(`/classes/${id}`);
  return true;
}
