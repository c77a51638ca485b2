// Removes a person who was added by mistake, or puts one back who was removed.

import { take } from '../screen/act.js';
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
  if (!await take({ kind: 'person.removed', person })) return;
  notifyNext({
    text: `${brief(name)} removed`, undo: [{ kind: 'person.restored', person }], undone: `${brief(name)} is back`,
    then: `/people/${person}`, group: 'removal',
  });
  location.assign('/students');
}

/** @param {DOMStringMap} whom */
async function restore({ person = '', name }) {
  const isTaken = await take({ kind: 'person.restored', person });
  if (isTaken) notify({ text: `${brief(name)} is back`, undo: [{ kind: 'person.removed', person }], group: 'removal' });
  await refresh();
}
