// Form for asking a question. Without signal the question waits on the device, visibly, and is later judged by its
// time.

import { composes } from '../screen/compose.js';
import { element } from '../screen/element.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { now } from '../signal/clock.js';
import { isLost, onSignal } from '../signal/signal.js';
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
  let underway = 0;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    // Pressed twice, it has been taken from the field already.
    if (underway && !textOf(form)) return;
    underway += 1;
    await ask(form).finally(() => { underway -= 1; });
  }, { signal });
  form.addEventListener('input', () => countLeft(form), { signal });
  form.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !composes(event) && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      form.requestSubmit();
    }
  }, { signal });
  const page = /** @type {HTMLElement} */ (form.closest('[data-behaviour~="questions"]'));
  const show = () => {
    // Without signal, only a guess whether the class is in session.
    const { canAsk, mayAsk } = page.dataset;
    const isShut = canAsk === undefined && !(isLost() && now() >= Number(mayAsk ?? Infinity));
    if (form.hidden !== isShut) form.hidden = isShut;
  };
  const observer = new MutationObserver(show);
  observer.observe(page, { attributeFilter: ['data-can-ask', 'data-may-ask'] });
  observer.observe(form, { attributeFilter: ['hidden'] });
  signal.addEventListener('abort', () => observer.disconnect());
  onSignal(() => {
    show();
    if (!signal.aborted) void showWaiting(form);
  });
  onCondition(() => {
    if (!signal.aborted) void showWaiting(form);
  });
  show();
  countLeft(form);
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
  const rest = showProblems(form, found);
  if (rest) notify({ text: rest, group: 'question' });
  if (found.length) return;
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
  const kept = await outbox.all(whose(), 'waiting').catch(() => []);
  const mine = kept.filter(({ entry }) => entry.kind === 'question.asked' && entry.class === form.dataset.class);
  const list = form.parentElement?.querySelector('[data-waiting]');
  if (!(list instanceof HTMLElement)) return;
  list.hidden = !mine.length;
  // These questions exist on this device only.
  list.toggleAttribute('data-own-held', mine.length > 0);
  list.replaceChildren(...mine.map(({ entry }) => element('li', {}, element('div', { class: 'row' },
    element('span', { class: 'row-text' },
      element('span', { class: 'row-title', dir: 'auto' }, String(entry.text)),
      element('span', { class: 'row-note' }, element('span', {}, isLost() ? 'Waiting for signal' : 'Sending…')))))));
}
