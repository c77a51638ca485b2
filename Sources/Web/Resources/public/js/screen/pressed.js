// Controls show what was pressed on them, as a check box does, until the page has it: on the page on the screen, and on each that
// takes its place. All else that a page says is made by the server or by the module, of the same source.

import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { onSignal } from '../signal/signal.js';
import { waitingEntries } from './behaviour.js';
import { say } from './element.js';
import { differ } from './rows.js';

/**
 * @typedef {import('../journal/entries.js').EntryPayload} EntryPayload
 *
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
 * Parts of the page on the screen: not to look for them in a long list at each tap.
 * @type {Set<HTMLElement>}
 */
const parts = new Set();

/**
 * Shows on a part of the page what was pressed, and from now on what is.
 * @param {HTMLElement} part
 * @param {AbortSignal} signal aborted when it leaves the page
 */
export function showHere(part, signal) {
  parts.add(part);
  signal.addEventListener('abort', () => parts.delete(part));
  showOn([part], unanswered());
  void look();
}

/**
 * Lets controls of some parts of pages show what is pressed on them.
 * @param {Way} way
 */
export function showsPressed(way) {
  if (!ways.length) {
    onCondition(() => void look());
    onSignal(() => void look());
  }
  ways.push(way);
}

/**
 * Records what was pressed, and shows it meanwhile.
 * @param {...EntryPayload} entries
 * @returns {Promise<import('../journal/entries.js').FieldProblem[]>} problems; none if all were taken
 */
export async function press(...entries) {
  const takeBack = showNow(entries);
  const found = await whileShown(entries, async () => problems(await record(...entries)));
  if (found.length) takeBack();
  return found;
}

/**
 * Shows entries until they are recorded.
 * @template T
 * @param {EntryPayload[]} entries
 * @param {() => Promise<T>} work
 */
export async function whileShown(entries, work) {
  const end = startWork();
  pressed.push(...entries);
  try {
    return await work();
  } finally {
    if (entries.some(isShown)) await look();
    for (const entry of entries) pressed.splice(pressed.indexOf(entry), 1);
    end();
  }
}

/**
 * How to put back what is being shown for a press.
 * @type {(() => void)[] | undefined}
 */
let changes;

/**
 * Shows entries on the screen.
 * @param {EntryPayload[]} entries
 * @returns {() => void} puts back what was there, where that has not changed since
 */
function showNow(entries) {
  /** @type {(() => void)[]} */
  const own = [];
  changes = own;
  showOn(parts, entries);
  changes = undefined;
  return () => own.forEach(putBack => putBack());
}

/**
 * The button that was just pressed.
 * @type {Element | null}
 */
let button = null;
addEventListener('click', ({ target }) => {
  button = target instanceof Element ? target.closest('button') : null;
  setTimeout(() => { button = null; });
}, { capture: true });

/** After which time it is said that something is being done, in milliseconds: what comes sooner would only flicker. */
const LONG = 200;

/** Lets the button that was pressed say that something is being done; returns what is to be called once it is. */
function startWork() {
  // A row, a box or an arrow shows what was pressed.
  const one = button?.matches('.button') ? button : null;
  const timer = setTimeout(() => one?.setAttribute('aria-busy', 'true'), LONG);
  const end = () => {
    clearTimeout(timer);
    one?.removeAttribute('aria-busy');
    removeEventListener('early', end);
  };
  // The page shows what comes of it.
  addEventListener('early', end);
  return end;
}

/**
 * Shows on a page that is about to be on the screen what it may lack.
 * @param {Element} page or a part of one
 */
export function showPressed(page) {
  const said = unanswered();
  if (!said.length) return;
  for (const { selector } of ways) {
    const around = page.closest(selector);
    showOn(around ? [around] : page.querySelectorAll(selector), said);
  }
}

/**
 * @param {Iterable<Element>} parts
 * @param {Said[]} said oldest first
 */
function showOn(parts, said) {
  for (const part of parts) {
    const way = ways.find(({ selector }) => part.matches(selector));
    if (!way || !(part instanceof HTMLElement)) continue;
    const meant = said.filter(entry => way.kinds.includes(entry.kind) && (part.dataset.class ?? entry.class) === entry.class);
    if (meant.length) way.show(part, new Map(meant.map(entry => [way.key(entry), entry])));
  }
}

/** What the server has not answered, oldest first. */
function unanswered() {
  return [...waiting, ...pressed];
}

/** @param {Said} entry whether any control shows what it says */
function isShown({ kind }) {
  return ways.some(({ kinds }) => kinds.includes(kind));
}

async function look() {
  if (!parts.size) return;
  waiting = await waitingEntries(isShown);
  showOn(parts, unanswered());
}

/**
 * Sets an attribute of a control, which differs from its page then.
 * @param {Element} control
 * @param {string} name
 * @param {string} value
 */
export function set(control, name, value) {
  const before = control.getAttribute(name);
  if (before === value) return;
  control.setAttribute(name, value);
  differ(control);
  changes?.push(() => {
    if (before !== null && control.getAttribute(name) === value) control.setAttribute(name, before);
  });
}

/**
 * Sets the text of a control.
 * @param {Element} control
 * @param {string} text
 */
export function write(control, text) {
  const before = control.textContent ?? '';
  say(control, text);
  differ(control);
  changes?.push(() => {
    if (control.textContent === text) say(control, before);
  });
}
