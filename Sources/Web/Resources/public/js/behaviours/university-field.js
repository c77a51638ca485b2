// University field: suggests matches from the bundled list, and accepts any other name.
// A combobox with manual selection (WAI-ARIA Authoring Practices Guide).

import { composes } from '../screen/compose.js';
import { element } from '../screen/element.js';
import { afterPress } from '../touch/press.js';
import { MOST, find, named, parse } from '../screen/universities.js';

/** @typedef {import('../screen/universities.js').University} University */

/** Delay after the last key, so that screen readers do not announce every letter, in milliseconds. */
const PAUSE = 600;

/** @type {Promise<University[]> | undefined} */
let list;

/**
 * @param {HTMLElement} field with a combobox, its list, a hidden input for the country and a status
 * @param {AbortSignal} signal
 */
export function attach(field, signal) {
  new UniversityField(field, signal);
}

class UniversityField {
  #field;
  #input;
  #country;
  #options;
  #status;
  /** @type {University[]} */
  #universities = [];
  #timer = 0;

  /** @param {HTMLElement} field @param {AbortSignal} signal */
  constructor(field, signal) {
    this.#field = field;
    this.#input = /** @type {HTMLInputElement} */ (field.querySelector('[role="combobox"]'));
    this.#country = /** @type {HTMLInputElement} */ (field.querySelector('[name="country"]'));
    this.#options = /** @type {HTMLElement} */ (field.querySelector('[role="listbox"]'));
    this.#status = /** @type {HTMLElement} */ (field.querySelector('[role="status"]'));
    this.#input.addEventListener('input', () => this.#typed(), { signal });
    this.#input.addEventListener('keydown', event => this.#key(event), { signal });
    this.#input.addEventListener('blur', () => afterPress(() => {
      if (this.#input !== document.activeElement) this.#close();
    }), { signal });
    // The focus stays in the field, and with it the keyboard of a phone.
    this.#options.addEventListener('pointerdown', event => event.preventDefault(), { signal });
    this.#options.addEventListener('mousedown', event => event.preventDefault(), { signal });
    this.#options.addEventListener('click', event => this.#clicked(event), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    void this.#load();
  }

  /** Loads the list. Without it any name can still be typed. */
  async #load() {
    list ??= load();
    try {
      this.#universities = await list;
    } catch (error) {
      list = undefined;
      console.info('The list of universities could not be fetched.', error);
    }
    // The user may have typed before the list had loaded.
    if (this.#input === document.activeElement && this.#input.value && !this.#country.value) this.#show();
  }

  #typed() {
    this.#country.value = '';
    this.#show();
  }

  #show() {
    const text = this.#input.value.trim();
    if (!text) {
      this.#close();
      return;
    }
    const found = find(this.#universities, text);
    const offered = found.slice(0, MOST).map((university, index) => option(university, index));
    if (!named(this.#universities, text)) offered.push(ownOption(text));
    this.#options.replaceChildren(...offered);
    this.#options.hidden = false;
    this.#options.scrollTop = 0;
    this.#input.setAttribute('aria-expanded', 'true');
    this.#input.removeAttribute('aria-activedescendant');
    this.#say(counted(found.length));
    // Scrolls a field at the bottom of the screen up, so that its options are visible.
    this.#field.scrollIntoView({ block: 'nearest' });
  }

  #close() {
    this.#options.hidden = true;
    this.#options.replaceChildren();
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
    this.#say('');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (composes(event) || event.ctrlKey || event.metaKey) return;
    const { key, altKey } = event;
    const active = this.#active;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (this.#options.hidden) this.#show();
      if (!altKey) this.#move(key === 'ArrowDown' ? 1 : -1);
      else if (key === 'ArrowUp') this.#close();
    } else if (key === 'Enter' && active) {
      event.preventDefault();
      this.#choose(active);
    } else if (key === 'Escape' && !this.#options.hidden) {
      event.preventDefault();
      this.#close();
    } else if (active && ['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) {
      // These keys move the text cursor.
      this.#activate(null);
    }
  }

  /** @returns {HTMLElement | null} */
  get #active() {
    return this.#options.querySelector('[aria-selected="true"]');
  }

  /** @param {number} by */
  #move(by) {
    const options = /** @type {HTMLElement[]} */ ([...this.#options.children]);
    const active = this.#active;
    const from = active ? options.indexOf(active) : by > 0 ? -1 : options.length;
    // Past either end comes the text, then the other end.
    this.#activate(options[from + by] ?? null);
  }

  /** @param {HTMLElement | null} option */
  #activate(option) {
    this.#active?.setAttribute('aria-selected', 'false');
    if (!option) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', option.id);
  }

  /** @param {Event} event */
  #clicked(event) {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    if (option instanceof HTMLElement) this.#choose(option);
  }

  /** @param {HTMLElement} option */
  #choose({ dataset: { name = '', country = '' } }) {
    this.#input.value = name;
    this.#country.value = country;
    this.#close();
    this.#say(country ? `${name}, ${country}` : name);
    this.#input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#status.textContent = text; }, text ? PAUSE : 0);
  }
}

async function load() {
  const response = await fetch(new URL('../../universities.txt', import.meta.url));
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return parse(await response.text());
}

/** @param {number} count */
function counted(count) {
  if (count === 1) return '1 university';
  return `${count || 'No'} universities${count > MOST ? `, the first ${MOST} are shown` : ''}`;
}

/** @param {University} university @param {number} index */
function option({ name, country }, index) {
  return element(
    'li',
    { 'id': `university-${index}`, 'class': 'option', 'role': 'option', 'aria-selected': 'false', 'data-name': name, 'data-country': country },
    element('span', { dir: 'auto' }, name),
    element('span', { class: 'option-note', dir: 'auto' }, country),
  );
}

/** @param {string} text */
function ownOption(text) {
  return element(
    'li',
    { 'id': 'university-own', 'class': 'option option-own', 'role': 'option', 'aria-selected': 'false', 'data-name': text },
    `Use “${text}”`,
  );
}
