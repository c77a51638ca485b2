// Roster of a class: a tap marks a person present, another tap clears the mark.

import { MARKS, mark, wordOf } from '../screen/mark.js';
import { set, showHere, showsPressed } from '../screen/pressed.js';
import { tappable } from '../touch/tap.js';
import { clearSearch, searchedFor } from './search.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  showHere(element, signal);
  tappable(element, '[data-person]', signal);
  element.addEventListener('click', event => {
    const row = event.target instanceof Element && event.target.closest('[data-person]');
    if (row instanceof HTMLElement) void toggle(row, element.dataset.class ?? '');
  }, { signal });
}

showsPressed({
  selector: '[data-behaviour~="marks"]', kinds: MARKS, key: ({ person }) => String(person),
  show: (roster, latest) => {
    for (const [person, entry] of latest) {
      const [row, word] = [roster.querySelector(`[data-person="${CSS.escape(person)}"]`), wordOf(entry)];
      if (row && word) set(row, 'aria-pressed', String(word === 'present'));
    }
  },
});

/**
 * @param {HTMLElement} row
 * @param {string} id of the class
 */
async function toggle(row, id) {
  const { person = '', name = '' } = row.dataset;
  const marks = row.getAttribute('aria-pressed') !== 'true';
  const sheet = row.closest('[data-sheet]');
  const found = searchedFor(sheet);
  const whom = { class: id, person };
  if (marks) await mark(whom, name, 'present', { text: 'marked', back: 'absent' });
  else await mark(whom, name, 'absent', { text: 'cleared', back: 'present' });
  await clearSearch(sheet, found);
}
