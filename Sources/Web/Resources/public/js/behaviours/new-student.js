// "+": a new student, to be named on the page that opens.

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
    // Otherwise it stays as it is, since the next page may be a while in coming.
    button.disabled = !problem;
    if (problem) notify({ text: problem.message });
    else location.assign(`/people/${person}#first-name`);
  }, { signal });
  addEventListener('pageshow', () => { button.disabled = false; }, { signal });
}
