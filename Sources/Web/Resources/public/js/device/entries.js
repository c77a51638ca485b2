// Effects of a device's own entries on its copy of the book, until the server has them. Entries were checked by the rules
// before; the server may still reject them. What follows from the events of a class, the module says.

import { fold } from '../screen/fold.js';

/** @typedef {import('../journal/entries.js').Entry} Entry */

/**
 * Copy of the book as the server hands it out, by identifiers.
 * @typedef {Record<string, any>} Row
 * @typedef {object} Book
 * @property {string} instructor
 * @property {Map<string, Row>} people
 * @property {Map<string, Row>} venues
 * @property {Map<string, Row>} types
 * @property {Map<string, Row>} classes those in session and those saved
 * @property {Map<string, Row>} courseClasses those to come
 * @property {Map<string, Row>} deletedTypes types deleted on this device, for undo
 */

/**
 * @param {Book} book
 * @param {Entry} entry
 */
export function apply(book, entry) {
  if (entry.kind.startsWith('class.')) tell(book, entry);
  else effects[entry.kind]?.(book, /** @type {any} */ (entry));
}

/** @type {Record<string, (book: Book, entry: any) => void>} */
const effects = {
  'person.added': (book, { person, firstName = '', lastName = '', studentID = '', givesID, role, github = '', type, joined, at }) => {
    if (book.people.has(person)) return;
    book.people.set(person, {
      id: person, firstName, lastName, studentID: givesID ? nextID(book) : own(studentID), role: role ?? 'student', github,
      type: type || undefined, joined: joined ?? at.slice(0, 10), active: true, isOwner: false, attended: 0, tags: [],
    });
  },
  'person.edited': (book, entry) => change(book.people, entry.person, known => {
    const { firstName, lastName, github, type, joined, email, phone, note, tagAdded, tagRemoved } = stillToChange(known, entry);
    const tags = (known.tags ?? []).filter((/** @type {string} */ tag) => tag !== tagRemoved?.trim());
    const isNew = tagAdded && !tags.some((/** @type {string} */ tag) => fold(tag) === fold(tagAdded.trim()));
    return {
      firstName: firstName?.trim() ?? known.firstName, lastName: lastName?.trim() ?? known.lastName,
      github: github ?? known.github, joined: joined ?? known.joined, type: type === undefined ? known.type : type || undefined,
      email: email?.trim() ?? known.email, phone: phone?.trim() ?? known.phone, note: note?.trim() ?? known.note,
      tags: isNew ? [...tags, tagAdded.trim()] : tags,
    };
  }),
  'person.numbered': (book, { person, studentID }) => change(book.people, person, () => ({ studentID: own(studentID) })),
  'person.activated': (book, { person }) => change(book.people, person, () => ({ active: true })),
  'person.deactivated': (book, { person }) => change(book.people, person, () => ({ active: false })),
  'person.removed': (book, { person, at }) => change(book.people, person, () => ({ removedAt: Date.parse(at) })),
  'person.restored': (book, { person }) => change(book.people, person, () => ({ removedAt: undefined })),
  'person.pictured': (book, { person, data, picture, pictureWas }) => change(book.people, person, known =>
    pictureWas !== undefined && pictureWas !== (known.picture ?? '') ? {}
      : { picture: data ? `data:;base64,${data}` : picture || undefined }),
  'person.roleChanged': (book, { person, role, isOwner }) => change(book.people, person, known =>
    ({ role: role ?? known.role, isOwner: isOwner ?? known.isOwner })),
  'studentType.saved': (book, { type, name }) => { book.types.set(type, { id: type, name }); },
  'studentType.deleted': (book, { type, onlyUnused }) => {
    const isUsed = [...book.people.values()].some(person => person.type === type);
    if (!onlyUnused || !isUsed) move(type, book.types, book.deletedTypes);
  },
  'studentType.restored': (book, { type }) => move(type, book.deletedTypes, book.types),
  'venue.saved': (book, { venue, name, address = '', latitude, longitude, radius = 100 }) => {
    book.venues.set(venue, { isHidden: false, ...book.venues.get(venue), id: venue, name, address, latitude, longitude, radius });
  },
  'venue.hidden': (book, { venue }) => change(book.venues, venue, () => ({ isHidden: true })),
  'venue.shown': (book, { venue }) => change(book.venues, venue, () => ({ isHidden: false })),
  'venue.merged': (book, { venue, into }) => change(book.venues, venue, () => ({ mergedInto: into })),
  'venue.separated': (book, { venue }) => change(book.venues, venue, () => ({ mergedInto: undefined })),
  'attendance.opened': tell,
  'attendance.closed': tell,
  'attendance.marked': (book, entry) => mark(book, entry, true),
  'attendance.cleared': (book, entry) => mark(book, entry, false),
};

/**
 * Adds what was told of a class to its events. A class that is started, or took place, and is not known, is a new one.
 * @param {Book} book
 * @param {Entry} entry
 */
function tell(book, entry) {
  const id = String(entry.class);
  const planned = book.courseClasses.get(id);
  const isStart = entry.kind === 'class.started';
  const isNew = !book.classes.has(id) && (isStart || entry.kind === 'class.recorded');
  if (isNew && !(entry.kind === 'class.recorded' && (planned || entry.course))) {
    const began = planned ? undefined : Date.parse(String(isStart ? entry.at : entry.start));
    book.courseClasses.delete(id);
    book.classes.set(id, {
      id, phase: 'scheduled', beganAt: began, events: [], marks: [], ...planned, venue: entry.venue ?? planned?.venue,
      instructor: book.instructor, isStartedHere: isStart,
    });
  }
  change(book.classes, id, known => ({
    marksBefore: known.marksBefore ?? known.marks,
    events: [...known.events, { ...entry, at: Date.parse(entry.at), maker: book.instructor }],
  }));
  if (planned && entry.kind === 'class.deleted') book.courseClasses.delete(id);
}

/**
 * Records a mark. Of several marks the latest counts.
 * @param {Book} book
 * @param {{ class: string, person: string, at: string }} entry
 * @param {boolean} isPresent
 */
function mark(book, { class: id, person, at }, isPresent) {
  change(book.classes, id, known => {
    const time = Date.parse(at);
    const before = known.marks.find((/** @type {Row} */ one) => one.person === person);
    if (before && before.at > time) return {};
    const others = known.marks.filter((/** @type {Row} */ one) => one.person !== person);
    return { marksBefore: known.marksBefore ?? known.marks, marks: [...others, { person, isPresent, at: time }] };
  });
}

/** @param {Map<string, Row>} rows @param {string} id @param {(known: Row) => Row} changes */
function change(rows, id, changes) {
  const known = rows.get(id);
  if (known) rows.set(id, { ...known, ...changes(known) });
}

/** @param {string} id @param {Map<string, Row>} from @param {Map<string, Row>} to */
function move(id, from, to) {
  const row = from.get(id);
  if (!row) return;
  from.delete(id);
  to.set(id, row);
}

/**
 * Fields of an edit without those whose value is not what it takes back any more.
 * @param {Row} known
 * @param {any} entry
 */
function stillToChange(known, entry) {
  const still = { ...entry };
  for (const name of ['firstName', 'lastName', 'github', 'type', 'joined']) {
    const was = entry[`${name}Was`];
    if (was !== undefined && (was ?? '') !== (known[name] ?? '')) delete still[name];
  }
  return still;
}

/**
 * Student ID, unless empty or the placeholder.
 * @param {string} studentID
 */
function own(studentID) {
  return studentID && studentID !== '00000000' ? studentID.trim() : undefined;
}

/**
 * Next ID after the largest of eight digits.
 * @param {Book} book
 */
function nextID(book) {
  const numbers = [...book.people.values()].map(({ studentID = '' }) => /^\d{8}$/.test(studentID) ? Number(studentID) : 0);
  const next = numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1;
  return next > 99_999_999 ? undefined : String(next).padStart(8, '0');
}
