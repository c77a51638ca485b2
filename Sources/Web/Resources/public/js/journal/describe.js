// Descriptions of entries for the list of waiting changes.

import { names } from '../device/book.js';
import { version } from '../device/copy.js';
import { whose } from './maker.js';
import * as outbox from './outbox.js';
import { whichClass } from './which-class.js';

/** @typedef {import('./outbox.js').Kept} Kept */

/** @type {Record<string, string>} */
const DEEDS = {
  'person.added': 'Student added', 'person.edited': 'Student changed', 'person.numbered': 'Student ID given',
  'person.activated': 'Made active', 'person.deactivated': 'Made inactive', 'person.removed': 'Person removed', 'person.merged': 'People merged', 'person.restored': 'Person put back',
  'person.pictured': 'Picture changed', 'person.roleChanged': 'Role changed',
  'person.registered': 'Student registered', 'studentType.saved': 'Student type saved',
  'studentType.deleted': 'Student type deleted', 'studentType.restored': 'Student type restored',
  'venue.saved': 'Venue saved', 'venue.hidden': 'Venue hidden', 'venue.shown': 'Venue shown again',
  'venue.merged': 'Venue merged', 'venue.separated': 'Venue separated', 'class.started': 'Class started', 'class.paused': 'Class paused',
  'class.resumed': 'Class resumed', 'class.saved': 'Class saved', 'class.deleted': 'Class deleted',
  'class.restored': 'Class restored', 'class.recorded': 'Past class added', 'class.corrected': 'Class corrected',
  'class.scheduled': 'Class planned', 'class.unscheduled': 'Class removed', 'class.unstarted': 'Start taken back', 'course.created': 'Course created',
  'course.edited': 'Course changed', 'course.archived': 'Course archived', 'course.unarchived': 'Course put back', 'enrolment.requested': 'Registered for a course',
  'enrolment.accepted': 'Student accepted', 'enrolment.declined': 'Not enrolled', 'enrolment.reopened': 'Request open again', 'attendance.opened': 'Attendance opened',
  'attendance.closed': 'Attendance closed', 'attendance.claimed': 'Marked yourself present', 'question.asked': 'Question asked',
  'question.voted': 'Vote', 'question.answered': 'Question answered', 'question.reopened': 'Question reopened',
  'question.hidden': 'Question hidden', 'question.shown': 'Question shown again',
  'attendance.asked': 'Proof of presence changed', 'attendance.confirmed': 'Confirmed that you are still here',
  'reconfirmation.requested': 'Everyone asked to confirm', 'reconfirmation.withdrawn': 'Asking everyone taken back',
  'notifications.chosen': 'Notifications changed', 'device.nearby': 'Whether you are near a class', 'school.saved': 'School changed',
  'attendance.marked': 'Marked present', 'attendance.cleared': 'Mark cleared',
  'attendance.withdrawn': 'Mark taken back', 'training.logged': 'Training logged',
  'training.deleted': 'Training deleted', 'training.restored': 'Training restored',
};

/**
 * Loads the known names; resolves to a function that describes an entry.
 * @returns {Promise<(kept: Kept) => string>}
 */
export async function describe() {
  const nameOf = await names().catch(() => () => undefined);
  const kept = [...await outbox.all(whose(), 'waiting'), ...await outbox.refusedOf(whose(), false)];
  // Of those who were not taken, only what was to be.
  const added = new Map(kept.filter(({ entry }) => entry.kind === 'person.added').map(({ entry }) => [entry.person, fullName(entry)]));
  const { which, isMove } = await whichClass(await told(kept), nameOf);
  return ({ entry }) => {
    const logged = entry.kind.startsWith('training.') ? entry.description : '';
    const given = fullName(entry) || entry.name || entry.title || entry.text || logged;
    const { person } = entry;
    const known = person ? nameOf({ person }) || added.get(person) : given;
    const session = which(entry);
    const whom = hasLeft(entry) ? nameOf({ course: entry.course }) : known || (session ? '' : nameOf(entry) ?? given);
    const deed = isMove(entry) ? 'Class moved' : deedOf(entry, kept);
    const what = [whom, session].filter(Boolean).join(', ');
    return what ? `${deed}: ${what}` : deed;
  };
}

/**
 * Returns what this device has told of late, oldest first.
 * @param {Kept[]} kept
 */
async function told(kept) {
  const sent = await outbox.after(whose(), (await version())?.sequence ?? 0);
  const inOrder = [...kept].sort((one, other) => one.number - other.number);
  return [...sent.sent.map(({ entry }) => ({ entry, isRefused: false })), ...inOrder.map(({ entry, state }) => ({ entry, isRefused: state !== 'waiting' }))];
}

/** @param {import('./entries.js').Entry} entry @param {Kept[]} kept */
function deedOf(entry, kept) {
  if (entry.kind === 'class.deleted' && entry.onlyPlanned) return 'Class cancelled';
  if (!hasLeft(entry)) return DEEDS[entry.kind] ?? entry.kind;
  const hadAsked = kept.some(one => one.entry.kind === 'enrolment.requested' && one.entry.course === entry.course && one.entry.at <= entry.at);
  return hadAsked ? 'Registration taken back' : 'Left the course';
}

/**
 * Whether a student takes a course no more, by their own wish.
 * @param {import('./entries.js').Entry} entry
 */
function hasLeft({ kind, person }) {
  return kind === 'enrolment.declined' && person === whose();
}

/** @param {import('./entries.js').Entry} entry */
function fullName({ firstName, lastName }) {
  return [firstName, lastName].filter(Boolean).join(' ');
}
