// Page for starting a class made on the device; counterpart of CheckInPage.swift.

import { now } from '../signal/clock.js';
import { compare, fold, matches } from '../screen/fold.js';
import * as wording from '../screen/wording.js';
import { lifeOf, onlyText, venueOf } from './rows.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').CourseClass} CourseClass
 * @typedef {import('./book.js').Venue} Venue
 * @typedef {import('./rows.js').Rules} Rules
 * @typedef {import('./pages.js').DevicePage} DevicePage
 */

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const MOST_DUE = 3;
/** Same as `Store.mostTelling`. */
export const MOST_TELLING = 30;

/** @param {Rules} rules @param {Book} book @param {URLSearchParams} query @returns {DevicePage} */
export function checkIn(rules, book, query) {
  const search = query.get('search') ?? '';
  const here = placeOf(query);
  const offered = [...book.venues.values()].filter(isOffered);
  const venues = offered.filter(venue => matches(search, venue.name, venue.address))
    .sort((one, other) => compare(fold(one.name), fold(other.name)) || compare(one.id, other.id))
    .map(venue => venueRow(venue, here ? distanceTo(rules, venue, here) : undefined));
  if (here) venues.sort((one, other) => (one.metres ?? Infinity) - (other.metres ?? Infinity) || 0);
  return {
    template: 'classes/check-in',
    model: {
      title: 'Class',
      ...toStart(rules, book),
      venues: venues.map(({ metres, ...row }) => row),
      search,
      onlyText: onlyText(book, 'venues', offered.length, search),
      located: here !== undefined,
      hasProviders: false,
      nearby: false,
      attributions: [],
      noVenues: !offered.length && !search,
    },
  };
}

/** @param {Venue} venue */
function isOffered({ isHidden, mergedInto }) {
  return !isHidden && !mergedInto;
}

/**
 * What an instructor may want to start now, as in DueClasses.swift.
 * @param {Rules} rules
 * @param {Book} book
 */
function toStart(rules, book) {
  const time = now();
  const coming = [...book.courseClasses?.values() ?? []]
    .filter(({ id, inSession, plannedAt, minutes }) => !inSession && !book.classes.has(id)
      && plannedAt >= time - DAY && plannedAt <= time + 7 * DAY && plannedAt + minutes * MINUTE > time)
    .sort((one, other) => one.plannedAt - other.plannedAt || compare(one.id, other.id)).slice(0, MOST_DUE + 1);
  const count = coming.filter(({ plannedAt }) => plannedAt - HOUR <= time).length;
  const usual = usualVenue(rules, book, time);
  return {
    due: coming.slice(0, Math.min(count, MOST_DUE)).map(one => startable(book, one)),
    isDue: count > 0,
    next: coming[count] && startable(book, coming[count]),
    usual: usual && venueRow(usual),
  };
}

/** @param {Book} book @param {CourseClass} one */
function startable(book, { id, title, venue, plannedAt, timeZone }) {
  const { time, dateAndTime } = wording.wallCalendar(timeZone);
  const { name = '', address = '' } = venueOf(book, { venue }) ?? {};
  return {
    id, title, href: `/classes/${id}`, venueID: venue,
    startText: `Start ${title}, ${time(plannedAt)}`,
    whenText: dateAndTime(plannedAt),
    placeText: [name, address].filter(Boolean).join(', '),
  };
}

/**
 * Where an instructor usually is at this time of the week, as in UsualVenue.swift.
 * @param {Rules} rules
 * @param {Book} book
 * @param {number} time
 */
function usualVenue(rules, book, time) {
  const held = [...book.classes.values()].filter(one => lifeOf(rules, one).phase === 'saved')
    .sort((one, other) => other.startedAt - one.startedAt || compare(other.id, one.id)).slice(0, MOST_TELLING)
    .filter(({ course, venue }) => !course && !venueOf(book, { venue })?.isHidden);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of held) {
    const { startedAt } = one;
    const venue = venueOf(book, one)?.id ?? one.venue;
    const since = ((time - startedAt) % (7 * DAY) + 7 * DAY) % (7 * DAY);
    counts.set(venue, (counts.get(venue) ?? 0) + (Math.min(since, 7 * DAY - since) <= 2 * HOUR ? 5 : 1));
  }
  const most = Math.max(...counts.values());
  const [usual] = [...counts].find(([, count]) => count === most) ?? [];
  return usual === undefined ? undefined : book.venues.get(usual);
}

/**
 * Position in the query, if present and valid.
 * @param {URLSearchParams} query
 */
function placeOf(query) {
  const [latitude, longitude] = ['latitude', 'longitude'].map(name => Number(query.get(name) || NaN));
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** @param {Venue} venue @param {number} [metres] */
function venueRow(venue, metres) {
  return {
    ...venue,
    metres,
    distance: metres === undefined ? undefined : Math.round(metres),
    distanceText: metres === undefined ? undefined : wording.distance(metres),
  };
}

/** @param {Rules} rules @param {Venue} venue @param {{ latitude: number, longitude: number }} here */
function distanceTo(rules, { latitude, longitude, radius }, here) {
  if (latitude === undefined || longitude === undefined) return undefined;
  return rules.locate({ ...here, accuracy: 0, age: 0 }, { latitude, longitude, radius }).distance;
}
