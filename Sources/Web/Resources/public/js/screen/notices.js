// Notices of completed actions, with "Undo" for ten seconds, one at a time: the latest. One with "Undo" that was replaced
// comes back when the latest is gone, if its time is not over. What others did waits until nothing can be undone any more.
// Notices come along to the next page, but for those that nothing can be done with and that were read by then.

import { makeRoom } from './clear-place.js';
import { element, icon } from './element.js';
import { letGo } from './engaged.js';
import { whileShown } from './pressed.js';
import { isTaken } from '../journal/answers.js';
import { tell } from '../journal/condition.js';
import { problems, recordEach } from '../journal/journal.js';
import { restore } from '../journal/outbox.js';
import { refresh } from './regions.js';

/**
 * @typedef {import('../journal/entries.js').EntryPayload} EntryPayload
 *
 * @typedef {object} Notice
 * @property {string} text
 * @property {EntryPayload[]} [undo] what takes it back
 * @property {import('../journal/outbox.js').Kept[]} [discarded] entries of the outbox that it puts back
 * @property {string} [href] page that shows more
 * @property {string} [then] where to go once it is taken back
 * @property {string} [undone] what is said once it is taken back
 * @property {string} [group] only the last notice of a group is shown
 * @property {boolean} [stays] until it is closed or replaced
 * @property {boolean} [isNews] whether it is about what others did
 */

/** How long a notice is shown, excluding time when it is pointed at or focused, in milliseconds. */
const SHOWN = 10_000;

/** How long a notice without undo is shown, in milliseconds. */
const SHOWN_BRIEFLY = 4_000;

/** How long the way to the next page may take before it is not told any more, in milliseconds. */
const WAY = 60_000;

/** How long it takes to read one, in milliseconds. */
const READ = 1_500;

/** How many are kept, with those that may come back. */
const MOST = 3;
const KEPT = 'notices';

const notices = /** @type {HTMLElement} */ (document.getElementById('notices'));

/**
 * Notices in their order, with when they go; those that wait have not been seen yet.
 * @type {Map<HTMLElement, { notice: Notice, until: number, waits?: boolean }>}
 */
const shown = new Map();

/**
 * Shows a notice.
 * @param {Notice} notice
 */
export function notify(notice) {
  show(notice, timeFor(notice));
}

/**
 * Shows why an entry was not taken, and the way to what stands against it.
 * @param {import('../journal/entries.js').FieldProblem} problem
 * @param {string} [group]
 */
export function notifyProblem({ field, code, message }, group) {
  // That somebody else has a class in session is said of another field.
  notify({ text: message, href: field === 'class' && code === 'inSession' ? '/class' : undefined, group });
}

/**
 * Shows a notice on the next page.
 * @param {Notice} notice
 */
export function notifyNext(notice) {
  keep([...kept(), { notice, left: timeFor(notice), kept: Date.now() }]);
}

/** @param {Notice} notice */
function timeFor(notice) {
  return isUndoable(notice) || notice.href ? SHOWN : SHOWN_BRIEFLY;
}

/** @param {Notice} notice */
function isUndoable(notice) {
  return notice.undo !== undefined || notice.discarded !== undefined;
}

/** How long the notice of what was done before may stay while something is done, in milliseconds. */
const WHILE = 100;

/**
 * Removes the notices of a group, unless the next comes soon: "Undo" would not be about what was done last.
 * @template T
 * @param {string} group
 * @param {Promise<T>} work that ends with the next one
 */
export function outdate(group, work) {
  const timer = setTimeout(() => dismiss(group), WHILE);
  return work.finally(() => clearTimeout(timer));
}

/**
 * Removes the notices of a group.
 * @param {string} group
 * @param {HTMLElement} [latest] which stays
 */
export function dismiss(group, latest) {
  for (const [box, { notice }] of shown) {
    if (notice.group === group && box !== latest) close(box);
  }
}

/** Removes the notices that can be undone: what they tell may not have come to be, since something was rejected. */
export function dismissDeeds() {
  for (const [box, { notice }] of shown) {
    if (notice.undo !== undefined) close(box);
  }
}

/** Shows notices carried over from the previous page. */
export function showKept() {
  const brought = kept();
  sessionStorage.removeItem(KEPT);
  for (const { notice, left, kept } of brought) {
    if (Date.now() - kept < WAY) show(notice, left);
  }
}

/**
 * A notice on its way to the next page: with the milliseconds for which it is still to be shown, and when it was kept.
 * @typedef {{ notice: Notice, left: number, kept: number }} Carried
 */

/** @returns {Carried[]} */
function kept() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
}

/** @param {Carried[]} next */
function keep(next) {
  if (next.length) sessionStorage.setItem(KEPT, JSON.stringify(next));
  else sessionStorage.removeItem(KEPT);
}

/**
 * @param {Notice} notice
 * @param {number} time milliseconds left
 */
function show(notice, time) {
  const box = element('div', { class: 'notice' }, element('p', { class: 'clamp', dir: 'auto' }, notice.text));
  const waits = notice.isNews && [...shown].some(([{ hidden }, one]) => !hidden && isUndoable(one.notice));
  shown.set(box, { notice, until: Date.now() + time, waits });
  if (isUndoable(notice)) box.append(undoButton(notice, box));
  else if (notice.href) box.append(element('a', { href: notice.href }, 'Show'));
  box.append(closeButton(box));
  box.hidden = Boolean(waits);
  host().append(box);
  if (notice.group) dismiss(notice.group, box);
  if (!waits) reveal(box, time);
}

/** @param {HTMLElement} box @param {number} time milliseconds left */
function reveal(box, time) {
  const one = shown.get(box);
  if (!one) return;
  [one.waits, one.until] = [false, Date.now() + time];
  if (!one.notice.stays) countDown(box, time);
  cover(box);
  makeRoom(notices);
}

/**
 * Leaves only the latest notice on the screen.
 * @param {HTMLElement} latest
 */
function cover(latest) {
  for (const [box, { notice, waits }] of shown) {
    if (box === latest || waits) continue;
    if (isUndoable(notice)) box.hidden = true;
    else close(box);
  }
  for (const old of [...shown.keys()].slice(0, -MOST)) close(old);
  latest.hidden = false;
}

/** Returns the open dialog, if any, since everything outside it is inert. */
function host() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (notices.parentElement !== place) place.append(notices);
  return notices;
}

/** Moves notices back to the page, so that they do not vanish with their dialog. */
document.addEventListener('close', () => {
  if (!notices.isConnected || notices.closest('dialog:not([open])')) host();
}, true);

/** @param {Notice} notice @param {HTMLElement} box */
function undoButton(notice, box) {
  const button = element('button', { type: 'button' }, 'Undo');
  button.addEventListener('click', () => undo(notice, box), { once: true });
  return button;
}

/** @param {HTMLElement} box */
function closeButton(box) {
  const button = element('button', { type: 'button', 'aria-label': 'Dismiss' }, icon('close'));
  button.addEventListener('click', () => close(box));
  return button;
}

/** @param {Notice} notice @param {HTMLElement} box */
async function undo(notice, box) {
  close(box);
  if (notice.discarded) await putBack(notice.discarded);
  const { undo: entries = [] } = notice;
  const results = await whileShown(entries, () => recordEach(...entries));
  const [problem] = problems(results);
  if (problem) {
    const done = results.filter(isTaken).length;
    notify({ text: done ? `${done} undone, ${results.length - done} not: ${problem.message}` : `Not undone: ${problem.message}` });
    if (done) await refresh();
    return;
  }
  const text = notice.undone ?? 'Undone';
  if (notice.then && notice.then !== location.pathname) {
    notifyNext({ text });
    location.assign(notice.then);
    return;
  }
  // What comes back is wanted, even if the pointer that pressed "Undo" is over its list by now.
  letGo();
  await refresh();
  notify({ text, group: 'undone' });
}

/** @param {import('../journal/outbox.js').Kept[]} discarded */
async function putBack(discarded) {
  await restore(discarded);
  letGo();
  await tell();
}

/** @param {HTMLElement} box */
function close(box) {
  const hadFocus = box.contains(document.activeElement);
  shown.delete(box);
  box.remove();
  showNext();
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
}

/** Once none is shown: the one before, or what has waited. */
function showNext() {
  const boxes = [...shown];
  if (boxes.some(([{ hidden }]) => !hidden)) return;
  const [box, next] = boxes.filter(([, { notice }]) => isUndoable(notice)).at(-1) ?? boxes.at(-1) ?? [];
  if (!box || !next) return;
  if (next.waits) {
    reveal(box, timeFor(next.notice));
  } else {
    box.hidden = false;
    makeRoom(notices);
  }
}

/**
 * Removes the notice after a time, paused while it is pointed at or focused.
 * @param {HTMLElement} box
 * @param {number} time milliseconds left
 */
function countDown(box, time) {
  let left = time;
  let started = Date.now();
  let timer = setTimeout(() => close(box), left);
  const hold = () => {
    clearTimeout(timer);
    left -= Date.now() - started;
  };
  const go = () => {
    clearTimeout(timer);
    started = Date.now();
    timer = setTimeout(() => close(box), Math.max(left, 1_000));
  };
  box.addEventListener('pointerenter', hold);
  box.addEventListener('focusin', hold);
  box.addEventListener('pointerleave', go);
  box.addEventListener('focusout', go);
}

// Carries visible notices over to the next page.
addEventListener('pagehide', () => {
  const next = kept();
  const groups = next.map(({ notice }) => notice.group);
  const now = Date.now();
  const along = [...shown.values()].filter(({ notice, until, waits }) => !notice.stays && !groups.includes(notice.group ?? '')
    && (isUndoable(notice) || waits || until - now > timeFor(notice) - READ));
  keep([...along.map(({ notice, until }) => ({ notice, left: Math.max(until - now, 1_000), kept: now })), ...next]);
});

// A page restored from the back-forward cache shows the current notices.
addEventListener('pageshow', event => {
  if (!event.persisted) return;
  for (const box of [...shown.keys()]) close(box);
  showKept();
});
