// Attendance for the instructor, live: present or absent, as a list or board, with marking by hand.

import { act } from '../screen/act.js';
import { Behaviour } from '../screen/behaviour.js';
import { say, setText } from '../screen/element.js';
import { identifier } from '../journal/identifier.js';
import { MARKS, mark, wordOf } from '../screen/mark.js';
import { notify } from '../screen/notices.js';
import { set, showHere, showsPressed } from '../screen/pressed.js';
import { isLost } from '../signal/signal.js';
import { isEngaged, letGo, onFree } from '../screen/engaged.js';
import { setGone, setLater, showNews } from '../screen/news.js';
import { fold } from '../screen/fold.js';
import { grouped } from '../screen/wording.js';
import { tappable } from '../touch/tap.js';

/** What is shown stays so from class to class. */
const shown = { view: 'present', board: false };

/**
 * @param {HTMLElement} element with data-class and data-venue
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Attendance(element, signal);
}

showsPressed({
  selector: '[data-behaviour~="attendance"]', kinds: MARKS, key: ({ person }) => String(person),
  show: (board, latest) => {
    for (const row of board.querySelector('[data-students]')?.children ?? []) {
      const word = wordOf(latest.get(row.getAttribute('data-key') ?? ''));
      if (word) show(row, word);
    }
  },
});

class Attendance extends Behaviour {
  #find = '';

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.#find = wanted(element.querySelector('[data-find]')) ?? '';
    onFree(list => this.#freed(list), signal);
    this.onChange(changes => this.#changed(changes), CHANGES);
    this.onPress({ button: button => void this.#tapped(button.dataset, button.getAttribute('aria-pressed') === 'true') });
    tappable(element, '[data-person]', signal);
    this.listen(element, { input: ({ target }) => this.#search(wanted(target)) });
    showHere(element, signal);
    this.#show();
  }

  get #list() {
    return /** @type {HTMLElement | null} */ (this.element.querySelector('[data-students]'));
  }

  get #rows() {
    return /** @type {HTMLElement[]} */ ([...this.#list?.children ?? []]);
  }

  get #isHeld() {
    return this.#list !== null && isEngaged(this.#list);
  }

  /** @param {Element} list any on the page */
  #freed(list) {
    const isOwn = list.contains(this.#list);
    if (isOwn && !this.#isHeld) this.#free();
    this.#show(isOwn ? undefined : []);
  }

  /** Whoever has come or gone does so on the screen. */
  #free() {
    for (const row of this.#rows) {
      row.removeAttribute('data-own-stays');
      setLater(row, false);
    }
  }

  /** @param {string} [words] */
  #search(words) {
    if (words === undefined) return;
    this.#find = words;
    // The list is another one now.
    letGo();
    this.#free();
    this.#show();
  }

  /**
   * @param {DOMStringMap} data of the button
   * @param {boolean} isPressed
   */
  async #tapped({ do: action, show: view, layout, person, mark: present, clear, name = '', minutes, start, end }, isPressed) {
    const { class: id = '', venue = '' } = this.element.dataset;
    const marked = present ?? clear ?? person;
    if (marked) return mark({ class: id, person: marked }, name, present !== undefined || person !== undefined && !isPressed ? 'present' : 'absent');
    if (action) await actions[action]?.({ class: id }, { venue, minutes: Number(minutes), start, end });
    else if (view) shown.view = view;
    else if (layout !== undefined) shown.board = !shown.board;
    // Nobody is marked yet.
    if (action === 'record') shown.view = 'absent';
    if (view) {
      letGo();
      this.#free();
    }
    this.#show();
  }

  /** @param {MutationRecord[]} changes */
  #changed(changes) {
    for (const { target, attributeName, oldValue } of changes) {
      if (attributeName === 'data-state' && target instanceof HTMLElement) keepInPlace(target, oldValue);
    }
    const list = this.#list;
    const isWhole = list !== null && changes.some(({ target }) => target.contains(list));
    this.#show(isWhole ? undefined : [...new Set(changes.flatMap(({ target }) => rowAround(target)))]);
  }

  /** @param {HTMLElement[]} [changed] rows that are not shown yet; unless all may have changed */
  #show(changed) {
    const rows = this.#rows;
    for (const row of changed ?? rows) {
      row.toggleAttribute('data-own-off', this.#find !== '' && !fold(row.dataset.words ?? '').includes(this.#find));
    }
    // Not at the list: a list that is the server's is told by one look.
    set(this.element, 'data-own-view', shown.view);
    this.element.toggleAttribute('data-own-board', shown.board);
    this.element.closest('.pager-frame')?.toggleAttribute('data-own-wide', shown.board);
    this.#showCounts(rows);
    this.#showDoubts(rows);
    showNews();
    for (const segment of this.element.querySelectorAll('[data-show]')) {
      set(segment, 'aria-pressed', String(segment.getAttribute('data-show') === shown.view));
    }
    const layout = this.element.querySelector('[data-layout]');
    if (layout) set(layout, 'aria-pressed', String(shown.board));
    this.#showNone(rows);
  }

  /** @param {HTMLElement[]} rows */
  #showCounts(rows) {
    const states = rows.map(row => row.getAttribute('data-state'));
    for (const state of ['present', 'absent', 'unconfirmed']) {
      const count = states.filter(one => one === state).length;
      setText(this.element, `[data-count="${state}"]`, grouped(count));
    }
  }

  /**
   * Takes away the claims that were answered.
   * @param {HTMLElement[]} rows
   */
  #showDoubts(rows) {
    const doubts = this.element.querySelector('[data-unconfirmed]')?.querySelectorAll('li') ?? [];
    if (!doubts.length) return;
    const answered = new Set(rows.filter(({ dataset }) => dataset.state !== 'unconfirmed').map(({ dataset }) => `doubt-${dataset.key}`));
    for (const doubt of doubts) {
      const isAnswered = answered.has(doubt.getAttribute('data-key') ?? '');
      setGone(doubt, isAnswered && isEngaged(doubt));
      doubt.toggleAttribute('data-own-off', isAnswered && !isEngaged(doubt));
    }
  }

  /** @param {HTMLElement[]} rows */
  #showNone(rows) {
    const found = rows.filter(row => !row.hasAttribute('data-own-off'));
    const isEmpty = !found.some(row => row.getAttribute('data-state') === shown.view || row.hasAttribute('data-own-stays'));
    const words = this.#find ? noMatches(found.length) : shown.view === 'present' ? 'Nobody is present.' : 'Nobody is absent.';
    const none = this.element.querySelector('[data-none-shown]');
    if (!none) return;
    say(none, rows.length && isEmpty ? words : '');
    none.toggleAttribute('hidden', !rows.length || !isEmpty);
  }
}

/** @param {number} others who are found, but not on the side that is looked at */
function noMatches(others) {
  return others ? `No matches here, but ${grouped(others)} among the others.` : 'No matches.';
}

/** @param {Element} row @param {import('../screen/mark.js').Word} word */
function show(row, word) {
  const [before, button] = [row.getAttribute('data-state'), row.querySelector('[data-person]')];
  // A row that stays has a mark in its place.
  if (!button || before === word) return;
  set(row, 'data-state', word);
  // At once: who watches where things are looks before this behaviour is told.
  keepInPlace(row, before);
  set(button, 'aria-pressed', String(word === 'present'));
}

/**
 * Keeps a row whose state has changed in place while somebody is touching the list.
 * @param {Element} row
 * @param {string | null} before
 */
function keepInPlace(row, before) {
  if (row.hasAttribute('data-own-stays') || !row.parentElement || !isEngaged(row.parentElement)) return;
  if (before === shown.view) row.setAttribute('data-own-stays', '');
  else if (row.getAttribute('data-state') === shown.view) setLater(row, true);
}

/** What counts as a change of the list: also that somebody is in another state now, or has another name. */
const CHANGES = { childList: true, subtree: true, characterData: true, attributeFilter: ['data-state', 'data-words'], attributeOldValue: true };

/** @param {Node} node @returns {HTMLElement[]} the row that it stands in, if it does */
function rowAround(node) {
  const row = node instanceof Element ? node.closest('[data-students] > *') : null;
  return row instanceof HTMLElement ? [row] : [];
}

/**
 * What is looked for in the list; undefined if this is not the field for it.
 * @param {EventTarget | null} field
 */
function wanted(field) {
  return field instanceof HTMLInputElement && field.dataset.find !== undefined ? fold(field.value.trim()) : undefined;
}

/** @typedef {{ venue: string, minutes: number, start?: string, end?: string }} Particulars of a press */

/** @type {Record<string, (own: { class: string }, particulars: Particulars) => Promise<unknown>>} */
const actions = {
  start: (own, { venue }) => deed({ kind: 'class.started', ...own, venue }, 'The class has started', { kind: 'class.unstarted', ...own }),
  record: (own, { venue, start = '', end = '' }) => deed(
    { kind: 'class.recorded', ...own, venue, start, end }, 'The class counts as held. Mark who was there.', { kind: 'class.restored', ...own }),
  open: own => deed({ kind: 'attendance.opened', ...own }, 'Attendance is open'),
  close: own => deed({ kind: 'attendance.closed', ...own }, 'Attendance is closed'),
  cancel: own => deed({ kind: 'class.deleted', ...own, onlyPlanned: true }, 'Class cancelled', { kind: 'class.restored', ...own }),
  restore: own => deed({ kind: 'class.restored', ...own }, 'The class is held after all'),
  reconfirm: (own, { minutes }) => reconfirm(own, minutes),
  end: async own => {
    await deed({ kind: 'class.saved', ...own }, 'Class ended', { kind: 'class.restored', ...own });
    scrollTo(0, 0);
  },
};

/** @param {{ class: string }} own @param {number} minutes */
async function reconfirm(own, minutes) {
  if (isLost()) return notify({ text: 'There is no signal, so nobody can be asked now.', group: 'class' });
  const asked = { reconfirmation: identifier(), ...own };
  await deed({ kind: 'reconfirmation.requested', ...asked, minutes }, 'Everybody present is asked to confirm', { kind: 'reconfirmation.withdrawn', ...asked });
}

/**
 * @param {import('../journal/entries.js').EntryPayload} entry
 * @param {string} text
 * @param {import('../journal/entries.js').EntryPayload} [back] what takes it back
 */
async function deed(entry, text, back) {
  await act(entry, { text, undo: back && [back], group: 'class' });
}
