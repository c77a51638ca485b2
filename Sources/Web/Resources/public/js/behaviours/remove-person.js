// Removes a person who was added by mistake, or puts one back who was removed.

import { act, take } from '../screen/act.js';
import { notifyNext } from '../screen/notices.js';
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
  const undo = [{ kind: 'person.removed', person }];
  await act({ kind: 'person.restored', person }, { text: `${brief(name)} is back`, undo, group: 'removal' });
}
