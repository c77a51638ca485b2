// Removes a person who was added by mistake, or puts one back who was removed.

import { problems, record } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-person and data-name: the dialog that asks, or with data-restore the button that
 *   puts back
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-restore]')) void restore(element.dataset);
    if (target.closest('[data-remove]')) void remove(element.dataset);
  }, { signal });
}

/** @param {DOMStringMap} whom */
async function remove({ person = '', name }) {
  const [problem] = problems(await record({ kind: 'person.removed', person }));
  if (problem) {
    notify({ text: problem.message });
    return;
  }
  notifyNext({
    text: `${brief(name)} removed`, undo: [{ kind: 'person.restored', person }], undone: `${brief(name)} is back`,
    then: `/people/${person}`, group: 'removal',
  });
  location.assign('/students');
}

/** @param {DOMStringMap} whom */
async function restore({ person = '', name }) {
  const [problem] = problems(await record({ kind: 'person.restored', person }));
  notify(problem ? { text: problem.message }
    : { text: `${brief(name)} is back`, undo: [{ kind: 'person.removed', person }], group: 'removal' });
  await refresh();
}
