// Form that creates or edits a course.

import { showProblems } from '../form-problems.js';
import { identifier } from '../identifier.js';
import { problems, record } from '../journal.js';
import { notify, notifyNext } from '../notices.js';

/**
 * @param {HTMLFormElement} form with data-course, if that is there already
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    // Stays busy after saving, since the next page may take a while.
    busy = await save(form).catch(error => {
      console.info('The course could not be saved.', error);
      return false;
    });
  }, { signal });
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const { course = identifier(), course: there } = form.dataset;
  const accuracy = Number(text('accuracy'));
  const found = problems(await record({
    kind: there ? 'course.edited' : 'course.created', course, title: text('title'), description: text('description'),
    venue: text('venue'), timeZone: text('timeZone'), category: text('category'), evidence: text('evidence'),
    askers: text('askers'),
    accuracy: text('accuracy') ? accuracy : 0, survey: text('survey'), isOpen: data.has('isOpen'),
  }));
  const rest = showProblems(form, found);
  if (rest) notify({ text: rest });
  if (found.length) return false;
  notifyNext({ text: there ? 'Course saved' : 'Course created' });
  location.assign(`/courses/${course}`);
  return true;
}
