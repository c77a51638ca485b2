// "+": adds a new student, to be named on the next page.

import { identifier } from '../identifier.js';
import { problems, record } from '../journal.js';
import { notify } from '../notices.js';

/**
 * @param {HTMLButtonElement} button
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    button.disabled = true;
    const person = identifier();
    const payload = { kind: 'person.added', person, firstName: 'First', lastName: 'Last', studentID: '00000000' };
    const [problem] = problems(await record(payload));
    // Stays disabled on success, since the next page may take a while.
    button.disabled = !problem;
    if (problem) notify({ text: problem.message });
    else location.assign(`/people/${person}#first-name`);
  }, { signal });
  addEventListener('pageshow', () => { button.disabled = false; }, { signal });
}
