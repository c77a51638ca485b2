// Attendance of a course, people by classes: a tap marks a person present or absent. The Tab key stops at one box, arrow
// keys go from box to box.

import { Behaviour } from '../screen/behaviour.js';
import { MARKS, mark, wordOf } from '../screen/mark.js';
import { set, showHere, showsPressed, write } from '../screen/pressed.js';

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

showsPressed({
  selector: '[data-behaviour~="matrix"]', kinds: MARKS, key: entry => `${entry.class} ${entry.person}`,
  show: (matrix, latest) => {
    for (const entry of latest.values()) {
      const [button, word] = [boxOf(matrix, entry), wordOf(entry)];
      if (button && word) say(matrix, button, word);
    }
  },
});

class Matrix extends Behaviour {
  /**
   * Where the Tab key stops.
   * @type {HTMLElement | undefined}
   */
  #stop;

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onChange(() => this.#stopAt(this.#stop));
    this.onPress({ '[data-state]': button => void turn(button) });
    this.listen(element, {
      focusin: ({ target }) => {
        if (target instanceof HTMLElement && target.matches('[data-state]')) this.#stopAt(target);
      },
      keydown: event => go(event),
    });
    showHere(element, signal);
    this.#stopAt(/** @type {HTMLElement | null} */ (element.querySelector('[data-state]:focus')));
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
async function turn(button) {
  const { session, person, name } = placeOf(button);
  await mark({ class: session, person }, name, button.dataset.state === 'present' ? 'absent' : 'present');
}

/**
 * Says of a box what the words below the table say.
 * @param {HTMLElement} matrix
 * @param {HTMLElement} button
 * @param {import('../screen/mark.js').Word} state
 */
function say(matrix, button, state) {
  const { name, day } = placeOf(button);
  const [sign, word] = matrix.parentElement?.querySelector(`[data-word="${state}"]`)?.textContent?.split(' ') ?? [];
  if (button.dataset.state === state || !word) return;
  set(button, 'data-state', state);
  set(button, 'aria-label', `${name}, ${day}: ${word}`);
  write(button, sign);
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
 * @param {HTMLElement} matrix
 * @param {import('../screen/pressed.js').Said} entry
 */
function boxOf(matrix, { class: session, person }) {
  const row = matrix.querySelector(`tr[data-person="${CSS.escape(String(person))}"]`);
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
