// Which class of a course an entry is about, in words.

import { takenInBrief } from '../device/copy.js';
import { wallCalendar } from '../screen/wording.js';
import { ownZone } from '../screen/zone.js';

/**
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {{ course?: string, start?: number }} Plan course of a class, and its start, milliseconds since 1970
 */

/** Entries that say when a class is or was, and of which course. */
const TELLING = ['class.scheduled', 'class.recorded', 'class.corrected'];

/** Fields of an entry that plans a class anew; of one that is there, it leaves out what is not changed. */
const WHOLE = ['minutes', 'venue', 'survey', 'evidence'];

/**
 * Loads what is known of classes; resolves to functions that tell which class of a course an entry is about, and whether it moves
 * a class that was there before.
 * @param {{ entry: Entry, isRefused: boolean }[]} told on this device, oldest first
 * @param {(entry: { course: string }) => string | undefined} titleOf
 */
export async function whichClass(told, titleOf) {
  const copy = await takenInBrief().catch(() => undefined);
  const { plans, moves } = plansIn(told, copy);
  const zones = zonesOf(told.filter(({ isRefused }) => !isRefused).map(({ entry }) => entry), copy);
  return {
    which: (/** @type {Entry} */ entry) => {
      /** @type {Plan} */
      const { course, start } = { ...plans.get(String(entry.class)), ...planIn(entry) };
      if (!entry.class || !course) return undefined;
      const when = start && timeIn(zones.get(course) ?? copy?.timeZone ?? ownZone(), start);
      return [titleOf({ course }), when].filter(Boolean).join(', ');
    },
    isMove: (/** @type {Entry} */ { id }) => moves.has(id),
  };
}

/**
 * Returns what is known of each class by now, and the identifiers of the entries that move one.
 * @param {{ entry: Entry, isRefused: boolean }[]} told
 * @param {import('../device/copy.js').Copy} [copy]
 */
function plansIn(told, copy) {
  /** @type {Map<string, Plan>} */
  const plans = new Map();
  for (const { id, course, plannedAt, beganAt } of copy?.classes ?? []) plans.set(id, { course, start: plannedAt ?? beganAt });
  /** @type {Set<string>} */
  const moves = new Set();
  for (const { entry, isRefused } of told) {
    const session = String(entry.class);
    const before = plans.get(session);
    if (entry.kind === 'class.scheduled' && (before || !WHOLE.every(field => field in entry))) moves.add(entry.id);
    if (TELLING.includes(entry.kind) && !isRefused) plans.set(session, { ...before, ...planIn(entry) });
  }
  return { plans, moves };
}

/**
 * @param {string} zone which this browser may not know
 * @param {number} start
 */
function timeIn(zone, start) {
  try {
    return wallCalendar(zone).dateAndTime(start);
  } catch {
    return wallCalendar(ownZone()).dateAndTime(start);
  }
}

/**
 * Returns what an entry itself says of its class.
 * @param {Entry} entry
 * @returns {Plan}
 */
function planIn({ kind, start, keepsStart, ...others }) {
  if (!TELLING.includes(kind)) return {};
  const own = start && !keepsStart ? { start: Date.parse(String(start)) } : {};
  return 'course' in others ? { course: others.course ? String(others.course) : undefined, ...own } : own;
}

/**
 * Returns the time zones of courses.
 * @param {Entry[]} entries
 * @param {import('../device/copy.js').Copy} [copy]
 * @returns {Map<string, string>}
 */
function zonesOf(entries, copy) {
  const told = [...copy?.courses ?? [], ...entries.map(({ course, timeZone }) => ({ id: course, timeZone }))];
  return new Map(told.filter(({ timeZone }) => timeZone).map(({ id, timeZone }) => [id, timeZone]));
}
