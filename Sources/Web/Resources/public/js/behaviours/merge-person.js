// Makes one person of two, or two again.

import { act, take } from '../screen/act.js';
import { notify, notifyNext } from '../screen/notices.js';
import { brief } from '../screen/wording.js';
import { isServerThere } from './needs-signal.js';

/**
 * @param {HTMLButtonElement} button with data-person and data-name, who goes, and data-into and data-other, who stays; with
 *   data-separate, both are on their own again
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    button.disabled = true;
    if (await isServerThere()) await (button.dataset.separate === undefined ? merge : separate)(button.dataset);
    else notify({ text: 'Merging needs signal.', group: 'merge' });
    button.disabled = false;
  }, { signal });
}

/** @param {DOMStringMap} whom */
async function merge({ person = '', name, into = '', other }) {
  if (!await take({ kind: 'person.merged', person, into })) return;
  notifyNext({
    text: `${brief(name)} merged with ${brief(other)}`, undo: [{ kind: 'person.restored', person }], undone: `${brief(name)} is back`,
    then: `/people/${person}`, group: 'merge',
  });
  location.assign(`/people/${into}`);
}

/** @param {DOMStringMap} whom */
async function separate({ person = '', name, into = '' }) {
  const undo = [{ kind: 'person.merged', person, into }];
  await act({ kind: 'person.restored', person }, { text: `${brief(name)} is back`, undo, undone: 'Merged again', group: 'merge' });
}
