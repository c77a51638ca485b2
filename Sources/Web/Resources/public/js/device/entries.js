// Effects of entries on the offline book; counterpart of Store's Book. Entries were checked by the rules before; the
// server may still reject them.

import { suggestedID } from './rows.js';
import { fold } from '../screen/fold.js';

/** @typedef {import('./book.js').Book} Book */
/** @typedef {import('../journal/entries.js').Entry} Entry */

/**
 * @param {Book} book
 * @param {Entry} entry
 */
export function apply(book, entry) {
  const [subject, payload] = entry.kind.split('.');
  const ofCourse = book.courseClasses?.get(String(entry.class));
  if (ofCourse && !book.classes.has(ofCourse.id)) {
    if (entry.kind === 'class.started' && !ofCourse.inSession) {
      effects[entry.kind](book, entry);
      Object.assign(book.classes.get(ofCourse.id) ?? {}, { course: ofCourse.title, isStartedHere: true });
    } else if (['started', 'saved', 'deleted'].includes(payload)) {
      ofCourse.inSession = payload === 'started';
    }
    return;
  }
  if (subject === 'class' && !effects[entry.kind]) step(book, entry, payload);
  else effects[entry.kind]?.(book, /** @type {any} */ (entry));
}

/** @type {Record<string, (book: Book, entry: any) => void>} */
const effects = {
  'person.added': (book, { person, firstName = '', lastName = '', studentID = '', givesID, role, github = '', type, joined, at }) => {
    if (book.people.has(person)) return;
    book.people.set(person, {
      id: person, firstName, lastName, studentID: givesID ? suggestedID(book) : own(studentID), role: role ?? 'student', github, type: type || undefined,
      joined: joined ?? at.slice(0, 10), active: true, attended: 0,
    });
  },
  'person.edited': (book, entry) => {
    const known = book.people.get(entry.person);
    if (!known) return;
    const { firstName, lastName, github, type, joined, email, phone, note, tagAdded, tagRemoved } = stillToChange(known, entry);
    known.firstName = firstName?.trim() ?? known.firstName;
    known.lastName = lastName?.trim() ?? known.lastName;
    known.github = github ?? known.github;
    known.joined = joined ?? known.joined;
    if (type !== undefined) known.type = type || undefined;
    known.email = email?.trim() ?? known.email;
    known.phone = phone?.trim() ?? known.phone;
    known.note = note?.trim() ?? known.note;
    const tags = (known.tags ?? []).filter(tag => tag !== tagRemoved?.trim());
    const isNew = tagAdded && !tags.some(tag => fold(tag) === fold(tagAdded.trim()));
    known.tags = isNew ? [...tags, tagAdded.trim()] : tags;
  },
  'person.numbered': (book, { person, studentID }) => {
    const known = book.people.get(person);
    if (known) known.studentID = own(studentID);
  },
  'person.activated': (book, { person }) => setActive(book, person, true),
  'person.deactivated': (book, { person }) => setActive(book, person, false),
  'person.removed': (book, { person }) => turnRemoved(book, person, true),
  'person.restored': (book, { person }) => turnRemoved(book, person, false),
  'person.pictured': (book, { person, data, picture, pictureWas }) => {
    const known = book.people.get(person);
    if (pictureWas !== undefined && pictureWas !== (known?.picture ?? '')) return;
    if (known) known.picture = data ? `data:;base64,${data}` : picture || undefined;
  },
  'person.roleChanged': (book, { person, role, isOwner }) => {
    const known = book.people.get(person);
    if (!known) return;
    known.role = role ?? known.role;
    known.isOwner = isOwner ?? known.isOwner;
  },
  'studentType.saved': (book, { type, name }) => { book.types.set(type, { id: type, name }); },
  'studentType.deleted': (book, { type }) => setDeleted(book, type, true),
  'studentType.restored': (book, { type }) => setDeleted(book, type, false),
  'venue.saved': (book, { venue, name, address = '', latitude, longitude, radius = 100 }) => {
    book.venues.set(venue, { isHidden: false, ...book.venues.get(venue), id: venue, name, address, latitude, longitude, radius });
  },
  'venue.hidden': (book, { venue }) => changeVenue(book, venue, { isHidden: true }),
  'venue.shown': (book, { venue }) => changeVenue(book, venue, { isHidden: false }),
  'venue.merged': (book, { venue, into }) => changeVenue(book, venue, { mergedInto: into }),
  'venue.separated': (book, { venue }) => changeVenue(book, venue, { mergedInto: undefined }),
  'class.started': (book, { class: id, venue, at }) => {
    if (book.classes.has(id)) return;
    book.classes.set(id, { id, venue, startedAt: Date.parse(at), steps: [], marks: new Map() });
  },
  'class.saved': (book, entry) => {
    step(book, entry, 'saved');
    const one = book.classes.get(entry.class);
    if (one && entry.end) one.told = { end: Date.parse(entry.end) };
  },
  'class.recorded': (book, { class: id, venue, course, start, end }) => {
    if (course || book.classes.has(id)) return;
    const steps = [{ step: 'saved', at: Date.parse(end) }];
    book.classes.set(id, { id, venue, startedAt: Date.parse(start), steps, marks: new Map() });
  },
  'class.corrected': (book, { class: id, start, end, paused, venue, course }) => {
    const one = book.classes.get(id);
    if (!one) return;
    one.venue = venue ?? one.venue;
    // Which course it is, the server's page says.
    if (course !== undefined) one.course = course ? 'Course' : undefined;
    one.told = {
      ...one.told, ...start && { start: Date.parse(start) }, ...end && { end: Date.parse(end) },
      ...typeof paused === 'number' && { paused: paused * 60_000 },
    };
  },
  'attendance.marked': (book, entry) => mark(book, entry, true),
  'attendance.cleared': (book, entry) => mark(book, entry, false),
};

/** @param {Book} book @param {Entry} entry @param {string} step */
function step(book, entry, step) {
  const at = Date.parse(entry.at);
  const steps = book.classes.get(String(entry.class))?.steps;
  // The copy may include the step already.
  if (steps && !steps.some(one => one.step === step && one.at === at)) steps.push({ step, at });
}

/**
 * Records a mark. Of several marks the latest counts.
 * @param {Book} book
 * @param {{ class: string, person: string, at: string }} entry
 * @param {boolean} isPresent
 */
function mark(book, { class: id, person, at }, isPresent) {
  const marks = book.removed?.has(person) ? undefined : book.classes.get(id)?.marks;
  const before = marks?.get(person);
  const time = Date.parse(at);
  if (marks && !(before && before.at > time)) marks.set(person, { isPresent, at: time });
}

/** @param {Book} book @param {string} id @param {boolean} isDeleted */
function setDeleted(book, id, isDeleted) {
  const [from, to] = isDeleted ? [book.types, book.deletedTypes] : [book.deletedTypes, book.types];
  const type = from.get(id);
  if (!type) return;
  from.delete(id);
  to.set(id, type);
}

/**
 * Fields of an edit without those whose value is not what it takes back any more.
 * @param {import('./book.js').Person} known
 * @param {any} entry
 */
function stillToChange(known, entry) {
  const still = { ...entry };
  for (const name of /** @type {const} */ (['firstName', 'lastName', 'github', 'type', 'joined'])) {
    const was = entry[`${name}Was`];
    if (was !== undefined && (was ?? '') !== (known[name] ?? '')) delete still[name];
  }
  return still;
}

/** @param {Book} book @param {string} id @param {Partial<import('./book.js').Venue>} facts */
function changeVenue(book, id, facts) {
  const known = book.venues.get(id);
  if (known) Object.assign(known, facts);
}

/** @param {Book} book @param {string} id @param {boolean} active */
function setActive(book, id, active) {
  const known = book.people.get(id);
  if (known) known.active = active;
}

/**
 * Takes a person out of the book, with their marks, or puts one back whom this device has taken out.
 * @param {Book} book
 * @param {string} id
 * @param {boolean} isRemoved
 */
function turnRemoved(book, id, isRemoved) {
  const removed = book.removed ??= new Map();
  if (isRemoved) {
    const person = book.people.get(id);
    if (!person) return;
    const marks = [...book.classes.values()].flatMap(one => one.marks.has(id) ? [{ one, mark: one.marks.get(id) }] : []);
    for (const { one } of marks) one.marks.delete(id);
    book.people.delete(id);
    removed.set(id, { person, marks });
    return;
  }
  const known = removed.get(id);
  if (!known) return;
  removed.delete(id);
  book.people.set(id, known.person);
  for (const { one, mark } of known.marks) if (mark) one.marks.set(id, mark);
}

/**
 * Student ID, unless empty or the placeholder.
 * @param {string} studentID
 */
function own(studentID) {
  return studentID && studentID !== '00000000' ? studentID.trim() : undefined;
}

/**
 * Number of saved classes attended, by person.
 * @param {Book} book
 * @param {(one: import('./book.js').ClassSession) => string} phaseOf
 */
export function attendance(book, phaseOf) {
  const counts = new Map();
  for (const one of book.classes.values()) {
    if (phaseOf(one) !== 'saved') continue;
    for (const [person, { isPresent }] of one.marks) {
      if (isPresent) counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  }
  return counts;
}
