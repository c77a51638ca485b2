// Attendance of a course, people by classes: a tap marks a person present or absent. The Tab key stops at one box, arrow
// keys go from box to box.

import { Behaviour, waitingEntries } from '../screen/behaviour.js';
import { problems, record } from '../journal/journal.js';
import { KINDS, STATES } from '../journal/words.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/** @typedef {'present' | 'absent' | 'unconfirmed' | 'none'} State */

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
  new Matrix(element, signal);
}

class Matrix extends Behaviour {
  /**
   * Marks of this device that the server does not have yet, by class and person: the device cannot make the page of every course.
   * @type {Map<string, State | undefined>}
   */
  #waiting = new Map();
  /**
   * States before the taps of this page, by class and person: what stands once the last of them is taken back.
   * @type {Map<string, State>}
   */
  #before = new Map();
  /**
   * Where the Tab key stops.
   * @type {HTMLElement | undefined}
   */
  #stop;

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onChange(() => this.#show(), { childList: true, subtree: true, attributeFilter: ['data-state'] });
    this.onOutbox(() => void this.#look());
    this.onPress({ '[data-state]': button => void this.#turn(button) });
    this.listen(element, {
      focusin: ({ target }) => {
        if (target instanceof HTMLElement && target.matches('[data-state]')) this.#stopAt(target);
      },
      keydown: event => go(event),
    });
    this.#stopAt(/** @type {HTMLElement | null} */ (element.querySelector('[data-state]:focus')));
  }

  /** @param {HTMLElement} button */
  async #turn(button) {
    const { session, person, name } = placeOf(button);
    const [key, was] = [`${session} ${person}`, stateOf(button)];
    const state = was === 'present' ? 'absent' : 'present';
    this.#before.set(key, was);
    this.#waiting.set(key, state);
    say(button, state);
    const entry = (/** @type {string} */ kind) => ({ kind, class: session, person });
    const [problem] = problems(await record(entry(KINDS[state])));
    if (problem) {
      say(button, was);
      notify({ text: `${brief(name)}: ${problem.message}`, group: 'mark' });
    } else {
      notify({ text: `${brief(name)} is ${state}`, undo: [{ ...entry('attendance.withdrawn'), own: true }], group: 'mark' });
    }
    await this.#look();
    await refresh();
  }

  async #look() {
    const entries = await waitingEntries(({ kind }) => kind in STATES);
    this.#waiting = new Map(entries.map(entry => {
      const key = `${entry.class} ${entry.person}`;
      return [key, STATES[entry.kind] ?? this.#before.get(key)];
    }));
    this.#show();
  }

  #show() {
    this.#stopAt(this.#stop);
    for (const [key, state] of this.#waiting) {
      const button = state && buttonAt(this.element, key);
      if (button) say(button, state);
    }
  }

  /** @param {HTMLElement | null} [box] */
  #stopAt(box) {
    const boxes = /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll('[data-state]'));
    this.#stop = box?.isConnected ? box : boxes[0];
    for (const one of boxes) {
      const index = one === this.#stop ? 0 : -1;
      if (one.getAttribute('tabindex') !== String(index)) one.tabIndex = index;
    }
  }
}

/** @param {HTMLElement} button */
function stateOf(button) {
  return /** @type {State} */ (button.dataset.state);
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
 * Goes to the box in the way of an arrow key.
 * @param {KeyboardEvent} event
 */
function go(event) {
  const way = WAYS[event.key];
  const next = way && event.target instanceof Element && neighbour(event.target, ...way);
  if (!next) return;
  event.preventDefault();
  next.focus();
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
