// Messages that say what has been done, with "Undo" for ten seconds. They outlive a step to another page.

import { element, icon } from './element.js';
import { letGo } from './engaged.js';
import { problems, record, tell } from './journal.js';
import { restore } from './outbox.js';
import { refresh } from './regions.js';

/**
 * @typedef {import('./journal.js').EntryPayload} EntryPayload
 *
 * @typedef {object} Notice
 * @property {string} text
 * @property {EntryPayload[]} [undo] what takes it back
 * @property {import('./outbox.js').Kept[]} [discarded] entries of the outbox that it puts back
 * @property {string} [then] where to go once it is taken back
 * @property {string} [group] only the last notice of a group is shown
 * @property {boolean} [stays] until it is closed or replaced
 */

/** How long a notice is shown, not counting the time it is looked at. Milliseconds. */
const SHOWN = 10_000;

/** The same for one with nothing to undo. */
const SHOWN_BRIEFLY = 4_000;

const MOST = 3;
const KEPT = 'notices';

const notices = /** @type {HTMLElement} */ (document.getElementById('notices'));

/** @type {Map<HTMLElement, { notice: Notice, until: number }>} */
const shown = new Map();

/**
 * Shows a notice.
 * @param {Notice} notice
 */
export function notify(notice) {
  show(notice, timeFor(notice));
}

/**
 * Shows a notice on the next page instead of this one.
 * @param {Notice} notice
 */
export function notifyNext(notice) {
  keep([...kept(), { notice, until: Date.now() + timeFor(notice) }]);
}

/** @param {Notice} notice */
function timeFor(notice) {
  return isUndoable(notice) ? SHOWN : SHOWN_BRIEFLY;
}

/** @param {Notice} notice */
function isUndoable(notice) {
  return notice.undo !== undefined || notice.discarded !== undefined;
}

/**
 * Takes the notices of a group off the screen.
 * @param {string} group
 */
export function dismiss(group) {
  for (const [box, { notice }] of shown) {
    if (notice.group === group) close(box);
  }
}

/** Shows the notices that came along from the page before. */
export function showKept() {
  const brought = kept();
  sessionStorage.removeItem(KEPT);
  for (const { notice, until } of brought) {
    if (until > Date.now()) show(notice, until - Date.now());
  }
}

/** @returns {{ notice: Notice, until: number }[]} */
function kept() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
}

/** @param {{ notice: Notice, until: number }[]} next */
function keep(next) {
  if (next.length) sessionStorage.setItem(KEPT, JSON.stringify(next));
  else sessionStorage.removeItem(KEPT);
}

/**
 * @param {Notice} notice
 * @param {number} time milliseconds left
 */
function show(notice, time) {
  if (notice.group) dismiss(notice.group);
  const box = element('div', { class: 'notice' }, element('p', { class: 'clamp', dir: 'auto' }, notice.text));
  shown.set(box, { notice, until: Date.now() + time });
  if (isUndoable(notice)) box.append(undoButton(notice, box));
  else box.append(closeButton(box));
  host().append(box);
  if (!notice.stays) countDown(box, time);
  for (const old of [...shown.keys()].slice(0, -MOST)) close(old);
}

/** Within an open dialog, since all outside of it is out of reach. */
function host() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (notices.parentElement !== place) place.append(notices);
  return notices;
}

/** Back to the page, so that notices do not vanish with their dialog. */
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
  if (notice.discarded) {
    await restore(notice.discarded);
    letGo();
    await tell();
  }
  const [problem] = notice.undo ? problems(await record(...notice.undo)) : [];
  if (problem) {
    notify({ text: `Not undone: ${problem.message}` });
    return;
  }
  if (notice.then && notice.then !== location.pathname) {
    notifyNext({ text: 'Undone' });
    location.assign(notice.then);
    return;
  }
  // What comes back is wanted, even if the pointer that pressed "Undo" is over its list by now.
  letGo();
  await refresh();
  notify({ text: 'Undone', group: 'undone' });
}

/** @param {HTMLElement} box */
function close(box) {
  const hadFocus = box.contains(document.activeElement);
  shown.delete(box);
  box.remove();
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * Takes the notice away in time; as long as somebody points at it or has the focus in it, time stands still.
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

// A notice that is still on the screen comes along to the next page of the app.
addEventListener('pagehide', () => {
  const next = kept();
  const groups = next.map(({ notice }) => notice.group);
  const along = [...shown.values()].filter(({ notice }) => !notice.stays && !groups.includes(notice.group ?? ''));
  keep([...along, ...next]);
});

// A page that comes back as it was left shows what is true now, not what was.
addEventListener('pageshow', event => {
  if (!event.persisted) return;
  for (const box of [...shown.keys()]) close(box);
  showKept();
});
