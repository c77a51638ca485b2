// Pages of a course that the device cannot make of its book, or not whole: once they were opened, they are kept as they were
// fetched, and fetched again after a change.

import { isLost, onSignal } from './signal.js';

/** Time until they are fetched again after a change of the course, and after a mark, in milliseconds. */
const [LATER, SELDOM] = [60_000, 600_000];

/** Kinds of entries that change them. */
const KINDS = /^(class|course|attendance|enrolment)\./;

/**
 * Addresses of pages that have changed since they were fetched.
 * @type {Set<string>}
 */
const changed = new Set();

/** When they are fetched again, if they are to be. */
let due = Infinity;
let timer = 0;

const PAGES = ['attendance', 'attendance/rates', 'attendance/register'];

/**
 * Fetches the pages of a course again that are kept, after an entry that changes them.
 * @param {string | null | undefined} course
 * @param {string} kind of the entry
 */
export function takeCourseAgain(course, kind) {
  if (!document.documentElement.dataset.book || !course || !KINDS.test(kind)) return;
  for (const page of PAGES) changed.add(`/courses/${course}/${page}`);
  // While a class is in session, marks come one after the other.
  fetchAt(Date.now() + (kind.startsWith('attendance.') ? SELDOM : LATER));
}

/** @param {number} at */
function fetchAt(at) {
  if (!changed.size || at >= due) return;
  due = at;
  clearTimeout(timer);
  timer = setTimeout(fetchAgain, at - Date.now());
}

/** One after the other: nobody waits for them. */
async function fetchAgain() {
  due = Infinity;
  for (const page of changed) {
    // It goes on once there is a signal, and somebody looks.
    if (isLost() || document.hidden || !navigator.serviceWorker?.controller) return;
    const isKept = await caches.match(page, { ignoreVary: true });
    if (isKept && !await fetch(page, { headers: { Accept: 'text/html' } }).catch(() => undefined)) return;
    changed.delete(page);
  }
}

document.addEventListener('visibilitychange', () => fetchAt(Date.now() + LATER));
onSignal(() => fetchAt(Date.now() + LATER));
