// Role of a person, and whether they are an owner. Both are asked about before they change.

import { take } from '../screen/act.js';
import { savedValue, setSavedValue, setValue, valueOf } from '../screen/control.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/** @typedef {import('../screen/control.js').Control} Control */
/** @typedef {{ title: string, text: string, button: string, done: string }} Words */

/**
 * What is asked and said, by the field and its new value.
 * @type {Record<string, Record<string, (name: string) => Words>>}
 */
const WORDS = {
  role: {
    instructor: name => ({
      title: `Make ${name} an instructor?`, text: 'Instructors see everybody on the roster, and run classes.',
      button: 'Make Instructor', done: 'Role changed',
    }),
    student: name => ({
      title: `Make ${name} a student?`, text: 'Students see their own courses and attendance, and nobody else’s.',
      button: 'Make Student', done: 'Role changed',
    }),
  },
  isOwner: {
    true: name => ({
      title: `Make ${name} an owner?`,
      text: 'Owners make sign-in codes for instructors, change roles, and import people. They can take this from each other.',
      button: 'Make Owner', done: 'Now an owner',
    }),
    false: name => ({
      title: `Take ownership from ${name}?`, text: `${name} stays an instructor.`, button: 'Take Ownership', done: 'No longer an owner',
    }),
  },
};

/**
 * @param {Control} control with data-person, data-name and data-field: role or isOwner
 * @param {AbortSignal} signal
 */
export function attach(control, signal) {
  control.addEventListener('change', () => void change(control), { signal });
}

/** @param {Control} control */
async function change(control) {
  const { person = '', name = '', field = '' } = control.dataset;
  const [before, value] = [savedValue(control), valueOf(control)];
  if (value === before) return;
  const words = WORDS[field][value](name);
  if (!await agreed(words)) {
    setValue(control, before);
    return;
  }
  const entry = (/** @type {string} */ to) =>
    ({ kind: 'person.roleChanged', person, [field]: field === 'isOwner' ? to === 'true' : to });
  if (!await take(entry(value))) {
    setValue(control, before);
    return;
  }
  setSavedValue(control, value);
  notify({ text: words.done, undo: [entry(before)], group: field });
  await refresh();
}

/** @param {Words} words @returns {Promise<boolean>} */
function agreed({ title, text, button }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('role-dialog'));
  for (const [part, said] of [['title', title], ['text', text], ['button', button]]) {
    /** @type {HTMLElement} */ (dialog.querySelector(`[data-said="${part}"]`)).textContent = said;
  }
  return new Promise(resolve => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    dialog.returnValue = '';
    dialog.showModal();
  });
}
