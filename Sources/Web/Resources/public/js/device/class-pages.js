// Class pages made on the device; counterpart of ClassPages.swift.

import { compare, fold, matches } from '../fold.js';
import * as wording from '../wording.js';
import { byName, groupOf, lifeOf, onlyText, personRow, presentAt, sessionRow } from './rows.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').ClassSession} ClassSession
 * @typedef {import('./book.js').Venue} Venue
 * @typedef {import('./rows.js').Rules} Rules
 * @typedef {import('./pages.js').DevicePage} DevicePage
 */

/**
 * Page of the class in session, or the check-in page.
 * @param {Rules} rules
 * @param {Book} book
 * @param {URLSearchParams} query
 * @returns {DevicePage | undefined} undefined while a course class is in session
 */
export function classPage(rules, book, query) {
  if ([...book.courseClasses?.values() ?? []].some(({ inSession }) => inSession)) return undefined;
  const [one] = [...book.classes.values()].filter(one => isInSession(rules, one))
    .sort((one, other) => other.startedAt - one.startedAt);
  return one ? inSession(rules, book, one) : checkIn(rules, book, query);
}

/**
 * Page of a class.
 * @param {Rules} rules
 * @param {Book} book
 * @param {string} id
 * @returns {DevicePage | undefined}
 */
export function sessionPage(rules, book, id) {
  const one = book.classes.get(id);
  if (!one || one.isOfCourse) return undefined;
  const { phase } = lifeOf(rules, one);
  if (phase === 'deleted') return undefined;
  return phase === 'saved' ? saved(rules, book, one) : inSession(rules, book, one);
}

/**
 * Roster of a class.
 * @param {Rules} rules
 * @param {Book} book
 * @param {string} id
 * @param {URLSearchParams} query
 * @returns {DevicePage | undefined}
 */
export function classRoster(rules, book, id, query) {
  const one = book.classes.get(id);
  if (!one) return undefined;
  const search = query.get('search') ?? '';
  const present = presentAt(one);
  const people = [...book.people.values()]
    .filter(person => person.studentID && (person.active || present.has(person.id)))
    .filter(person => matches(search, person.firstName, person.lastName, person.studentID ?? '', person.github))
    .sort((one, other) => groupOf(one) - groupOf(other) || byName(one, other))
    .map(person => personRow(book, person, present.has(person.id)));
  return {
    template: 'classes/roster',
    model: {
      title: 'Attendees',
      classID: id,
      classHref: isInSession(rules, one) ? '/class' : `/classes/${id}`,
      search,
      people,
      onlyText: onlyText(book, 'people', book.people.size, search),
      suggestedID: suggestedID(book),
      none: !people.length,
    },
  };
}

/**
 * List of saved classes.
 * @param {Rules} rules
 * @param {Book} book
 * @param {URLSearchParams} query
 * @returns {DevicePage}
 */
export function sessionsPage(rules, book, query) {
  const sorts = [['newest', 'Newest'], ['oldest', 'Oldest'], ['venue', 'Venue'], ['attended', 'Most Attended']];
  const wanted = sorts.map(([value]) => value).find(value => value === query.get('sort')) ?? 'newest';
  const sessions = [...book.classes.values()].filter(one => lifeOf(rules, one).phase === 'saved')
    .map(one => sessionRow(rules, book, one)).sort(orders[wanted]);
  return {
    template: 'classes/sessions',
    model: {
      title: 'Sessions',
      sessions,
      onlyText: onlyText(book, 'classes', sessions.length),
      sorts: sorts.map(([value, label]) => ({ value, label, selected: value === wanted })),
      none: !sessions.length,
    },
  };
}

/** @typedef {ReturnType<typeof sessionRow>} Row */

/** @type {Record<string, (one: Row, other: Row) => number>} */
const orders = {
  newest: (one, other) => orders.oldest(other, one),
  oldest: (one, other) => compare(one.started, other.started) || compare(one.id, other.id),
  venue: (one, other) => compare(fold(one.venue), fold(other.venue)) || orders.oldest(one, other),
  attended: (one, other) => other.attending - one.attending || orders.newest(one, other),
};

/**
 * Next ID after the largest eight-digit ID.
 * @param {Book} book
 */
export function suggestedID(book) {
  const numbers = [...book.people.values()].map(({ studentID = '' }) => /^\d{8}$/.test(studentID) ? Number(studentID) : 0);
  const next = numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1;
  return next > 99_999_999 ? '' : String(next).padStart(8, '0');
}

/** @param {Rules} rules @param {ClassSession} one */
function isInSession(rules, one) {
  return ['running', 'paused'].includes(lifeOf(rules, one).phase);
}

/** @param {Rules} rules @param {Book} book @param {ClassSession} one @returns {DevicePage} */
function inSession(rules, book, one) {
  const { phase, runningSince, worked, duration } = lifeOf(rules, one);
  const venue = book.venues.get(one.venue);
  const attending = presentAt(one).size;
  return {
    template: 'classes/class',
    model: {
      title: 'Class',
      id: one.id,
      phase,
      isRunning: phase === 'running',
      isPaused: phase === 'paused',
      started: new Date(one.startedAt).toISOString(),
      startedText: `Started ${wording.wallCalendar(book.timeZone).time(one.startedAt)}`,
      startedAt: one.startedAt,
      runningSince: runningSince ?? undefined,
      worked,
      durationText: wording.clock(duration),
      venue: venue?.name ?? '',
      address: venue?.address ?? '',
      temperature: one.temperature,
      temperatureText: wording.temperatureText(one.temperature),
      attending,
      attendingText: wording.counted(attending, 'student', 'students'),
      attendees: attendees(book, one),
      rosterHref: `/classes/${one.id}/roster`,
    },
  };
}

/** @param {Rules} rules @param {Book} book @param {ClassSession} one @returns {DevicePage} */
function saved(rules, book, one) {
  const session = sessionRow(rules, book, one);
  const { paused } = lifeOf(rules, one);
  const present = attendees(book, one);
  return {
    template: 'classes/session',
    model: {
      title: session.venue,
      session,
      pausedText: wording.pause(paused),
      saved: true,
      attendees: present,
      none: !present.length,
      rosterHref: `/classes/${one.id}/roster`,
      history: one.history ?? [],
      hasHistory: Boolean(one.history?.length),
    },
  };
}

/** @param {Book} book @param {ClassSession} one */
function attendees(book, one) {
  const present = presentAt(one);
  return [...book.people.values()].filter(({ id }) => present.has(id)).sort(byName).map(person => personRow(book, person));
}

/** @param {Rules} rules @param {Book} book @param {URLSearchParams} query @returns {DevicePage} */
function checkIn(rules, book, query) {
  const search = query.get('search') ?? '';
  const here = placeOf(query);
  const venues = [...book.venues.values()].filter(venue => matches(search, venue.name, venue.address))
    .sort((one, other) => compare(fold(one.name), fold(other.name)) || compare(one.id, other.id))
    .map(venue => venueRow(venue, here ? distanceTo(rules, venue, here) : undefined));
  if (here) venues.sort((one, other) => (one.metres ?? Infinity) - (other.metres ?? Infinity) || 0);
  return {
    template: 'classes/check-in',
    model: {
      title: 'Class',
      venues: venues.map(({ metres, ...row }) => row),
      search,
      onlyText: onlyText(book, 'venues', book.venues.size, search),
      located: here !== undefined,
      hasProviders: false,
      nearby: false,
      attributions: [],
      noVenues: !book.venues.size && !search,
    },
  };
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

