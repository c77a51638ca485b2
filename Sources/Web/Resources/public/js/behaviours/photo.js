// New picture of a person: chosen or taken, cropped square and scaled down before sending.

import { Crop } from '../touch/crop.js';
import { problems, record } from '../journal/journal.js';
import { dismiss, notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLElement} element with data-person and data-picture, the hash of the picture there is
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const dialog = /** @type {HTMLDialogElement} */ (element.querySelector('dialog'));
  const crop = new Crop(dialog, signal);

  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll('[data-photo]'))) {
    const choose = async () => {
      const [file] = input.files ?? [];
      // Makes choosing the same file again a change.
      input.value = '';
      if (!file) return;
      if (await crop.load(file)) dialog.showModal();
      else notify({ text: 'This file is not a picture that can be shown here.' });
    };
    input.addEventListener('change', choose, { signal });
    // A file may have been chosen before this script had loaded.
    void choose();
  }

  element.querySelector('[data-use-photo]')?.addEventListener('click', async () => {
    // Until this change is told of, nobody takes back the one before by mistake.
    dismiss('picture');
    try {
      const data = await crop.base64();
      dialog.close();
      await change(element, { data }, 'Picture changed');
    } catch {
      crop.complain('This picture could not be scaled down. Please choose another.');
    }
  }, { signal });

  element.querySelector('[data-remove-picture]')?.addEventListener('click', () => {
    dismiss('picture');
    void change(element, {}, 'Picture removed');
  }, { signal });
}

/** The change before: what its undoing brings back is known once the page shows it. */
let changing = Promise.resolve();

/**
 * @param {HTMLElement} element
 * @param {{ data?: string }} picture
 * @param {string} text
 */
function change(element, picture, text) {
  changing = changing.then(() => make(element, picture, text), () => make(element, picture, text));
  return changing;
}

/**
 * @param {HTMLElement} element
 * @param {{ data?: string }} picture
 * @param {string} text
 */
async function make(element, picture, text) {
  const { person = '', picture: before } = element.dataset;
  const payload = { kind: 'person.pictured', person };
  const [problem] = problems(await record({ ...payload, ...picture }));
  if (problem) notify({ text: problem.message });
  else notify({ text, undo: [{ ...payload, ...before && { picture: before } }], group: 'picture' });
  await refresh();
}
