// Rows of people, classes and venues; counterpart of PersonRow, SessionRow and VenueRow.

import { now } from '../signal/clock.js';
import { compare, fold } from '../screen/fold.js';
import { classDuration, counted, grouped, wallCalendar, temperatureText } from '../screen/wording.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./book.js').Person} Person
 * @typedef {import('./book.js').ClassSession} ClassSession
 * @typedef {Awaited<ReturnType<typeof import('./rules.js').load>>} Rules
 */

/**
 * @param {Book} book
 * @param {Person} person
 * @param {boolean} [present]
 */
export function personRow(book, person, present) {
  const { id, firstName, lastName, studentID, role, active, attended } = person;
  return {
    id, firstName, lastName, studentID, role, active, attended, present,
    href: `/people/${id}`,
    name: nameOf(person),
    isRemoved: book.removed?.has(id) ?? false,
    isNew: !studentID,
    isInstructor: role === 'instructor',
    isOwner: person.isOwner ?? false,
    type: book.types.get(person.type ?? '')?.name,
    attendedText: counted(attended, 'session', 'sessions'),
    avatar: avatar(person),
    tags: /** @type {string[]} */ ([]),
  };
}

/**
 * A person at a class, with what the instructor is to think of.
 * @param {Book} book
 * @param {Person} person
 * @param {boolean} [present]
 */
export function attendeeRow(book, person, present) {
  return { ...personRow(book, person, present), tags: person.tags ?? [] };
}

/** @param {Person} person */
export function nameOf({ firstName, lastName }) {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** @param {Person} person */
function avatar({ id, firstName, lastName, picture }) {
  return {
    initials: [firstName, lastName].map(initial).join(''),
    hue: Number(BigInt(`0x${id.slice(19).replace('-', '')}`) % 12n),
    picture: picture?.startsWith('data:') ? picture : picture && `/pictures/${picture}`,
  };
}

/** @param {string} name */
function initial(name) {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return (characters.find(one => /^[\p{L}\p{N}]/u.test(one)) ?? characters[0] ?? '').toUpperCase();
}

/**
 * Says that not all there is was taken along; nothing if it was.
 * @param {Book} book
 * @param {'people' | 'venues' | 'classes'} what
 * @param {number} number of those that were
 * @param {string} [search] what was looked for among them
 */
export function onlyText(book, what, number, search = '') {
  if (!book.more?.[what]) return undefined;
  const those = `${grouped(number)} ${what}`;
  const words = search.trim() ? `Only the ${those} on this device were searched.`
    : `The ${what === 'classes' ? 'newest' : 'first'} ${those} are on this device.`;
  return `${words} The others are there when there is signal.`;
}

/**
 * By name, as the roster has them.
 * @param {Person} one
 * @param {Person} other
 */
export function byName(one, other) {
  return compare(sortName(one), sortName(other)) || compare(one.id, other.id);
}

/** @param {Person} person */
function sortName({ firstName, lastName }) {
  return fold([lastName, firstName].filter(Boolean).join(' '));
}

/**
 * Rank in the roster: new people, then instructors, then students.
 * @param {Person} person
 */
export function groupOf({ studentID, role }) {
  return studentID ? role === 'instructor' ? 1 : 2 : 0;
}

/**
 * State of a class now, with its start; what somebody said afterwards of a saved class counts.
 * @param {Rules} rules
 * @param {ClassSession} one
 */
export function lifeOf(rules, { startedAt, steps, told }) {
  const life = rules.follow(now(), startedAt, steps);
  if (!told || life.phase !== 'saved') return { ...life, startedAt };
  const [start, endedAt, paused] = [told.start ?? startedAt, told.end ?? life.endedAt ?? startedAt, told.paused ?? life.paused];
  return { ...life, startedAt: start, endedAt, paused, worked: Math.max(0, endedAt - start - paused) };
}

/** @param {ClassSession} one */
export function presentAt(one) {
  return new Set([...one.marks].filter(([, { isPresent }]) => isPresent).map(([person]) => person));
}

/**
 * Venue of a class, or the one that it was merged into.
 * @param {Book} book
 * @param {{ venue: string }} one
 */
export function venueOf(book, { venue: id }) {
  const venue = book.venues.get(id);
  return book.venues.get(venue?.mergedInto ?? '') ?? venue;
}

/**
 * @param {Rules} rules
 * @param {Book} book
 * @param {ClassSession} one
 */
export function sessionRow(rules, book, one) {
  const { time, dateAndTime } = wallCalendar(book.timeZone);
  const life = lifeOf(rules, one);
  const { worked, endedAt, startedAt } = life;
  const venue = venueOf(book, one);
  const attending = presentAt(one).size;
  return {
    id: one.id,
    href: `/classes/${one.id}`,
    course: one.course,
    venue: venue?.name ?? '',
    address: venue?.address ?? '',
    started: new Date(startedAt).toISOString(),
    startedText: dateAndTime(startedAt),
    ended: endedAt === null ? undefined : new Date(endedAt).toISOString(),
    endedText: endedAt === null ? undefined : time(endedAt),
    duration: worked,
    durationText: classDuration(life, startedAt),
    attending,
    attendingText: counted(attending, 'student', 'students'),
    temperature: one.temperature,
    temperatureText: temperatureText(one.temperature),
  };
}

/**
 * Next ID after the largest eight-digit ID.
 * @param {Book} book
 */
export function suggestedID(book) {
  const removed = [...book.removed?.values() ?? []].map(({ person }) => person);
  const numbers = [...book.people.values(), ...removed].map(({ studentID = '' }) => /^\d{8}$/.test(studentID) ? Number(studentID) : 0);
  const next = numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1;
  return next > 99_999_999 ? '' : String(next).padStart(8, '0');
}
