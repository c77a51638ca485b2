// Form for asking a question. Without signal the question waits on the device, visibly, and is later judged by its
// time.

import { isFaultless } from '../screen/act.js';
import { Behaviour, waitingEntries } from '../screen/behaviour.js';
import { composes } from '../screen/compose.js';
import { element } from '../screen/element.js';
import { identifier } from '../journal/identifier.js';
import { problems, record } from '../journal/journal.js';
import { refresh } from '../screen/regions.js';
import { now } from '../signal/clock.js';
import { isLost } from '../signal/signal.js';
import { counted, letters } from '../screen/wording.js';

/** Same as `QuestionAsked.most`. */
const MOST = 500;

/** Number of remaining characters from which the count is shown. */
const SOON = 100;

/**
 * @param {HTMLFormElement} form with data-class
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  new AskForm(form, signal);
}

/** @extends {Behaviour<HTMLFormElement>} */
class AskForm extends Behaviour {
  #underway = 0;
  #page = /** @type {HTMLElement} */ (this.element.closest('[data-behaviour~="questions"]'));

  /** @param {HTMLFormElement} form @param {AbortSignal} signal */
  constructor(form, signal) {
    super(form, signal);
    this.listen(form, {
      submit: event => void this.#submitted(event),
      input: () => countLeft(form),
      keydown: event => sendByKey(form, event),
    });
    this.onChange(() => this.#show(), { attributeFilter: ['data-can-ask', 'data-may-ask'] }, this.#page);
    this.onChange(() => this.#show(), { attributeFilter: ['hidden'] });
    this.onOutbox(() => {
      this.#show();
      void showWaiting(form);
    });
    countLeft(form);
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    // Pressed twice, it has been taken from the field already.
    if (this.#underway && !textOf(this.element)) return;
    this.#underway += 1;
    await ask(this.element).finally(() => { this.#underway -= 1; });
  }

  #show() {
    // Without signal, only a guess whether the class is in session.
    const { canAsk, mayAsk } = this.#page.dataset;
    const isGuess = canAsk === undefined && isLost() && now() >= Number(mayAsk ?? Infinity);
    const isShut = canAsk === undefined && !isGuess;
    if (this.element.hidden !== isShut) this.element.hidden = isShut;
    // That they are not open yet may have been so.
    this.#page.toggleAttribute('data-own-guess', isGuess);
  }
}

/** @param {HTMLFormElement} form @param {KeyboardEvent} event */
function sendByKey(form, event) {
  if (event.key !== 'Enter' || event.shiftKey || composes(event) || !(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  form.requestSubmit();
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const text = textOf(form);
  const isAnonymous = new FormData(form).has('isAnonymous');
  // The next one can be written while this one is on its way.
  form.reset();
  countLeft(form);
  const found = problems(await record({
    kind: 'question.asked', class: form.dataset.class ?? '', question: identifier(), text, isAnonymous,
  }));
  if (found.length) giveBack(form, text, isAnonymous);
  if (!isFaultless(form, found, 'question')) return;
  await showWaiting(form);
  await refresh();
}

/**
 * The question. The journal stores no line breaks.
 * @param {HTMLFormElement} form
 */
function textOf(form) {
  return String(new FormData(form).get('text') ?? '').replace(/\s+/g, ' ').trim();
}

/**
 * Puts a question that was refused into the field again, before what has been written since.
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {boolean} isAnonymous
 */
function giveBack(form, text, isAnonymous) {
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  field.value = [text, field.value].filter(Boolean).join('\n');
  const box = form.elements.namedItem('isAnonymous');
  if (box instanceof HTMLInputElement) box.checked = isAnonymous;
  countLeft(form);
}

/** @param {HTMLFormElement} form */
function countLeft(form) {
  const text = String(new FormData(form).get('text') ?? '').trim();
  const left = MOST - (text.length > MOST - SOON ? letters(text).length : text.length);
  const place = form.querySelector('[data-left]');
  if (place) place.textContent = left > SOON ? '' : `${counted(Math.abs(left), 'character', 'characters')} ${left >= 0 ? 'left' : 'too many'}`;
}

/** @param {HTMLFormElement} form */
async function showWaiting(form) {
  const mine = await waitingEntries(entry => entry.kind === 'question.asked' && entry.class === form.dataset.class);
  const list = form.parentElement?.querySelector('[data-waiting]');
  if (!(list instanceof HTMLElement)) return;
  list.hidden = !mine.length;
  // These questions exist on this device only.
  list.toggleAttribute('data-own-held', mine.length > 0);
  // Nor does the page say below them that there are none.
  form.closest('[data-behaviour~="questions"]')?.toggleAttribute('data-own-waits', mine.length > 0);
  list.replaceChildren(...mine.map(({ text }) => element('li', {}, element('div', { class: 'row' },
    element('span', { class: 'row-text' },
      element('span', { class: 'row-title', dir: 'auto' }, String(text)),
      element('span', { class: 'row-note' }, element('span', {}, isLost() ? 'Waiting for signal' : 'Sending…')))))));
}
