// Form that adds a student to the roster, and in a class marks them present in a single step.

import { isFaultless } from '../screen/act.js';
import { letGo } from '../screen/engaged.js';
import { identifier } from '../journal/identifier.js';
import { notify } from '../screen/notices.js';
import { press } from '../screen/pressed.js';
import { refresh } from '../screen/regions.js';
import { typesIDs } from '../screen/school.js';
import { brief } from '../screen/wording.js';
import { fold } from './disclosure.js';
import { clearSearch, searchedFor } from './search.js';

/** Same as `StudentID.none`. */
const NOBODYS_ID = '00000000';

/**
 * @param {HTMLFormElement} form with data-class, if it is in a class
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
  opener(form)?.addEventListener('click', () => takeOver(form), { signal });
}

/** @param {HTMLFormElement} form */
function opener(form) {
  return /** @type {HTMLElement | null} */ (document.querySelector(`[aria-controls="${form.id}"]`));
}

/**
 * Takes over the name that was looked for in vain.
 * @param {HTMLFormElement} form
 */
function takeOver(form) {
  const [first, last] = ['firstName', 'lastName'].map(name => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
  const name = searchedFor(form.closest('[data-sheet]')).trim();
  if (first.value || last.value || !name || /\d/.test(name)) return;
  const words = name.split(/\s+/);
  last.value = words.length > 1 ? words.pop() ?? '' : '';
  first.value = words.join(' ');
}

/** @param {HTMLFormElement} form */
async function add(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const [firstName, lastName, studentID] = ['firstName', 'lastName', 'studentID'].map(text);
  const { class: session } = form.dataset;
  const person = identifier();
  const sheet = form.closest('[data-sheet]');
  const searched = searchedFor(sheet);
  const added = { kind: 'person.added', person, firstName, lastName, ...studentID ? { studentID } : { givesID: true } };
  const marked = session ? [{ kind: 'attendance.marked', class: session, person }] : [];
  const found = wrongID(studentID) ?? await press(added, ...marked);
  // A problem with the person also prevents the mark, and is reported only once.
  const ofFields = found.filter(problem => form.elements.namedItem(problem.field));
  if (!isFaultless(form, ofFields.length ? ofFields : found.slice(0, 1))) return;
  close(form);
  tell([firstName, lastName].join(' ').trim(), person, session);
  // Who was just added is shown even where the pointer rests.
  letGo();
  await clearSearch(sheet, searched);
  await refresh();
}

/**
 * What is wrong with a student ID, if anything.
 * @param {string} studentID
 */
function wrongID(studentID) {
  const field = 'studentID';
  if (studentID === NOBODYS_ID) return [{ field, code: 'notOwn', message: 'This must be their own student ID.' }];
  if (!studentID && typesIDs()) return [{ field, code: 'required', message: 'Type the student ID.' }];
  return undefined;
}

/** @param {HTMLFormElement} form */
function close(form) {
  form.reset();
  if (!form.closest('[data-sheet]')) form.closest('dialog')?.close();
  const button = opener(form);
  if (!button) return;
  fold(button, true);
  button.focus({ preventScroll: true });
}

/** @param {string} name @param {string} person @param {string} [session] */
function tell(name, person, session) {
  notify({
    text: session ? `${brief(name)} added and marked` : `${brief(name)} added`, group: 'mark',
    undone: `${brief(name)} is removed`, undo: [{ kind: 'person.removed', person }],
  });
}
