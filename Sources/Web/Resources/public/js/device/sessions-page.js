// List of saved classes made on the device; counterpart of SessionsPage.swift.

import { compare, fold, wordsOf } from '../screen/fold.js';
import { wallCalendar } from '../screen/wording.js';
import { lifeOf, onlyText, sessionRow } from './rows.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./rows.js').Rules} Rules
 * @typedef {ReturnType<typeof sessionRow>} Row
 * @typedef {import('./pages.js').DevicePage} DevicePage
 */

const FILTERS = [['all', 'All Classes'], ['course', 'Courses'], ['dropIn', 'Drop-in']];
const SORTS = [['newest', 'Newest'], ['oldest', 'Oldest'], ['venue', 'Venue'], ['attended', 'Most Attended']];

/**
 * @param {Rules} rules
 * @param {Book} book
 * @param {URLSearchParams} query
 * @returns {DevicePage}
 */
export function sessionsPage(rules, book, query) {
  const search = query.get('search') ?? '';
  const [filter, sort] = [choose(FILTERS, query.get('show')), choose(SORTS, query.get('sort'))];
  const saved = [...book.classes.values()].filter(one => lifeOf(rules, one).phase === 'saved');
  const words = wordsOf(search);
  const sessions = saved.map(one => sessionRow(rules, book, one))
    .filter(({ course }) => filter === 'all' || (filter === 'course') === !!course)
    .filter(({ venue, course }) => words.every(word => [venue, course ?? ''].some(text => fold(text).includes(word))))
    .sort(orders[sort]);
  return {
    template: 'classes/sessions',
    model: {
      title: 'Sessions',
      search,
      filters: choices(FILTERS, filter),
      sorts: choices(SORTS, sort),
      groups: groups(sessions, sort, wallCalendar(book.timeZone)),
      onlyText: onlyText(book, 'classes', saved.length, search),
      none: !sessions.length,
      empty: !sessions.length && !search && filter === 'all',
    },
  };
}

/** @param {string[][]} all @param {string | null} wanted */
function choose(all, wanted) {
  return all.map(([value]) => value).find(value => value === wanted) ?? all[0][0];
}

/** @param {string[][]} all @param {string} chosen */
function choices(all, chosen) {
  return all.map(([value, label]) => ({ value, label, selected: value === chosen }));
}

/** @param {Row[]} sessions @param {string} sort @param {ReturnType<typeof wallCalendar>} calendar */
function groups(sessions, sort, calendar) {
  const titleOf = (/** @type {Row} */ { started, venue }) =>
    sort === 'venue' ? venue : sort === 'attended' ? undefined : calendar.monthAndYear(Date.parse(started));
  /** @type {{ title?: string, sessions: Row[] }[]} */
  const found = [];
  for (const session of sessions) {
    const title = titleOf(session);
    if (!found.length || found[found.length - 1].title !== title) found.push({ title, sessions: [] });
    found[found.length - 1].sessions.push(session);
  }
  return found;
}

/** @type {Record<string, (one: Row, other: Row) => number>} */
const orders = {
  newest: (one, other) => orders.oldest(other, one),
  oldest: (one, other) => compare(one.started, other.started) || compare(one.id, other.id),
  venue: (one, other) => compare(fold(one.venue), fold(other.venue)) || orders.oldest(one, other),
  attended: (one, other) => other.attending - one.attending || orders.newest(one, other),
};
