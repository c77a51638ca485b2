// Times that somebody says afterwards, in a form's fields for a day and times of the day.

import { areFieldsChanged, savedValue, valueIn } from './control.js';
import { dayAfter, momentOf } from './zone.js';

const [MINUTE, DAY] = [60_000, 86_400_000];

/**
 * Returns the moment of a day and a time; undefined if one is missing. The form tells minutes: a moment that is known more
 * exactly stays as it is.
 * @param {HTMLFormElement} form with data-zone
 * @param {string} time
 * @param {string} [exact]
 */
export function momentIn(form, time, exact) {
  const date = valueIn(form, 'date');
  return date && time ? closer(momentOf(date, time, form.dataset.zone ?? 'UTC'), exact) : undefined;
}

/**
 * Returns start and end that a form tells; undefined if one is missing. An end before the start is on the next day. The form
 * tells minutes and the day of the start: a time whose fields were not touched stays exactly as it is, however late it is. An end
 * on a later day goes with the day of the start.
 * @param {HTMLFormElement} form with data-zone, and data-start and data-end if they are known more exactly
 * @returns {{ start: number, end: number } | undefined}
 */
export function timesIn(form) {
  const { zone = 'UTC', start, end } = form.dataset;
  const [date, from, to] = ['date', 'start', 'end'].map(name => valueIn(form, name));
  if (!date || !from || !to) return undefined;
  const day = to < from ? dayAfter(date, 1) : date;
  const began = start && !areFieldsChanged(form, 'date', 'start') ? Date.parse(start) : momentOf(date, from, zone);
  if (!start || !end || areFieldsChanged(form, 'end')) return { start: began, end: momentOf(day, to, zone) };
  const [length, field] = [Date.parse(end) - Date.parse(start), /** @type {HTMLInputElement} */ (form.elements.namedItem('date'))];
  if (!areFieldsChanged(form, 'date')) return { start: began, end: Date.parse(end) };
  const days = Date.parse(date) - Date.parse(savedValue(field));
  return { start: began, end: length > DAY ? Date.parse(end) + days : momentOf(day, to, zone) };
}

/** @param {number} moment of a whole minute @param {string} [exact] */
function closer(moment, exact) {
  const known = Date.parse(exact ?? '');
  return Math.floor(known / MINUTE) * MINUTE === moment ? known : moment;
}
