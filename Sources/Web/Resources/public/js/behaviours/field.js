// Field that saves itself, on leaving the field and on leaving the page. There is no save button.

import { composes } from '../screen/compose.js';
import { isControl, savedValue, setSavedValue } from '../screen/control.js';
import { answerTo } from '../journal/answers.js';
import { problems, record } from '../journal/journal.js';
import { dismiss, notify, notifyNext } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/** @typedef {import('../screen/control.js').Control} Control */

/** How long "Saved" is shown, in milliseconds. */
const SAVED = 3_000;

/** A refusal that is younger than this has hardly been read, in milliseconds. */
const UNREAD = 1_000;

/** When a field was last refused. */
let refusedAt = -Infinity;

/** Pending changes; each resolves to whether it was saved. @type {Set<Promise<boolean>>} */
const unanswered = new Set();

/** Values being saved, by field. @type {WeakMap<Control, string>} */
const saving = new WeakMap();

/**
 * @param {Control} control with data-kind, data-subject, data-id, data-field; data-needed if it cannot be empty
 * @param {AbortSignal} signal
 */
export function attach(control, signal) {
  control.addEventListener('change', () => track(keep(control)), { signal });
  control.addEventListener('keydown', event => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (composes(event)) return;
    if (key === 'Escape') control.value = savedValue(control);
    if (key === 'Escape' || key === 'Enter' && control instanceof HTMLInputElement) control.blur();
  }, { signal });
  addEventListener('pagehide', () => keepOnLeaving(control), { signal });
  addEventListener('replaced', () => giveUp(control), { signal });
  // The field may have been edited and left before this script had loaded.
  if (control !== document.activeElement && control.value !== savedValue(control)) track(keep(control));
  if (location.hash === `#${control.id}` && control instanceof HTMLInputElement) begin(control);
}

/**
 * Begins with a field, unless its person was quicker than this script and writes already, here or elsewhere.
 * @param {HTMLInputElement} control
 */
function begin(control) {
  const { activeElement } = document;
  const isElsewhere = activeElement !== null && activeElement !== control && isControl(activeElement);
  if (isElsewhere || control.value !== savedValue(control)) return;
  control.focus();
  control.select();
}

/** @param {Promise<boolean>} change */
function track(change) {
  unanswered.add(change);
  void change.then(isKept => { if (!isKept) refusedAt = Date.now(); }).finally(() => unanswered.delete(change));
}

/**
 * Records a change of the field; resolves to whether nothing is left to save.
 * @param {Control} control
 */
async function keep(control) {
  const [before, value] = [savedValue(control), control.value.trim()];
  if (value === before) {
    explain(control, '');
    return true;
  }
  if (!value && control.dataset.needed !== undefined) {
    explain(control, 'This must not be empty.');
    return false;
  }
  // Until this change is told of, nobody takes back the one before by mistake.
  dismiss(control.id);
  // It may be told twice of a change: from before this script had loaded, or on leaving the page.
  if (saving.get(control) === value) return true;
  if (!await isTaken(control, value)) return false;
  setSavedValue(control, value);
  showSaved(control);
  notify(noticeOf(control, before, value));
  await refresh();
  return true;
}

/**
 * Records a value, and says at the field why if it is not taken.
 * @param {Control} control
 * @param {string} value
 */
async function isTaken(control, value) {
  saving.set(control, value);
  const [result] = await record(payload(control, value));
  const [problem] = problems([result]);
  saving.delete(control);
  if (result.outcome === 'waiting') void answerTo(result.id).then(late => refuse(control, value, late));
  explain(control, problem?.message ?? '');
  return !problem;
}

/**
 * Shows what the server said too late for the one who waited: at the field, or as a message if it is gone.
 * @param {Control} control
 * @param {string} value
 * @param {import('../journal/entries.js').Result} [result]
 */
async function refuse(control, value, result) {
  const [problem] = problems(result ? [result] : []);
  if (!problem) return;
  const name = nameOf(control);
  dismiss(control.id);
  await refresh();
  // The page may have another field in its place by now.
  const field = document.getElementById(control.id);
  if (field && isControl(field) && field.dataset.id === control.dataset.id) {
    field.value = value;
    explain(field, problem.message);
  } else {
    notify({ text: `${name} not changed: ${problem.message}`, stays: true });
  }
}

/** @param {Control} control */
function keepOnLeaving(control) {
  const [before, value] = [savedValue(control), control.value.trim()];
  const refused = control.getAttribute('aria-invalid') === 'true' || !value && control.dataset.needed !== undefined;
  if (value === before || refused || !control.isConnected) return;
  notifyNext(noticeOf(control, before, value));
  // What is being saved is not lost with the page.
  if (saving.get(control) === value) return;
  saving.set(control, value);
  void record(payload(control, value)).then(() => {
    setSavedValue(control, value);
    saving.delete(control);
  });
}

/**
 * What is being typed is not for the page that has taken the place of this one, such as that of whom somebody was merged with.
 * @param {Control} control
 */
function giveUp(control) {
  const value = control.value.trim();
  if (value === savedValue(control)) return;
  control.value = savedValue(control);
  notifyNext({ text: `Another page has taken the place of this one. ${nameOf(control)} not kept: ${value}`, stays: true });
}

/**
 * @param {Control} control
 * @param {string} value
 */
function payload({ dataset: { kind = '', subject = '', id = '', field = '', empty } }, value) {
  return { kind, [subject]: id, [field]: !value && empty === 'null' ? null : value };
}

/** Fields that can be changed on condition that they still are what they were. */
const CONDITIONAL = ['firstName', 'lastName', 'github', 'type', 'joined', 'email', 'phone', 'note'];

/**
 * @param {Control} control
 * @param {string} before previous value
 * @param {string} value
 */
function noticeOf(control, before, value) {
  const canUndo = before || control.dataset.needed === undefined;
  const { kind = '', field = '' } = control.dataset;
  // What somebody else has changed since stays.
  const still = kind === 'person.edited' && CONDITIONAL.includes(field) ? { [`${field}Was`]: payload(control, value)[field] } : {};
  return {
    text: `${nameOf(control)} changed`,
    group: control.id,
    ...canUndo && { undo: [{ ...payload(control, before), ...still }] },
  };
}

/** @param {Control} control */
function nameOf(control) {
  return control.dataset.label ?? control.labels?.[0]?.textContent ?? '';
}

/**
 * Shows a problem at the field; "" for none.
 * @param {Control} control
 * @param {string} problem
 */
function explain(control, problem) {
  const text = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  if (text) text.textContent = problem;
  if (problem) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

/** @param {Control} control */
function showSaved(control) {
  const field = /** @type {HTMLElement | null} */ (control.closest('.field'));
  if (!field) return;
  field.dataset.saved = '';
  setTimeout(() => { delete field.dataset.saved; }, SAVED);
}

// A link followed from inside a field waits briefly for the answer, so that a rejected value can be corrected. The answer may
// have come while the link was pressed.
document.addEventListener('click', async event => {
  const link = event.target instanceof Element && event.target.closest('a[href]');
  const plain = !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey);
  const isUnread = () => Date.now() - refusedAt < UNREAD;
  if (!unanswered.size && !isUnread() || !plain || !(link instanceof HTMLAnchorElement) || link.download) return;
  event.preventDefault();
  const kept = await Promise.race([Promise.all(unanswered), patience()]);
  const refused = document.querySelector('[data-behaviour~="field"][aria-invalid="true"]');
  if (kept.every(Boolean) && !isUnread()) location.assign(link.href);
  else if (refused instanceof HTMLElement) refused.focus();
});

/** @returns {Promise<boolean[]>} */
function patience() {
  return new Promise(resolve => setTimeout(() => resolve([]), 2_000));
}
