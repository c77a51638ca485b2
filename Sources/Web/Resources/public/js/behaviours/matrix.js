// Attendance of a course, people by classes: a tap marks a person present or absent. The Tab key stops at one box, arrow
// keys go from box to box.

import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/** @typedef {'present' | 'absent' | 'unconfirmed' | 'none'} State */

const KINDS = { present: 'attendance.marked', absent: 'attendance.cleared', back: 'attendance.withdrawn' };

/** @type {Record<string, State>} */
const STATES = { [KINDS.present]: 'present', [KINDS.absent]: 'absent' };

/** @type {Record<State, [sign: string, word: string]>} */
const WORDS = {
  present: ['✓', 'present'], absent: ['✕', 'absent'], unconfirmed: ['?', 'needs confirmation'], none: ['·', 'no mark'],
};

/**
 * Columns and rows that an arrow key goes.
 * @type {Record<string, [columns: number, rows: number]>}
 */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} element with a table
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  /**
   * Entries of this device that the server does not have yet, by class and person, oldest first.
   * @type {Map<string, string[]>}
   */
  let waiting = new Map();
  /**
   * States before the taps of this page.
   * @type {Map<string, State>}
   */
  const before = new Map();
  /**
   * Where the Tab key stops.
   * @type {HTMLElement | undefined}
   */
  let stop = /** @type {HTMLElement | null} */ (element.querySelector('[data-sent]:focus')) ?? undefined;

  const observer = new MutationObserver(show);
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['data-state'] });
  signal.addEventListener('abort', () => observer.disconnect());
  onCondition(() => {
    if (!signal.aborted) void look();
  });
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[data-sent]');
    if (button instanceof HTMLElement) void turn(button);
  }, { signal });
  element.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-sent]')) stopAt(target);
  }, { signal });
  element.addEventListener('keydown', event => {
    const way = WAYS[event.key];
    const next = way && event.target instanceof Element && neighbour(event.target, ...way);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }, { signal });
  stopAt(stop);

  /** @param {HTMLElement} button */
  async function turn(button) {
    const { session, person, name } = placeOf(button);
    const key = `${session} ${person}`;
    const was = stateOf(button);
    const state = was === 'present' ? 'absent' : 'present';
    before.set(key, was);
    say(button, state);
    const entry = (/** @type {string} */ kind) => ({ kind, class: session, person });
    const [problem] = problems(await record(entry(KINDS[state])));
    if (problem) {
      say(button, was);
      notify({ text: `${brief(name)}: ${problem.message}`, group: 'mark' });
    } else {
      notify({ text: `${brief(name)} is ${state}`, undo: [{ ...entry(KINDS.back), own: true }], group: 'mark' });
    }
    await look();
    await refresh();
  }

  /** Loads marks not sent yet. */
  async function look() {
    const kept = await outbox.all(whose(), 'waiting').catch(() => []);
    waiting = new Map();
    for (const { entry } of kept) {
      if (!Object.values(KINDS).includes(entry.kind)) continue;
      const key = `${entry.class} ${entry.person}`;
      waiting.set(key, [...waiting.get(key) ?? [], entry.kind]);
    }
    show();
  }

  /** @param {HTMLElement | undefined} box */
  function stopAt(box) {
    const boxes = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('[data-sent]'));
    stop = box?.isConnected ? box : boxes[0];
    for (const one of boxes) {
      const index = one === stop ? 0 : -1;
      if (one.getAttribute('tabindex') !== String(index)) one.tabIndex = index;
    }
  }

  function show() {
    stopAt(stop);
    for (const [key, kinds] of waiting) {
      const button = buttonAt(element, key);
      if (button) say(button, stateAfter(kinds, before.get(key) ?? 'none', sentOf(button)));
    }
  }
}

/**
 * State after entries that wait: the last that is not taken back.
 * @param {string[]} kinds oldest first
 * @param {State} before what stands once an entry is taken back that the server has
 * @param {State} sent what the server has
 */
function stateAfter(kinds, before, sent) {
  const states = [sent];
  for (const kind of kinds) {
    if (kind !== KINDS.back) states.push(STATES[kind]);
    else if (states.length > 1) states.pop();
    else states[0] = before;
  }
  return states[states.length - 1];
}

/** @param {HTMLElement} button */
function stateOf(button) {
  return /** @type {State} */ (button.dataset.state);
}

/** @param {HTMLElement} button */
function sentOf(button) {
  return /** @type {State} */ (button.dataset.sent);
}

/**
 * Shows a state, unless it is there.
 * @param {HTMLElement} button
 * @param {State} state
 */
function say(button, state) {
  if (stateOf(button) === state) return;
  const { name, day } = placeOf(button);
  const [sign, word] = WORDS[state];
  button.dataset.state = state;
  button.textContent = sign;
  button.setAttribute('aria-label', `${name}, ${day}: ${word}`);
}

/** @param {HTMLElement} button */
function placeOf(button) {
  const cell = /** @type {HTMLTableCellElement} */ (button.closest('td'));
  const { person = '', name = '' } = /** @type {HTMLElement} */ (cell.parentElement).dataset;
  const { class: session = '', day = '' } = headings(cell)[cell.cellIndex].dataset;
  return { session, person, name, day };
}

/** @param {Element} within */
function headings(within) {
  const table = /** @type {HTMLTableElement} */ (within.closest('table'));
  return /** @type {HTMLElement[]} */ ([...table.rows[0].cells]);
}

/**
 * @param {HTMLElement} element
 * @param {string} key class and person
 */
function buttonAt(element, key) {
  const [session, person] = key.split(' ');
  const row = element.querySelector(`tr[data-person="${CSS.escape(person)}"]`);
  if (!(row instanceof HTMLTableRowElement)) return null;
  const column = headings(row).findIndex(({ dataset }) => dataset.class === session);
  return row.cells[column]?.querySelector('button') ?? null;
}

/**
 * @param {Element} target
 * @param {number} columns
 * @param {number} rows
 */
function neighbour(target, columns, rows) {
  const cell = target.closest('td');
  const row = cell?.parentElement;
  if (!cell || !(row instanceof HTMLTableRowElement)) return null;
  const body = /** @type {HTMLTableSectionElement} */ (row.parentElement);
  const next = body.rows[row.sectionRowIndex + rows]?.cells[cell.cellIndex + columns];
  return next?.querySelector('button') ?? null;
}
