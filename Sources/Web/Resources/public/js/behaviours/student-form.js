// Form that adds a student to the roster and marks them present in a single step.

import { showProblems } from '../form-problems.js';
import { identifier } from '../identifier.js';
import { problems, record } from '../journal.js';
import { notify } from '../notices.js';
import { refresh } from '../regions.js';
import { fold } from './disclosure.js';

/** Same as `StudentID.none`. */
const NOBODYS_ID = '00000000';

/**
 * @param {HTMLFormElement} form with data-class
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    await add(form).finally(() => { busy = false; });
  }, { signal });
}

/** @param {HTMLFormElement} form */
async function add(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const [firstName, lastName, studentID] = ['firstName', 'lastName', 'studentID'].map(text);
  const person = identifier();
  // Without an ID the person would be added but not marked.
  if (!studentID || studentID === NOBODYS_ID) {
    showProblems(form, [{ field: 'studentID', code: 'notOwn', message: 'This must be their own student ID.' }]);
    return;
  }
  const found = problems(await record(
    { kind: 'person.added', person, firstName, lastName, studentID },
    { kind: 'attendance.marked', class: form.dataset.class ?? '', person },
  ));
  // A problem with the person also prevents the mark, and is reported only once.
  const ofFields = found.filter(problem => form.elements.namedItem(problem.field));
  const rest = showProblems(form, ofFields.length ? ofFields : found.slice(0, 1));
  if (rest) notify({ text: rest });
  if (found.length) return;
  form.reset();
  const button = document.querySelector(`[aria-controls="${form.id}"]`);
  if (button instanceof HTMLElement) {
    fold(button, true);
    button.focus({ preventScroll: true });
  }
  const name = [firstName, lastName].join(' ').trim();
  notify({
    text: `${name} added and marked`, group: 'mark', undone: `${name} is cleared, and inactive`,
    undo: [{ kind: 'attendance.cleared', class: form.dataset.class ?? '', person }, { kind: 'person.deactivated', person }],
  });
  await refresh();
}
