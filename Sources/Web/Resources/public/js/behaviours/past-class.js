// Form that adds a class that nobody started, or corrects one that is over.

import { isFaultless } from '../screen/act.js';
import { reloadOnReturn } from '../screen/back.js';
import { areFieldsChanged, valueIn } from '../screen/control.js';
import { identifier } from '../journal/identifier.js';
import { isWaiting, problems, record } from '../journal/journal.js';
import { notifyNext } from '../screen/notices.js';
import { timesIn } from '../screen/past-time.js';
import { duration, wallCalendar } from '../screen/wording.js';
import { dayAfter, momentOf } from '../screen/zone.js';

const [MINUTE, DAY] = [60_000, 86_400_000];

/**
 * @param {HTMLFormElement} form with data-zone and data-back, and data-class, data-start, data-end and data-paused if it
 *   corrects a class
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.addEventListener('input', () => preview(form), { signal });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    // Stays busy after saving, since the next page may take a while.
    busy = await (form.dataset.class ? correct(form, form.dataset.class) : add(form)).catch(error => {
      console.info('The class could not be saved.', error);
      return false;
    });
  }, { signal });
  reloadOnReturn(signal);
  preview(form);
}

/**
 * Says how long the class was, and who of those present does not take the chosen course.
 * @param {HTMLFormElement} form
 */
function preview(form) {
  const times = timesIn(form);
  const length = times && lengthOf(times, Number(valueIn(form, 'paused')));
  const text = form.querySelector('[data-length]');
  if (text) text.textContent = length && length > 0 ? `Duration ${duration(length)}.${endDay(form, times.end)}` : '';
  const course = form.elements.namedItem('course');
  const option = course instanceof HTMLSelectElement && !course.selectedOptions[0]?.defaultSelected ? course.selectedOptions[0] : undefined;
  const strangers = /** @type {HTMLElement | null} */ (form.querySelector('[data-strangers-text]'));
  if (!strangers) return;
  strangers.textContent = option?.dataset.strangers ?? '';
  strangers.hidden = !strangers.textContent;
}

/**
 * How long a class was, in minutes that add up, as its page says (`WallCalendar.duration` in Pages).
 * @param {{ start: number, end: number }} times
 * @param {number} paused minutes
 */
function lengthOf({ start, end }, paused) {
  const worked = end - start - paused * MINUTE;
  if (worked < MINUTE) return worked;
  return Math.max(1, Math.floor(end / MINUTE) - Math.floor(start / MINUTE) - paused) * MINUTE;
}

/**
 * Says on which day a class ended, if not on the day of its start.
 * @param {HTMLFormElement} form
 * @param {number} end
 */
function endDay(form, end) {
  const { zone = 'UTC' } = form.dataset;
  const date = valueIn(form, 'date');
  if (end < momentOf(dayAfter(date, 1), '00:00', zone)) return '';
  const isNext = end < momentOf(dayAfter(date, 2), '00:00', zone);
  return isNext ? ' It ended on the next day.' : ` It ended on ${wallCalendar(zone).dateAndTime(end)}.`;
}

/** @param {HTMLFormElement} form */
async function add(form) {
  const times = complete(form);
  if (!times) return false;
  const id = identifier();
  const course = valueIn(form, 'course');
  const results = await record({
    kind: 'class.recorded', class: id, course: course || null, venue: valueIn(form, 'venue'),
    start: new Date(times.start).toISOString(), end: new Date(times.end).toISOString(),
  });
  if (!isFaultless(form, problems(results))) return false;
  const waits = isWaiting(results);
  notifyNext({
    text: waits ? 'Class added. This is kept on this device until there is signal.' : 'Class added',
    undo: [{ kind: 'class.deleted', class: id }], then: '/sessions', group: 'class',
  });
  // A class of a course has its students on its page; without signal there is none yet.
  location.assign(!course ? `/classes/${id}/roster` : waits ? '/sessions' : `/classes/${id}`);
  return true;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} id
 */
async function correct(form, id) {
  const { back = '/sessions' } = form.dataset;
  if (!complete(form)) return false;
  const { now, before } = changes(form);
  if (!Object.keys(now).length) {
    location.assign(back);
    return true;
  }
  const results = await record({ kind: 'class.corrected', class: id, ...now });
  if (!isFaultless(form, problems(results))) return false;
  notifyNext({
    text: isWaiting(results) ? 'Class corrected. This is kept on this device until there is signal.' : 'Class corrected',
    undo: mayBeSo(form, before) ? [{ kind: 'class.corrected', class: id, ...before }] : undefined, group: 'class',
  });
  location.assign(back);
  return true;
}

/**
 * Whether a class can be corrected to be as it was. One that ran on for longer than a day cannot get such times.
 * @param {HTMLFormElement} form
 * @param {Record<string, unknown>} before
 */
function mayBeSo({ dataset: { start = '', end = '' } }, before) {
  return !('start' in before || 'end' in before) || Date.parse(end) - Date.parse(start) <= DAY;
}

/**
 * Returns what the form changes, as it is now and as it was before.
 * @param {HTMLFormElement} form
 */
function changes(form) {
  const { start = '', end = '', paused = '0' } = form.dataset;
  const times = timesIn(form);
  const now = /** @type {Record<string, string | number | null>} */ ({});
  const before = /** @type {Record<string, string | number | null>} */ ({});
  const change = (/** @type {string} */ name, /** @type {string | number | null} */ value, /** @type {string | number | null} */ old) => {
    if (value === old) return;
    [now[name], before[name]] = [value, old];
  };
  if (times) {
    change('start', new Date(times.start).toISOString(), new Date(start).toISOString());
    change('end', new Date(times.end).toISOString(), new Date(end).toISOString());
  }
  const minutes = Number(valueIn(form, 'paused'));
  if (areFieldsChanged(form, 'paused')) change('paused', minutes, Number(paused) / MINUTE);
  for (const name of ['venue', 'course']) {
    const select = form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement)) continue;
    const old = [...select.options].find(option => option.defaultSelected)?.value ?? '';
    change(name, select.value || null, old || null);
  }
  return { now, before };
}

/**
 * Returns the times; undefined, and says so, if one is missing.
 * @param {HTMLFormElement} form
 */
function complete(form) {
  const missing = ['date', 'start', 'end'].filter(name => !valueIn(form, name));
  if (form.elements.namedItem('paused') && !valueIn(form, 'paused')) missing.push('paused');
  const found = missing.map(field => ({ field, code: 'required', message: 'This is required.' }));
  return isFaultless(form, found) ? timesIn(form) : undefined;
}
