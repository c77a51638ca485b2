// Form that schedules classes, once or weekly, or moves a class. Times are in the course's time zone and stored as
// moments.

import { reloadOnReturn } from '../screen/back.js';
import { areFieldsChanged, savedValue, valueIn } from '../screen/control.js';
import { element } from '../screen/element.js';
import { followVenue } from '../screen/fence-note.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { isWaiting, problems, record } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { fetchPage } from '../screen/regions.js';
import { now } from '../signal/clock.js';
import { wallCalendar } from '../screen/wording.js';
import { dayAfter, momentOf } from '../screen/zone.js';

/** @typedef {import('../journal/entries.js').FieldProblem} FieldProblem */

const MOST_TIMES = 60;

/** Delay after the last change until what else takes place then is asked for, in milliseconds. */
const PAUSE = 300;

/**
 * @param {HTMLFormElement} form with data-course, data-zone, and data-class and data-start if that is moved
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  let timer = 0;
  const { class: moved, takesLocation } = form.dataset;
  followVenue(form, { isNew: moved === undefined, takesLocation: takesLocation !== undefined }, signal);
  form.addEventListener('input', () => {
    preview(form);
    clearTimeout(timer);
    timer = setTimeout(() => void showOverlap(form), PAUSE);
  }, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    // Stays busy after saving, since the next page may take a while.
    busy = await save(form).catch(error => {
      console.info('The classes could not be scheduled.', error);
      return false;
    });
  }, { signal });
  reloadOnReturn(signal);
  preview(form);
  void showOverlap(form);
}

/** @param {HTMLFormElement} form */
function isWeekly(form) {
  return valueIn(form, 'repeats') === 'weekly';
}

/**
 * Returns the start times that the form describes; none if incomplete.
 * @param {HTMLFormElement} form
 */
function moments(form) {
  const [date, time] = ['date', 'time'].map(name => valueIn(form, name));
  if (!date || !time) return [];
  const wanted = isWeekly(form) ? Number(valueIn(form, 'times')) : 1;
  const times = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), MOST_TIMES) : 0;
  return Array.from({ length: times }, (_, week) => momentOf(dayAfter(date, 7 * week), time, form.dataset.zone ?? 'UTC'));
}

/**
 * Shows the classes that would be scheduled.
 * @param {HTMLFormElement} form
 */
function preview(form) {
  for (const part of form.querySelectorAll('[data-weekly]')) part.toggleAttribute('hidden', !isWeekly(form));
  const calendar = wallCalendar(form.dataset.zone ?? 'UTC');
  const rows = isWeekly(form) ? moments(form).map(moment => element('li', { class: 'occurrence' }, calendar.dateAndTime(moment))) : [];
  form.querySelector('.occurrences')?.replaceChildren(...rows);
}

/**
 * Says which classes take place at the same time; nothing where only the server could tell.
 * @param {HTMLFormElement} form
 */
async function showOverlap(form) {
  const address = overlapAddress(form);
  const page = await fetchPage(address).catch(() => undefined);
  // The form may say something else by now.
  if (address !== overlapAddress(form)) return;
  form.querySelector('[data-overlap]')?.replaceChildren(...page?.querySelector('[data-overlap]')?.children ?? []);
}

/** @param {HTMLFormElement} form */
function overlapAddress(form) {
  const { class: moved, course } = form.dataset;
  const starts = moments(form).map(start => new Date(start).toISOString()).join();
  const query = new URLSearchParams({ starts, minutes: valueIn(form, 'minutes'), venue: valueIn(form, 'venue') });
  return `${moved ? `/classes/${moved}` : `/courses/${course}`}/schedule?${query}`;
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const { class: moved, back = '/courses' } = form.dataset;
  const found = lacking(form);
  const value = (/** @type {string} */ name) => valueIn(form, name);
  const entries = moments(form).map(start => withoutUntouched(form, scheduled(form, value, moved ?? identifier(), start)));
  const results = found.length ? [] : await record(...entries);
  // All classes share the problems of the first.
  const all = problems(results);
  found.push(...all.filter(({ field }, index) => all.findIndex(other => other.field === field) === index));
  const rest = showProblems(form, found.map(problem => ({ ...problem, field: problem.field === 'start' ? 'date' : problem.field })));
  if (rest) notify({ text: rest });
  if (found.length) return false;
  const text = moved ? 'Class moved' : entries.length === 1 ? 'Class scheduled' : `${entries.length} classes scheduled`;
  notifyNext({
    text: isWaiting(results) ? `${text}. This is kept on this device until there is signal.` : text,
    undo: moved ? [asBefore(form, moved)] : entries.map(entry => ({ kind: 'class.unscheduled', class: entry.class })),
    undone: moved ? undefined : entries.length === 1 ? 'Class removed' : `${entries.length} classes removed`,
  });
  location.assign(back);
  return true;
}

/**
 * @param {HTMLFormElement} form
 * @param {(name: string) => string} value
 * @param {string} id
 * @param {number} start
 */
function scheduled(form, value, id, start) {
  return {
    kind: 'class.scheduled', course: form.dataset.course ?? '', minutes: Number(value('minutes')), venue: value('venue'),
    survey: value('survey'), evidence: value('evidence'), class: id, start: new Date(start).toISOString(),
  };
}

/**
 * The class as it was before it was moved.
 * @param {HTMLFormElement} form
 * @param {string} id
 */
function asBefore(form, id) {
  const value = (/** @type {string} */ name) =>
    savedValue(/** @type {import('../screen/control.js').Control} */ (form.elements.namedItem(name)));
  return withoutUntouched(form, scheduled(form, value, id, Date.parse(form.dataset.start ?? '')));
}

/**
 * Leaves out what was not touched of a class that is there: it may have been changed elsewhere meanwhile.
 * @param {HTMLFormElement} form
 * @param {ReturnType<typeof scheduled>} entry
 */
function withoutUntouched(form, entry) {
  if (!form.dataset.class) return entry;
  const { kind, course, class: id, start, ...others } = entry;
  const touched = Object.fromEntries(Object.entries(others).filter(([name]) => areFieldsChanged(form, name)));
  return { kind, course, class: id, start, ...touched, ...areFieldsChanged(form, 'date', 'time') ? {} : { keepsStart: true } };
}

/**
 * @param {HTMLFormElement} form
 * @returns {FieldProblem[]}
 */
function lacking(form) {
  const found = /** @type {FieldProblem[]} */ ([]);
  if (!valueIn(form, 'date') || !valueIn(form, 'time')) found.push({ field: 'date', code: 'required', message: 'Enter a date and a time.' });
  if (isMovedToPast(form)) found.push({ field: 'date', code: 'past', message: 'The class would begin in the past.' });
  if (!valueIn(form, 'minutes')) found.push({ field: 'minutes', code: 'required', message: 'This must be a number from 5 to 1440.' });
  const times = Number(valueIn(form, 'times'));
  if (isWeekly(form) && !(Number.isInteger(times) && times >= 2 && times <= MOST_TIMES)) {
    found.push({ field: 'times', code: 'range', message: `This must be a whole number from 2 to ${MOST_TIMES}.` });
  }
  return found;
}

/**
 * Whether the form gives a class that is there another start, one that is over already.
 * @param {HTMLFormElement} form
 */
function isMovedToPast(form) {
  return form.dataset.class !== undefined && areFieldsChanged(form, 'date', 'time') && moments(form).some(start => start <= now());
}
