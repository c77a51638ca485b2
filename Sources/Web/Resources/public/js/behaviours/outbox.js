// Outbox page: changes not sent yet, and rejected changes to correct, resend or discard.

import { element, setText } from '../screen/element.js';
import { onFree } from '../screen/engaged.js';
import { identifier } from '../journal/identifier.js';
import { condition, onCondition, tell } from '../journal/condition.js';
import { whose } from '../journal/maker.js';
import { tryNow } from '../journal/sending.js';
import { fillList } from '../screen/fill-list.js';
import { showPart } from '../screen/news.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { describe } from '../journal/describe.js';
import { labelOf } from '../screen/field-names.js';
import { grouped } from '../screen/wording.js';

/** @typedef {import('../journal/outbox.js').Kept} Kept */

/** Maximum number of waiting changes listed. */
const MOST_LISTED = 50;

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  let shown = '';
  onCondition(async news => {
    if (signal.aborted || !news.counted) return;
    const { waiting, held, rejected, conflict } = news;
    const now = [waiting, held, rejected, conflict].join();
    if (now === shown) return;
    shown = now;
    await showAll(section, news);
  });
  onFree(() => {
    if (condition().counted) void showAll(section, condition());
  }, signal);
  section.querySelector('[data-send-now]')?.addEventListener('click', tryNow, { signal });
  section.querySelector('[data-all-again]')?.addEventListener('click', async () => putBack((await outbox.refusedOf(whose(), false)).filter(canBeSentAgain)), { signal });
}

/**
 * Whether an entry is still whole: where somebody was is known of no claim that has been answered.
 * @param {Kept} kept
 */
function canBeSentAgain({ entry }) {
  return entry.kind !== 'attendance.claimed';
}

/** @param {Kept[]} entries */
async function putBack(entries) {
  await outbox.putBack(entries);
  await tell();
  tryNow();
}

/** @param {HTMLElement} section @param {import('../journal/condition.js').Condition} news */
async function showAll(section, { waiting, held, rejected, conflict }) {
  await show(section, waiting);
  showHeld(section, held, rejected + conflict);
}

/** @param {HTMLElement} section @param {number} count of those that wait */
async function show(section, count) {
  const waiting = await outbox.all(whose(), 'waiting', MOST_LISTED);
  // Held entries are corrected where they were made.
  const refused = await outbox.refusedOf(whose(), false);
  const describeOne = await describe();
  fill(section, '[data-waiting]', waiting.map(kept => waitingRow(section, kept, describeOne)));
  const shown = refused.map(({ entry }) => entry.id).join();
  // A correction in progress is left alone while other entries are sent.
  if (section.dataset.listed !== shown) fill(section, '[data-refused]', refused.map(kept => refusedRow(section, kept, describeOne)));
  else showPart(/** @type {Element} */ (section.querySelector('[data-refused]')), refused.length > 0);
  section.dataset.listed = shown;
  setText(section, '[data-waiting] .count', grouped(count));
  const further = /** @type {HTMLElement} */ (section.querySelector('[data-further]'));
  further.hidden = count <= waiting.length;
  further.textContent = `and ${count - waiting.length} more`;
  /** @type {HTMLElement} */ (section.querySelector('[data-none]')).hidden = waiting.length + refused.length > 0;
  /** @type {HTMLElement} */ (section.querySelector('[data-all-again]')).hidden = refused.filter(canBeSentAgain).length < 2;
}

/**
 * Shows held registrations, which have their own page.
 * @param {HTMLElement} section
 * @param {number} held
 * @param {number} refused of all kinds
 */
function showHeld(section, held, refused) {
  const wrong = refused - section.querySelectorAll('[data-refused] li:not([data-own-gone])').length;
  const words = [held ? `${held} pending` : '', wrong ? `${wrong} to be corrected` : ''].filter(Boolean).join(', ');
  /** @type {HTMLElement} */ (section.querySelector('[data-held]')).hidden = !words;
  setText(section, '[data-held] .row-note', words);
  if (words) /** @type {HTMLElement} */ (section.querySelector('[data-none]')).hidden = true;
}

/** @param {HTMLElement} section @param {string} selector @param {Element[]} rows */
function fill(section, selector, rows) {
  const part = /** @type {HTMLElement} */ (section.querySelector(selector));
  fillList(part, rows);
}

/** @typedef {(kept: Kept) => string} Describe */

/** @param {HTMLElement} section @param {Kept} kept @param {Describe} describeOne */
function waitingRow(section, kept, describeOne) {
  const row = copyOf(section, '[data-entry]');
  row.dataset.key = kept.entry.id;
  setText(row, '.row-title', describeOne(kept));
  setText(row, '.row-note span', timeOf(kept));
  return row;
}

/** @param {HTMLElement} section @param {Kept} kept @param {Describe} describeOne */
function refusedRow(section, kept, describeOne) {
  const row = copyOf(section, '[data-refused-entry]');
  row.dataset.key = `${kept.entry.id} ${kept.state}`;
  const wrong = kept.problems.filter(({ field }) => typeof kept.entry[field] === 'string' && labelOf(field));
  setText(row, '.row-title', describeOne(kept));
  setText(row, '.row-note span', timeOf(kept));
  setText(row, '.problem-text', kept.problems.map(({ message }) => message).join(' '));
  const correct = /** @type {HTMLButtonElement} */ (row.querySelector('[data-correct]'));
  correct.hidden = !wrong.length;
  correct.addEventListener('click', () => unfold(row, kept, wrong.map(({ field }) => field)));
  const again = /** @type {HTMLButtonElement} */ (row.querySelector('[data-again]'));
  again.hidden = !canBeSentAgain(kept);
  // Under its own identifier it would be refused for ever.
  const isConflict = kept.state === 'conflict';
  if (isConflict) again.textContent = 'Send as New';
  again.addEventListener('click', () => putBack([isConflict ? anew(kept, {}) : kept]));
  row.querySelector('[data-discard]')?.addEventListener('click', async () => {
    await outbox.discard([kept.entry.id]);
    notify({ text: `${describeOne(kept)}: discarded`, discarded: [kept], group: 'discarded' });
    await tell();
  });
  return row;
}

/**
 * Copies a payload to a new entry.
 * @param {Kept} kept
 * @param {Record<string, string>} corrected
 * @returns {Kept}
 */
function anew(kept, corrected) {
  return { ...kept, entry: { ...kept.entry, ...corrected, id: identifier(Date.parse(kept.entry.at)) } };
}

/** @param {Element} row @param {Kept} kept @param {string[]} fields */
function unfold(row, kept, fields) {
  const form = /** @type {HTMLFormElement} */ (row.querySelector('form'));
  const inputs = fields.map(field => {
    const id = `${kept.entry.id}-${field}`;
    const input = element('input', { id, name: field, value: String(kept.entry[field]), autocomplete: 'off', dir: 'auto' });
    return element('div', { class: 'field' }, element('label', { for: id }, labelOf(field)), input);
  });
  form.replaceChildren(element('div', { class: 'list' }, ...inputs),
    element('button', { class: 'button button-filled button-block', type: 'submit' }, 'Save and Send'));
  form.hidden = false;
  row.setAttribute('data-own-held', '');
  form.addEventListener('submit', event => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    void putBack([anew(kept, values)]);
  }, { once: true });
  form.querySelector('input')?.focus();
}

/** @param {Element} section @param {string} selector */
function copyOf(section, selector) {
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector(selector));
  return /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
}

/** @param {Kept} kept */
function timeOf({ entry: { at } }) {
  return new Date(at).toLocaleString(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
