// Controls show what was pressed on them, as a check box does, until the page has it: on the page on the screen, and on each that
// takes its place. All else that a page says is made by the server or by the module, of the same source.

import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { onSignal } from '../signal/signal.js';
import { waitingEntries } from './behaviour.js';
import { differ } from './rows.js';

/**
 * @typedef {{ kind: string, class?: unknown, [field: string]: unknown }} Said an entry
 *
 * How the controls of a part of a page show what was pressed: what of an entry tells them apart, and what shows the latest of each.
 * @typedef {{ selector: string, kinds: string[], key: (entry: Said) => string, show: (part: HTMLElement, latest: Map<string, Said>) => void }} Way
 */

/** @type {Way[]} */
const ways = [];

/**
 * Entries that wait to be sent, oldest first.
 * @type {Said[]}
 */
let waiting = [];

/**
 * Entries that are being recorded.
 * @type {Said[]}
 */
const pressed = [];

/**
 * Lets controls show what is pressed on them, and what was.
 * @param {Way} way
 */
export function showsPressed(way) {
  if (!ways.length) {
    onCondition(() => void look());
    onSignal(() => void look());
  }
  ways.push(way);
  void look();
}

/**
 * Records what was pressed, and shows it meanwhile.
 * @param {...import('../journal/entries.js').EntryPayload} entries
 * @returns {Promise<import('../journal/entries.js').FieldProblem[]>} problems; none if all were taken
 */
export async function press(...entries) {
  pressed.push(...entries);
  showPressed(document.body, entries);
  const found = problems(await record(...entries));
  await look();
  for (const entry of entries) pressed.splice(pressed.indexOf(entry), 1);
  return found;
}

/**
 * Shows what the page may lack.
 * @param {Element} root on the screen, or about to be
 * @param {Said[]} said oldest first
 */
export function showPressed(root, said = [...waiting, ...pressed]) {
  if (!said.length) return;
  for (const { selector, kinds, key, show } of ways) {
    const around = root.closest(selector);
    for (const part of around ? [around] : root.querySelectorAll(selector)) {
      if (!(part instanceof HTMLElement)) continue;
      const meant = said.filter(entry => kinds.includes(entry.kind) && (part.dataset.class ?? entry.class) === entry.class);
      if (meant.length) show(part, new Map(meant.map(entry => [key(entry), entry])));
    }
  }
}

async function look() {
  if (!ways.length) return;
  waiting = await waitingEntries(({ kind }) => ways.some(({ kinds }) => kinds.includes(kind)));
  showPressed(document.body);
}

/**
 * Sets an attribute of a control, which differs from its page then.
 * @param {Element} control
 * @param {string} name
 * @param {string} value
 */
export function set(control, name, value) {
  if (control.getAttribute(name) === value) return;
  control.setAttribute(name, value);
  differ(control);
}
