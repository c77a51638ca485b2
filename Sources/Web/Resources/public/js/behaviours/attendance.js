// Attendance for the instructor, live: present or absent, as a list or board, with marking by hand.

import { setText } from '../screen/element.js';
import { identifier } from '../journal/identifier.js';
import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify, notifyProblem } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { isEngaged, letGo, onFree } from '../screen/engaged.js';
import { setGone, showNews } from '../screen/news.js';
import { fold } from '../screen/fold.js';
import { brief, grouped } from '../screen/wording.js';

/** @type {Record<string, string>} */
const KINDS = { present: 'attendance.marked', absent: 'attendance.cleared' };

/**
 * How whoever it is about is shown until it has been sent. What was said before a word that is taken back, the page tells.
 * @type {Record<string, string | undefined>}
 */
const STATES = { 'attendance.marked': 'present', 'attendance.cleared': 'absent', 'attendance.withdrawn': undefined };

/** What is shown stays so from class to class. */
const shown = { view: 'present', board: false };

/**
 * @param {HTMLElement} element with data-class and data-venue
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const { class: id = '', venue = '' } = element.dataset;
  const list = () => /** @type {HTMLElement | null} */ (element.querySelector('[data-students]'));
  /**
   * Marks made on this device that the server does not have yet, by person.
   * @type {Map<string, string | undefined>}
   */
  let waiting = new Map();
  let find = wanted(element.querySelector('[data-find]')) ?? '';

  onFree(() => {
    if (!isHeld()) free();
    show();
  }, signal);

  const observer = new MutationObserver(records => {
    for (const { target, attributeName, oldValue } of records) {
      if (attributeName === 'data-state' && target instanceof HTMLElement) moved(target, oldValue ?? '');
    }
    show();
  });
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['data-state'], attributeOldValue: true });
  signal.addEventListener('abort', () => observer.disconnect());
  onCondition(() => {
    if (!signal.aborted) void look();
  });

  element.addEventListener('click', ({ target }) => {
    if (target instanceof Element) void tapped(target);
  }, { signal });
  element.addEventListener('input', ({ target }) => {
    const words = wanted(target);
    if (words === undefined) return;
    find = words;
    // The list is another one now.
    letGo();
    free();
    show();
  }, { signal });
  show();

  function isHeld() {
    const students = list();
    return students !== null && isEngaged(students);
  }

  /** Whoever has come or gone does so on the screen. */
  function free() {
    for (const row of rowsOf(list())) {
      row.removeAttribute('data-own-stays');
      row.removeAttribute('data-own-later');
    }
  }

  /** @param {Element} target */
  async function tapped(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest('button'));
    if (!button) return;
    const { do: action, show: view, layout, person, mark, clear, name = '', minutes } = button.dataset;
    if (action) await actions[action]?.(id, venue, Number(minutes), button.dataset);
    else if (view) shown.view = view;
    else if (layout !== undefined) shown.board = !shown.board;
    else if (mark ?? clear) await set(mark ?? clear ?? '', name, mark !== undefined);
    else if (person) await set(person, name, button.getAttribute('aria-pressed') !== 'true');
    // Nobody is marked yet.
    if (action === 'record') shown.view = 'absent';
    if (view) letGo();
    if (view) free();
    show();
  }

  /**
   * @param {string} person
   * @param {string} name
   * @param {boolean} present
   */
  async function set(person, name, present) {
    const entry = (/** @type {string} */ kind) => ({ kind, class: id, person });
    waiting.set(person, present ? 'present' : 'absent');
    show();
    const [problem] = problems(await record(entry(KINDS[present ? 'present' : 'absent'])));
    waiting.delete(person);
    if (problem) notify({ text: `${brief(name)}: ${problem.message}`, group: 'mark' });
    else notify({ text: `${brief(name)} ${present ? 'is present' : 'is absent'}`, undo: [{ ...entry('attendance.withdrawn'), own: true }], group: 'mark' });
    await look();
    await refresh();
  }

  /** Loads marks not sent yet. */
  async function look() {
    const kept = await outbox.all(whose(), 'waiting').catch(() => []);
    waiting = new Map(kept.filter(({ entry }) => entry.class === id && entry.kind in STATES)
      .map(({ entry }) => [String(entry.person), STATES[entry.kind]]));
    show();
  }

  /**
   * Keeps a row whose state has changed in place while somebody is touching the list.
   * @param {HTMLElement} row
   * @param {string} before
   */
  function moved(row, before) {
    if (!isHeld()) return;
    if (before === shown.view) row.setAttribute('data-own-stays', '');
    else if (row.dataset.state === shown.view && !row.hasAttribute('data-own-stays')) row.setAttribute('data-own-later', '');
  }

  function show() {
    const rows = rowsOf(list());
    const counts = { present: 0, absent: 0, unconfirmed: 0 };
    let visible = 0;
    for (const row of rows) {
      const person = row.dataset.key ?? '';
      const state = waiting.get(person);
      if (state && row.dataset.state !== state) row.dataset.state = state;
      counts[/** @type {keyof counts} */ (row.dataset.state)] += 1;
      const button = row.querySelector('[data-person]');
      const pressed = String(row.dataset.state === 'present');
      if (button && button.getAttribute('aria-pressed') !== pressed) button.setAttribute('aria-pressed', pressed);
      row.toggleAttribute('data-own-off', find !== '' && !fold(row.dataset.words ?? '').includes(find));
      if (row.dataset.state === shown.view && !row.hasAttribute('data-own-off')) visible += 1;
    }
    list()?.setAttribute('data-own-view', shown.view);
    list()?.toggleAttribute('data-own-board', shown.board);
    for (const [state, count] of Object.entries(counts)) setText(element, `[data-count="${state}"]`, grouped(count));
    const answered = new Set(rows.filter(row => row.dataset.state !== 'unconfirmed').map(row => `doubt-${row.dataset.key}`));
    for (const doubt of element.querySelectorAll('[data-unconfirmed] li')) {
      const isAnswered = answered.has(doubt.getAttribute('data-key') ?? '');
      setGone(doubt, isAnswered && isEngaged(doubt));
      doubt.toggleAttribute('data-own-off', isAnswered && !isEngaged(doubt));
    }
    showNews();
    for (const segment of element.querySelectorAll('[data-show]')) {
      setAttribute(segment, 'aria-pressed', String(segment.getAttribute('data-show') === shown.view));
    }
    const layout = element.querySelector('[data-layout]');
    if (layout) setAttribute(layout, 'aria-pressed', String(shown.board));
    const words = find ? 'No matches.' : shown.view === 'present' ? 'Nobody is present.' : 'Nobody is absent.';
    setText(element, '[data-none-shown]', rows.length && !visible ? words : '');
    element.querySelector('[data-none-shown]')?.toggleAttribute('hidden', !rows.length || visible > 0);
  }
}

/**
 * What is looked for in the list; undefined if this is not the field for it.
 * @param {EventTarget | null} field
 */
function wanted(field) {
  return field instanceof HTMLInputElement && field.dataset.find !== undefined ? fold(field.value.trim()) : undefined;
}

/** Writes nothing where nothing changes: somebody watches.
 * @param {Element} element @param {string} name @param {string} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {HTMLElement | null} list */
function rowsOf(list) {
  return /** @type {HTMLElement[]} */ ([...list?.children ?? []]);
}

/** @type {Record<string, (id: string, venue: string, minutes: number, set: DOMStringMap) => Promise<void>>} */
const actions = {
  start: (id, venue) => done({ kind: 'class.started', class: id, venue }, 'The class has started'),
  record: (id, venue, _, { start = '', end = '' }) => perform(
    { kind: 'class.recorded', class: id, venue, start, end }, 'The class counts as held. Mark who was there.', { kind: 'class.restored', class: id }),
  open: id => done({ kind: 'attendance.opened', class: id }, 'Attendance is open'),
  close: id => done({ kind: 'attendance.closed', class: id }, 'Attendance is closed'),
  cancel: id => done({ kind: 'class.deleted', class: id, onlyPlanned: true }, 'Class cancelled', 'class.restored', id),
  restore: id => done({ kind: 'class.restored', class: id }, 'The class is held after all'),
  reconfirm: (id, _, minutes) => reconfirm(id, minutes),
  end: async id => {
    await done({ kind: 'class.saved', class: id }, 'Class ended', 'class.restored', id);
    scrollTo(0, 0);
  },
};

/** @param {string} id @param {number} minutes */
async function reconfirm(id, minutes) {
  if (isLost()) return notify({ text: 'There is no signal, so nobody can be asked now.', group: 'class' });
  const own = { reconfirmation: identifier(), class: id };
  await perform({ kind: 'reconfirmation.requested', ...own, minutes }, 'Everybody present is asked to confirm', { kind: 'reconfirmation.withdrawn', ...own });
}

/**
 * @param {import('../journal/entries.js').EntryPayload} payload
 * @param {string} text
 * @param {string} [undone] the kind that takes it back
 * @param {string} [id]
 */
async function done(payload, text, undone, id = '') {
  await perform(payload, text, undone ? { kind: undone, class: id } : undefined);
}

/**
 * @param {import('../journal/entries.js').EntryPayload} payload
 * @param {string} text
 * @param {import('../journal/entries.js').EntryPayload} [back] what takes it back
 */
async function perform(payload, text, back) {
  const [problem] = problems(await record(payload));
  if (problem) notifyProblem(problem);
  else notify({ text, undo: back && [back], group: 'class' });
  await refresh();
}
