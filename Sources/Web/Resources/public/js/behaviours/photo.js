// New picture of a person: chosen or taken, cropped square and scaled down before sending.

import { act } from '../screen/act.js';
import { Behaviour } from '../screen/behaviour.js';
import { Crop } from '../touch/crop.js';
import { dismiss, notify } from '../screen/notices.js';

/**
 * @param {HTMLElement} element with data-person and data-picture: the hash of the picture there is, or what only this device has of it
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Photo(element, signal);
}

class Photo extends Behaviour {
  #dialog = /** @type {HTMLDialogElement} */ (this.part('dialog'));
  #crop = new Crop(this.#dialog, this.signal);

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll('[data-photo]'))) {
      this.listen(input, { change: () => void this.#choose(input) });
      // A file may have been chosen before this script had loaded.
      void this.#choose(input);
    }
    this.onPress({
      '[data-use-photo]': () => void this.#use(),
      '[data-remove-picture]': () => {
        dismiss('picture');
        void change(element, {}, 'Picture removed');
      },
    });
  }

  /** @param {HTMLInputElement} input */
  async #choose(input) {
    const [file] = input.files ?? [];
    // Makes choosing the same file again a change.
    input.value = '';
    if (!file) return;
    if (await this.#crop.load(file)) this.#dialog.showModal();
    else notify({ text: 'This file is not a picture that can be shown here.' });
  }

  async #use() {
    // Until this change is told of, nobody takes back the one before by mistake.
    dismiss('picture');
    try {
      const data = await this.#crop.base64();
      this.#dialog.close();
      await change(this.element, { data }, 'Picture changed');
    } catch {
      this.#crop.complain('This picture could not be scaled down. Please choose another.');
    }
  }
}

/** How a picture begins that only this device has. */
const OWN = 'data:;base64,';

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
  const { person = '', picture: before = '' } = element.dataset;
  const payload = { kind: 'person.pictured', person };
  await act({ ...payload, ...picture }, { text, undo: [{ ...payload, ...sentOf(before) }], group: 'picture' });
}

/**
 * A picture as it is sent.
 * @param {string} shown the hash of one that the server has, what this device has of another, or "" for none
 * @returns {Record<string, string>}
 */
function sentOf(shown) {
  if (!shown) return {};
  return shown.startsWith(OWN) ? { data: shown.slice(OWN.length) } : { picture: shown };
}
