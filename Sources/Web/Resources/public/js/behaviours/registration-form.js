// Registration form for offline use: validated and stored on the device.

import { now, reading } from '../signal/clock.js';
import { reloadOnReturn } from '../screen/back.js';
import { Behaviour } from '../screen/behaviour.js';
import { composes } from '../screen/compose.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { tell } from '../journal/condition.js';
import { problemsOf } from '../journal/entries.js';
import { hold } from '../journal/journal.js';
import { dismiss, notify, notifyNext } from '../screen/notices.js';
import { brief } from '../screen/wording.js';
import * as outbox from '../journal/outbox.js';

const FIELDS = ['firstName', 'lastName', 'email', 'gender', 'university', 'country'];

/**
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  new RegistrationForm(form, signal);
}

/** @extends {Behaviour<HTMLFormElement>} */
class RegistrationForm extends Behaviour {
  /** The record to correct, once it is filled in. */
  #filled;
  #isBusy = false;

  /** @param {HTMLFormElement} form @param {AbortSignal} signal */
  constructor(form, signal) {
    super(form, signal);
    this.#filled = fill(form).catch(error => {
      console.info('The record to be corrected could not be read.', error);
      return undefined;
    });
    this.listen(form, {
      submit: event => void this.#submitted(event),
      keydown: event => {
        if (event.key === 'Enter' && !composes(event) && !event.defaultPrevented) next(form, event);
      },
      change: ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'radio') closeKeyboard(target);
      },
    });
    reloadOnReturn(signal);
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Stays busy after saving, since the next page may take a while.
    this.#isBusy = await save(this.element, await this.#filled).catch(error => {
      console.info('The record could not be saved.', error);
      say('This device could not save it. Please try again.');
      return false;
    });
  }
}

/**
 * Fills in the record to correct, if the address names one.
 * @param {HTMLFormElement} form
 * @returns {Promise<outbox.Kept | undefined>}
 */
async function fill(form) {
  const kept = location.hash ? await outbox.find(location.hash.slice(1)) : undefined;
  if (!kept) return undefined;
  for (const name of FIELDS) {
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList || control instanceof HTMLInputElement) control.value = String(kept.entry[name] ?? '');
  }
  say(showProblems(form, kept.problems));
  return kept;
}

/** @param {string} words problem that belongs to no field */
function say(words) {
  dismiss('registration');
  if (words) notify({ text: words, group: 'registration', stays: true });
}

/**
 * Saves the record and returns to the start screen; resolves to whether it was saved.
 * @param {HTMLFormElement} form
 * @param {outbox.Kept | undefined} kept record to correct
 */
async function save(form, kept) {
  const data = new FormData(form);
  const values = Object.fromEntries(FIELDS.map(name => [name, String(data.get(name) ?? '').trim()]));
  const payload = { kind: 'person.registered', person: personOf(kept), ...values };
  const problems = kept ? await correct(kept, payload) : await hold(payload);
  say(showProblems(form, problems));
  if (problems.length) return false;
  const name = `${values.firstName} ${values.lastName}`;
  notifyNext({ text: `${brief(name)} is saved on this device`, group: 'registration' });
  location.assign('/register');
  return true;
}

/**
 * Identifier of the registered person: a new one if another record has this person's already.
 * @param {outbox.Kept | undefined} kept
 */
function personOf(kept) {
  const isThere = kept?.state === 'conflict' || kept?.problems.some(({ field }) => field === 'person');
  return kept && !isThere ? String(kept.entry.person) : identifier();
}

/**
 * Replaces a rejected record by its correction.
 * @param {outbox.Kept} kept
 * @param {import('../journal/entries.js').EntryPayload} payload
 */
async function correct(kept, payload) {
  const problems = await problemsOf(payload);
  if (problems.length) return problems;
  // A time from when the device's clock was wrong is nothing that a person could correct.
  const isDated = kept.problems.some(({ field }) => field === 'at');
  const [at, clock] = isDated ? [new Date(now()).toISOString(), reading()] : [kept.entry.at, kept.clock];
  await outbox.putBack([{ ...kept, clock, entry: { id: identifier(Date.parse(at)), at, ...payload } }]);
  await tell();
  return [];
}

/**
 * "Next" on the keyboard moves to the next field; on the last field it saves the record.
 * @param {HTMLFormElement} form
 * @param {KeyboardEvent} event
 */
function next(form, event) {
  const { target } = event;
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const names = FIELDS.filter(name => name !== 'country');
  const following = names[names.indexOf(target.name) + 1];
  if (!following) {
    form.requestSubmit();
    return;
  }
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${following}"]`));
  ([...controls].find(({ checked }) => checked) ?? controls[0])?.focus();
}

/**
 * Closes the keyboard, which some phones leave open when another kind of control is tapped.
 * @param {HTMLInputElement} radio
 */
function closeKeyboard(radio) {
  if (document.activeElement instanceof HTMLElement && document.activeElement !== radio) document.activeElement.blur();
  radio.focus({ preventScroll: true });
}
