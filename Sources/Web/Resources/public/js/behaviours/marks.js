// Roster of a class: a tap marks a person present, another tap clears the mark.

import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';
import { tappable } from '../touch/tap.js';
import { clearSearch, searchedFor } from './search.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  tappable(element, '[data-person]', signal);
  element.addEventListener('click', event => {
    const row = event.target instanceof Element && event.target.closest('[data-person]');
    if (row instanceof HTMLElement) void toggle(row, element.dataset.class ?? '');
  }, { signal });
}

/**
 * @param {HTMLElement} row
 * @param {string} id of the class
 */
async function toggle(row, id) {
  const { person = '', name = '' } = row.dataset;
  const marks = row.getAttribute('aria-pressed') !== 'true';
  const sheet = row.closest('[data-sheet]');
  const found = searchedFor(sheet);
  const mark = { kind: 'attendance.marked', class: id, person };
  const clear = { kind: 'attendance.cleared', class: id, person };
  row.setAttribute('aria-pressed', String(marks));
  const [problem] = problems(await record(marks ? mark : clear));
  if (problem) {
    row.setAttribute('aria-pressed', String(!marks));
    notify({ text: `${brief(name)}: ${problem.message}`, group: 'mark' });
  } else {
    notify({ text: `${brief(name)} ${marks ? 'marked' : 'cleared'}`, undo: [marks ? clear : mark], group: 'mark' });
  }
  await refresh();
  await clearSearch(sheet, found);
}
