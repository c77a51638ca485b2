// Roster of a class: a tap marks a person present, another tap clears the mark.

import { MARKS, wordOf } from '../screen/mark.js';
import { notify, outdate } from '../screen/notices.js';
import { press, set, showHere, showsPressed } from '../screen/pressed.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';
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
  const mark = { kind: 'attendance.marked', class: id, person };
  const clear = { kind: 'attendance.cleared', class: id, person };
  const [problem] = await outdate('mark', press(marks ? mark : clear));
  const taken = { text: `${brief(name)} ${marks ? 'marked' : 'cleared'}`, undo: [marks ? clear : mark] };
  notify({ group: 'mark', ...problem ? { text: `${brief(name)}: ${problem.message}` } : taken });
  await refresh();
  await clearSearch(sheet, found);
}
