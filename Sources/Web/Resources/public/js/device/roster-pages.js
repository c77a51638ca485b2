// Roster pages made on the device; counterpart of StudentsPage and PersonPage.

import { compare, fold, matches } from '../screen/fold.js';
import { counted, day } from '../screen/wording.js';
import { typesIDs } from '../screen/school.js';
import { byName, groupOf, lifeOf, nameOf, onlyText, personRow, presentAt, sessionRow, suggestedID } from './rows.js';

/**
 * @typedef {import('./book.js').Book} Book
 * @typedef {import('./rows.js').Rules} Rules
 * @typedef {import('./pages.js').DevicePage} DevicePage
 */

/**
 * @param {Book} book
 * @param {URLSearchParams} query
 * @returns {DevicePage}
 */
export function studentsPage(book, query) {
  const search = query.get('search') ?? '';
  const activity = choose(query.get('activity'), ['active', 'inactive', 'all', 'removed']);
  const sort = choose(query.get('sort'), ['name', 'attended']);
  const [type = null] = /^[0-9a-f-]{36}$/.exec(query.get('type')?.toLowerCase() ?? '') ?? [];
  const isRemoved = activity === 'removed';
  const everybody = isRemoved ? [...book.removed?.values() ?? []].map(({ person }) => ({ ...person, active: false })) : [...book.people.values()];
  const people = everybody
    .filter(person => isRemoved || activity === 'all' || person.active === (activity === 'active'))
    .filter(person => !type || person.type === type)
    .filter(person => matches(search, person.firstName, person.lastName, person.studentID ?? '', person.github))
    .sort((one, other) => (sort === 'attended' ? other.attended - one.attended : 0) || byName(one, other));
  const filtered = search !== '' || activity !== 'active' || type !== null;
  return {
    template: 'roster/students',
    model: {
      title: 'Students',
      groups: ['New', 'Instructors', 'Students'].map((title, group) => ({
        title, isNew: title === 'New',
        people: people.filter(person => groupOf(person) === group).map(person => personRow(book, person)),
      })).filter(({ people }) => people.length),
      search,
      total: people.length,
      totalText: counted(people.length, 'person', 'people'),
      onlyText: isRemoved ? 'Those who were removed before are there when there is signal.' : onlyText(book, 'people', book.people.size, search),
      sorts: choices([['name', 'Name'], ['attended', 'Sessions Attended']], sort),
      activity: choices([['active', 'Active'], ['inactive', 'Inactive'], ['all', 'All'], ['removed', 'Removed']], activity),
      types: choices([['', 'All Types'], ...typesOf(book)], type ?? ''),
      filtered,
      none: !people.length,
      empty: !filtered && people.length <= 1,
      typesIDs: typesIDs(),
    },
  };
}

/**
 * @param {Rules} rules
 * @param {Book} book
 * @param {string} id
 * @returns {DevicePage | undefined}
 */
export function personPage(rules, book, id) {
  const removed = book.removed?.get(id)?.person;
  const person = book.people.get(id) ?? removed;
  if (!person) return undefined;
  const sessions = [...book.classes.values()]
    .filter(one => lifeOf(rules, one).phase === 'saved' && presentAt(one).has(id))
    .map(one => sessionRow(rules, book, one)).sort((one, other) => compare(other.started, one.started));
  const itsMe = id === book.instructor;
  const asker = book.people.get(book.instructor);
  const isOwner = asker?.isOwner ?? false;
  const isBelow = isOwner || person.role === 'student';
  return {
    template: 'roster/person',
    model: {
      title: nameOf(person),
      person: personRow(book, person),
      editable: !removed,
      github: person.github,
      picture: person.picture?.startsWith('data:') ? undefined : person.picture,
      joined: person.joined,
      joinedText: day(person.joined),
      details: details(book, person),
      types: choices([['', 'None'], ...typesOf(book)], book.types.has(person.type ?? '') ? person.type ?? '' : ''),
      suggestedID: suggestedID(book),
      sessions,
      noSessions: !sessions.length,
      hasCodes: false,
      hasKeys: false,
      codesText: 'Sign-in codes can be made when there is a signal.',
      signInCodes: [],
      watchLinks: [],
      mayMakeCodes: isBelow || itsMe,
      mayChangeActive: isBelow,
      mayRemove: isBelow && !itsMe,
      mayMerge: isBelow && !removed,
      merged: [],
      removal: removed && { text: 'Removed. Can be put back for 30 days.', mayRestore: isBelow },
      mayChangeRole: isOwner && !itsMe,
      mayBeOwner: isOwner && !itsMe && person.role === 'instructor',
      roleText: person.isOwner ? 'Instructor and owner' : person.role === 'instructor' ? 'Instructor' : 'Student',
      roles: choices([['instructor', 'Instructor'], ['student', 'Student']], person.role),
      itsMe,
      hasGitHub: false,
    },
  };
}

/**
 * @param {Book} book
 * @param {import('./book.js').Person} person
 */
function details(book, { id, email = '', phone = '', note = '', tags = [] }) {
  const others = new Set([...book.people.values()].flatMap(one => one.tags ?? []));
  return { id, email, phone, note, tags, known: [...others].sort(compare).slice(0, 100).filter(tag => !tags.includes(tag)) };
}

/**
 * Types by name, as values and labels.
 * @param {Book} book
 * @returns {[string, string][]}
 */
function typesOf(book) {
  return [...book.types.values()].sort((one, other) => compare(fold(one.name), fold(other.name)))
    .map(({ id, name }) => [id, name]);
}

/** @param {[string, string][]} all @param {string} chosen */
function choices(all, chosen) {
  return all.map(([value, label]) => ({ value, label, selected: value === chosen }));
}

/** @param {string | null} wanted @param {string[]} known the first is what one gets without choosing */
function choose(wanted, known) {
  return known.find(one => one === wanted) ?? known[0];
}
