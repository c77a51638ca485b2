// Form that creates or edits a course.

import { savedValue, valueOf } from '../screen/control.js';
import { dropDraft, keepDraft, takeDraft } from '../screen/draft.js';
import { element } from '../screen/element.js';
import { followVenue } from '../screen/fence-note.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { isWaiting, problems, record } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { allZones } from '../screen/zone.js';
import { isLost } from '../signal/signal.js';

/**
 * @param {HTMLFormElement} form with data-course, if that is there already
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.querySelector('datalist')?.replaceChildren(...allZones().map(value => element('option', { value })));
  takeDraft(form, 'venue');
  form.querySelector('[data-for-venue]')?.addEventListener('click', () => keepDraft(form), { signal });
  form.querySelector('.form-actions a')?.addEventListener('click', dropDraft, { signal });
  followVenue(form, { isNew: form.dataset.course === undefined, takesLocation: false }, signal);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    // Stays busy after saving, since the next page may take a while.
    busy = await save(form).catch(error => {
      console.info('The course could not be saved.', error);
      return false;
    });
    if (busy) dropDraft();
  }, { signal });
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const { course = identifier(), course: there } = form.dataset;
  const [now, before] = [facts(form, valueOf), facts(form, savedValue)];
  // What was not changed here stays as somebody else may have changed it meanwhile.
  const changed = new Set(Object.keys(now).filter(name => !there || now[name] !== before[name]));
  const only = (/** @type {typeof now} */ all) => Object.fromEntries(Object.entries(all).filter(([name]) => changed.has(name)));
  if (!changed.size) {
    location.assign(`/courses/${course}`);
    return true;
  }
  const results = await record({ kind: there ? 'course.edited' : 'course.created', course, ...only(now) });
  const found = problems(results);
  const rest = showProblems(form, found);
  if (rest) notify({ text: rest });
  if (found.length) return false;
  const deed = there ? 'Course saved' : 'Course created';
  notifyNext({
    text: isWaiting(results) ? `${deed}. It is kept on this device until there is signal.` : deed,
    undo: there ? [{ kind: 'course.edited', course, ...only(before) }] : [{ kind: 'course.archived', course }],
    undone: there ? undefined : 'Course archived',
  });
  // Of a course that is on its way, neither the server nor this device has a page.
  location.assign(!there && isWaiting(results) && !isLost() ? '/courses' : `/courses/${course}`);
  return true;
}

/**
 * Fields of the entry: as they are now, or as they were.
 * @param {HTMLFormElement} form
 * @param {(control: import('../screen/control.js').Control) => string} read
 * @returns {Record<string, string | number | boolean>}
 */
function facts(form, read) {
  const text = (/** @type {string} */ name) =>
    read(/** @type {import('../screen/control.js').Control} */ (form.elements.namedItem(name))).trim();
  return {
    title: text('title'), description: text('description'), venue: text('venue'), timeZone: text('timeZone'),
    category: text('category'), evidence: text('evidence'), askers: text('askers'), accuracy: Number(text('accuracy')),
    survey: text('survey'), isOpen: text('isOpen') === 'true',
  };
}
