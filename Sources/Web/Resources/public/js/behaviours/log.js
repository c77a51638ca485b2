// "Log": dialog for logging a training.

import { now } from '../signal/clock.js';
import { isFaultless } from '../screen/act.js';
import { Behaviour } from '../screen/behaviour.js';
import { letGo } from '../screen/engaged.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { momentOf, ownZone } from '../screen/zone.js';

/**
 * @param {HTMLButtonElement} button with data-dialog, an id
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  new Log(button, signal);
}

class Log extends Behaviour {
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById(this.element.dataset.dialog ?? ''));
  #ask = /** @type {HTMLDialogElement} */ (document.getElementById('log-discard'));
  #form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector('form'));
  #isBusy = false;

  /** @param {HTMLButtonElement} button @param {AbortSignal} signal */
  constructor(button, signal) {
    super(button, signal);
    this.listen(button, { click: () => this.#open() });
    this.listen(this.#form, { submit: event => void this.#submitted(event) });
    this.listen(this.#dialog, {
      click: ({ target }) => {
        if (target === this.#dialog || target instanceof Element && target.closest('[data-close]')) this.#leave();
      },
      // Browsers do not let a second cancel event keep a dialog open; the key event can be prevented.
      keydown: event => {
        if (event.key === 'Escape') this.#escape(event);
      },
      cancel: event => this.#escape(event),
    });
    this.listen(this.#ask, { click: ({ target }) => this.#answered(target) });
  }

  #open() {
    if (this.#dialog.open) return;
    this.#form.reset();
    showProblems(this.#form, []);
    setNow(this.#form);
    this.#dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    if (await save(this.#form).finally(() => { this.#isBusy = false; })) this.#dialog.close();
  }

  /** @param {Event} event */
  #escape(event) {
    event.preventDefault();
    this.#leave();
  }

  /** Closes the dialog, asking first if input would be lost. */
  #leave() {
    const data = new FormData(this.#form);
    const isWritten = ['description', 'minutes'].some(name => String(data.get(name)).trim());
    if (isWritten) this.#ask.showModal();
    else this.#dialog.close();
  }

  /** @param {EventTarget | null} target */
  #answered(target) {
    if (!(target instanceof Element)) return;
    // Inner dialog first, since each restores the focus from before.
    if (target.closest('[data-keep], [data-discard]')) this.#ask.close();
    if (target.closest('[data-discard]')) this.#dialog.close();
  }
}

/** @param {HTMLFormElement} form */
function setNow(form) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const today = new Date(now());
  const [date, time] = ['start', 'time'].map(name => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
  date.value = `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`;
  time.value = `${two(today.getHours())}:${two(today.getMinutes())}`;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<boolean>} whether it is kept
 */
async function save(form) {
  const data = new FormData(form);
  const value = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const minutes = value('minutes');
  const training = identifier();
  const found = problems(await record({
    kind: 'training.logged', training, description: value('description').replace(/\s+/g, ' '), category: value('category'),
    minutes: /^\d+([.,]\d+)?$/.test(minutes) ? Number(minutes.replace(',', '.')) : minutes || null,
    start: value('start') && value('time') ? momentText(value('start'), value('time')) : null,
  }));
  const isWithoutTime = value('start') && !value('time');
  const shown = found.map(one => one.field === 'start' && isWithoutTime ? { ...one, field: 'time' } : one);
  if (!isFaultless(form, shown, 'training')) return false;
  letGo();
  notify({ text: 'Entry saved', undo: [{ kind: 'training.deleted', training }], group: 'training' });
  void refresh();
  return true;
}

/**
 * Converts a local time of this device to RFC 3339. Invalid input, such as the year 12026, is returned unchanged, to be
 * rejected by the rules.
 * @param {string} date
 * @param {string} time
 */
function momentText(date, time) {
  try {
    return new Date(momentOf(date, time, ownZone())).toISOString();
  } catch {
    return `${date} ${time}`;
  }
}
