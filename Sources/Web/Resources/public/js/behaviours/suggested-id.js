// Button that gives a new person the suggested student ID, and so a place on the roster.

import { take } from '../screen/act.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLButtonElement} button with data-person and data-student-id
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    const { person = '', studentId: studentID = '' } = button.dataset;
    button.disabled = true;
    const isTaken = await take({ kind: 'person.numbered', person, studentID });
    button.disabled = false;
    if (isTaken) notify({ text: `On the roster as ${studentID}` });
    await refresh();
    if (!button.isConnected) document.getElementById('student-id')?.focus({ preventScroll: true });
  }, { signal });
}
