// Offline book of this device: a copy of the server's data, with the device's own entries applied.

import { now } from '../signal/clock.js';
import { whose } from '../journal/maker.js';
import * as outbox from '../journal/outbox.js';
import { load } from './rules.js';
import { answer, transact } from '../journal/storage.js';
import { apply, attendance } from './entries.js';

/**
 * @typedef {{ id: string, name: string, address: string, latitude?: number, longitude?: number, radius: number, isHidden?: boolean, mergedInto?: string }} Venue
 * @typedef {{ step: string, at: number }} Step
 * @typedef {{ isPresent: boolean, at: number }} Mark
 * @typedef {{ id: string, venue: string, course?: string, isStartedHere?: boolean, startedAt: number, temperature?: number, steps: Step[], marks: Map<string, Mark>,
 *             history?: string[], told?: { start?: number, end?: number, paused?: number } }} ClassSession
 * @typedef {{ id: string, inSession: boolean, title: string, venue: string, plannedAt: number, minutes: number, timeZone: string }} CourseClass
 * @typedef {{ id: string, firstName: string, lastName: string, studentID?: string, role: string, isOwner?: boolean, github: string,
 *             type?: string, joined: string, active: boolean, picture?: string, attended: number,
 *             email?: string, phone?: string, note?: string, tags?: string[] }} Person
 *
 * @typedef {object} Book
 * @property {number} sequence last journal entry included
 * @property {string} instructor owner of the copy
 * @property {string} timeZone time zone for displayed times
 * @property {Map<string, Venue>} venues
 * @property {Map<string, { id: string, name: string }>} types
 * @property {Map<string, { id: string, name: string }>} deletedTypes types deleted on this device, for undo
 * @property {Map<string, ClassSession>} classes
 * @property {Map<string, CourseClass>} [courseClasses] classes whose pages only the server makes, unless they are started here
 * @property {Map<string, Person>} people
 * @property {Map<string, { person: Person, marks: { one: ClassSession, mark?: Mark }[] }>} [removed] people removed on this device, for undo
 * @property {{ people: boolean, venues: boolean, classes: boolean }} [more] of what there is more than was taken along
 */

/** Maximum number of people copied. */
const MOST_PEOPLE = 10_000;

/**
 * Returns the book with every waiting entry applied; undefined if there is no copy.
 * @returns {Promise<Book | undefined>}
 */
export async function current() {
  const book = await taken();
  if (!book) return undefined;
  const rules = await load();
  const phaseOf = (/** @type {ClassSession} */ { startedAt, steps }) => rules.follow(now(), startedAt, steps).phase;
  const before = attendance(book, phaseOf);
  const waiting = await outbox.all(whose(), 'waiting');
  for (const entry of await outbox.sentAfter(whose(), book.sequence)) apply(book, entry);
  for (const { entry } of waiting) apply(book, entry);
  const after = attendance(book, phaseOf);
  for (const person of book.people.values()) {
    person.attended += (after.get(person.id) ?? 0) - (before.get(person.id) ?? 0);
  }
  return book;
}

/** @returns {Promise<Book | undefined>} */
function taken() {
  return transact('book', 'readonly', transaction => answer(transaction.objectStore('book').get(whose())));
}

/**
 * Updates the copy if it is older than a place in the journal.
 * @param {number} sequence
 */
export async function take(sequence) {
  const there = await taken();
  if (there && there.sequence >= sequence) return;
  const book = await fetchCopy();
  await transact('book', 'readwrite', async transaction => {
    const store = transaction.objectStore('book');
    // Another tab may have updated it first.
    const other = await answer(store.get(whose()));
    if (!other || other.sequence < book.sequence) store.put(book, whose());
  });
  await outbox.forgetSent(book.sequence);
}

/** @returns {Promise<Book>} */
async function fetchCopy() {
  const first = await fetchPart('/offline');
  const people = [...first.people];
  let { more } = first;
  while (more && people.length < MOST_PEOPLE) {
    const part = await fetchPart(more);
    people.push(...part.people);
    more = part.more;
  }
  const { sequence, instructor, timeZone, venues, types, classes, courseClasses, moreVenues, moreClasses } = first;
  const keyed = (/** @type {{ id: string }[]} */ list) => new Map(list.map(one => [one.id, one]));
  for (const one of classes) {
    one.marks = new Map(one.marks.map((/** @type {Mark & { person: string }} */ { person, ...mark }) => [person, mark]));
  }
  return /** @type {Book} */ ({
    sequence, instructor, timeZone,
    venues: keyed(venues), types: keyed(types), deletedTypes: new Map(), classes: keyed(classes),
    courseClasses: keyed(courseClasses), people: keyed(people),
    more: { people: more !== undefined && more !== null, venues: moreVenues, classes: moreClasses },
  });
}

/** @param {string} address */
async function fetchPart(address) {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
