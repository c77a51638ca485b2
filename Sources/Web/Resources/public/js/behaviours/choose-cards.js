// Choice of people for whom cards are made: it stays while the list is filtered.

import { Behaviour } from '../screen/behaviour.js';
import { element, setText } from '../screen/element.js';
import { notify } from '../screen/notices.js';
import { counted } from '../screen/wording.js';

/**
 * @param {HTMLFormElement} form with a list of people, and data-most
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  new ChooseCards(form, signal);
}

class ChooseCards extends Behaviour {
  #most = Number(this.element.dataset.most ?? 1);
  #chosen = new Set(this.#boxes.filter(({ checked }) => checked).map(({ value }) => value));
  #isBusy = false;

  /** @param {HTMLFormElement} form @param {AbortSignal} signal */
  constructor(form, signal) {
    super(form, signal);
    for (const place of ['[data-chosen]', '[data-choosers]']) this.part(place).hidden = false;
    this.listen(form, { change: ({ target }) => this.#changed(target), submit: () => this.#addRest() });
    this.onPress({
      'button[data-select="none"]': () => this.#selectNone(),
      'button[data-select="all"]': () => void this.#selectAll(),
      // How the form is sent is asked of the button, also where a script sends it.
      'button[type="submit"]': button => form.setAttribute('action', button.getAttribute('formaction') ?? '/sign-in-cards'),
    });
    this.onChange(() => this.#show());
    this.#show();
  }

  get #boxes() {
    return /** @type {HTMLInputElement[]} */ ([...this.element.querySelectorAll('.tick input')]);
  }

  /** @param {EventTarget | null} box */
  #changed(box) {
    if (!(box instanceof HTMLInputElement) || box.name !== 'people') return;
    if (box.checked) this.#chosen.add(box.value);
    else this.#chosen.delete(box.value);
    this.#show();
  }

  /** Those who are chosen but not in the list any more go along. */
  #addRest() {
    for (const old of this.element.querySelectorAll('input[type="hidden"]')) old.remove();
    const shown = new Set(this.#boxes.map(({ value }) => value));
    for (const value of this.#chosen) {
      if (!shown.has(value)) this.element.append(element('input', { type: 'hidden', name: 'people', value }));
    }
  }

  #selectNone() {
    this.#chosen.clear();
    this.#show();
  }

  /** Selects all whom the search finds, also those further down. */
  async #selectAll() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#addFound();
    } catch (error) {
      console.info('The list could not be fetched.', error);
      for (const box of this.#boxes) this.#chosen.add(box.value);
      notify({ text: 'Only those in the list are selected: there is no signal.', group: 'needs-signal' });
    } finally {
      this.#isBusy = false;
    }
    this.#show();
  }

  async #addFound() {
    /** @type {string | null} */
    let next = location.pathname + location.search;
    while (next && this.#chosen.size <= this.#most) {
      const response = await fetch(next, { headers: { Accept: 'application/json' } });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      /** @type {{ people: { id: string }[], more: string | null }} */
      const page = await response.json();
      for (const { id } of page.people) this.#chosen.add(id);
      next = page.more;
    }
  }

  #show() {
    const [count, most] = [this.#chosen.size, this.#most];
    const many = count > most;
    for (const box of this.#boxes) box.checked = this.#chosen.has(box.value);
    const words = many ? `At most ${counted(most, 'card', 'cards')} are made at once.` : `${counted(count, 'person', 'people')} selected`;
    setText(this.element, '[data-chosen]', words);
    for (const button of this.element.querySelectorAll('.list-deeds button')) button.toggleAttribute('disabled', !count || many);
    this.part('[data-select="none"]').toggleAttribute('disabled', !count);
  }
}
