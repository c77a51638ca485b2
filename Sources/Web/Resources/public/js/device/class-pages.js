// Class pages made on the device; counterpart of ClassPages.swift.

import { compare, matches } from '../screen/fold.js';
import { checkIn, MOST_TELLING } from './check-in-page.js';
import * as wording from '../screen/wording.js';
import { typesIDs } from '../screen/school.js';
import { isLost } from '../signal/signal.js';
import { attendeeRow, byName, groupOf, lifeOf, onlyText, presentAt, sessionRow, venueOf } from './rows.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').ClassSession} ClassSession
 * @typedef {import('./book.js').Person} Person
 * @typedef {import('./book.js').Venue} Venue
 * @typedef {import('./rows.js').Rules} Rules
 * @typedef {import('./pages.js').DevicePage} DevicePage
 */

/**
 * Page of the class in session, or the check-in page.
 * @param {Rules} rules
 * @param {Book} book
 * @param {URLSearchParams} query
 * @returns {DevicePage | undefined} undefined while a course class is in session that the server shows better
 */
export function classPage(rules, book, query) {
  if ([...book.courseClasses?.values() ?? []].some(({ inSession }) => inSession)) return undefined;
  const [one] = [...book.classes.values()].filter(one => isInSession(rules, one))
    .sort((one, other) => other.startedAt - one.startedAt);
  if (one && isServers(one)) return undefined;
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
  if (!one || isServers(one)) return undefined;
  const { phase } = lifeOf(rules, one);
  if (phase === 'deleted') return undefined;
  return phase === 'saved' ? saved(rules, book, one) : inSession(rules, book, one);
}

/**
 * Whether the server shows a class better: one of a course, unless it was started on this device without signal.
 * @param {ClassSession} one
 */
function isServers(one) {
  return one.course !== undefined && one.course !== null && !(one.isStartedHere && isLost());
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
    .sort((one, other) => groupOf(other) - groupOf(one) || byName(one, other));
  const lately = search ? new Set() : studentsLately(rules, book, one);
  const group = (/** @type {string} */ key, /** @type {string | undefined} */ title, /** @type {Person[]} */ those) =>
    ({ key, title, people: those.map(person => attendeeRow(book, person, present.has(person.id))) });
  const groups = [
    group('lately', 'Came Lately', people.filter(({ id }) => lately.has(id))),
    group('others', lately.size ? 'Others' : undefined, people.filter(({ id }) => !lately.has(id))),
  ].filter(({ people }) => people.length);
  return {
    template: 'classes/roster',
    model: {
      title: 'Attendees',
      classID: id,
      classHref: isInSession(rules, one) ? '/class' : `/classes/${id}`,
      search,
      groups,
      onlyText: onlyText(book, 'people', book.people.size, search),
      presentText: `${wording.grouped(present.size)} present`,
      typesIDs: typesIDs(),
      none: !people.length,
    },
  };
}

const FEW_LATEST = 5;
const MOST_LATELY = 30;

/**
 * Identifiers of students who came lately, as in LatelyHere.swift.
 * @param {Rules} rules
 * @param {Book} book
 * @param {ClassSession} session
 */
function studentsLately(rules, book, session) {
  const { startedAt } = lifeOf(rules, session);
  const place = venueOf(book, session)?.id;
  const latest = [...book.classes.values()].map(one => ({ one, life: lifeOf(rules, one) }))
    .filter(({ life }) => life.phase === 'saved' && life.startedAt < startedAt)
    .sort((one, other) => other.life.startedAt - one.life.startedAt || compare(other.one.id, one.one.id))
    .slice(0, MOST_TELLING).map(({ one }) => one)
    .filter(one => session.course ? one.course === session.course : !one.course && venueOf(book, one)?.id === place)
    .slice(0, FEW_LATEST);
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const id of latest.flatMap(one => [...presentAt(one)])) times.set(id, (times.get(id) ?? 0) + 1);
  const students = [...book.people.values()].filter(person => person.active && groupOf(person) === 2 && times.has(person.id))
    .sort((one, other) => (times.get(other.id) ?? 0) - (times.get(one.id) ?? 0) || byName(one, other));
  return new Set(students.slice(0, MOST_LATELY).map(({ id }) => id));
}

/** @param {Rules} rules @param {ClassSession} one */
function isInSession(rules, one) {
  return ['running', 'paused'].includes(lifeOf(rules, one).phase);
}

/** @param {Rules} rules @param {Book} book @param {ClassSession} one @returns {DevicePage} */
function inSession(rules, book, one) {
  const { phase, runningSince, worked, duration } = lifeOf(rules, one);
  const venue = venueOf(book, one);
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
      course: one.course,
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
  return [...book.people.values()].filter(({ id }) => present.has(id)).sort(byName).map(person => attendeeRow(book, person));
}
