// Outbox page: changes not sent yet, and rejected changes to correct, resend or discard.

import { Behaviour } from '../screen/behaviour.js';
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

/**
 * @typedef {import('../journal/outbox.js').Kept} Kept
 * @typedef {import('../journal/condition.js').Condition} Condition
 * @typedef {(kept: Kept) => string} Describe
 */

/** Maximum number of waiting changes listed. */
const MOST_LISTED = 50;

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  new Outbox(section, signal);
}

class Outbox extends Behaviour {
  #shown = '';
  /**
   * Identifiers of entries that were sent again.
   * @type {Set<string>}
   */
  #again = new Set();

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    onCondition(news => void this.#counted(news), signal);
    onFree(() => {
      if (condition().counted) void this.#show(condition());
    }, signal);
    this.onPress({ '[data-send-now]': tryNow, '[data-all-again]': () => void this.#sendAllAgain() });
  }

  /** @param {Condition} news */
  async #counted(news) {
    if (!news.counted) return;
    const { waiting, held, rejected, conflict } = news;
    const now = [waiting, held, rejected, conflict].join();
    if (now === this.#shown) return;
    this.#shown = now;
    await this.#show(news);
  }

  /** @param {Condition} news */
  async #show({ waiting, held, rejected, conflict }) {
    await this.#showListed(waiting);
    this.#showHeld(held, rejected + conflict);
  }

  /** @param {number} count of those that wait */
  async #showListed(count) {
    const waiting = await outbox.all(whose(), 'waiting', MOST_LISTED);
    // Held entries are corrected where they were made.
    const refused = await outbox.refusedOf(whose(), false);
    const describeOne = await describe();
    fillList(this.part('[data-waiting]'), waiting.map(kept => this.#waitingRow(kept, describeOne)));
    const shown = refused.map(({ entry }) => entry.id).join();
    const part = this.part('[data-refused]');
    // A correction in progress is left alone while other entries are sent.
    if (this.element.dataset.listed !== shown) fillList(part, refused.map(kept => this.#refusedRow(kept, describeOne)));
    else showPart(part, refused.length > 0);
    this.element.dataset.listed = shown;
    setText(this.element, '[data-waiting] .count', grouped(count));
    const further = this.part('[data-further]');
    further.hidden = count <= waiting.length;
    further.textContent = `and ${count - waiting.length} more`;
    this.part('[data-none]').hidden = waiting.length + refused.length > 0;
    this.part('[data-all-again]').hidden = refused.filter(canBeSentAgain).length < 2;
    sayWhatStays(refused.filter(({ entry }) => this.#again.has(entry.id)));
    for (const { entry } of refused) this.#again.delete(entry.id);
  }

  /** @param {Kept[]} entries */
  async #sendAgain(entries) {
    await outbox.putBack(entries);
    for (const { entry } of entries) this.#again.add(entry.id);
    await tell();
    tryNow();
  }

  async #sendAllAgain() {
    const refused = await outbox.refusedOf(whose(), false);
    await this.#sendAgain(refused.filter(canBeSentAgain));
  }

  /**
   * Shows held registrations, which have their own page.
   * @param {number} held
   * @param {number} refused of all kinds
   */
  #showHeld(held, refused) {
    const wrong = refused - this.element.querySelectorAll('[data-refused] li:not([data-own-gone])').length;
    const words = [held ? `${held} pending` : '', wrong ? `${wrong} to be corrected` : ''].filter(Boolean).join(', ');
    this.part('[data-held]').hidden = !words;
    setText(this.element, '[data-held] .row-note', words);
    if (words) this.part('[data-none]').hidden = true;
  }

  /** @param {Kept} kept @param {Describe} describeOne */
  #waitingRow(kept, describeOne) {
    const row = this.#copyOf('[data-entry]');
    row.dataset.key = kept.entry.id;
    setText(row, '.row-title', describeOne(kept));
    setText(row, '.row-note span', timeOf(kept));
    return row;
  }

  /** @param {Kept} kept @param {Describe} describeOne */
  #refusedRow(kept, describeOne) {
    const row = this.#copyOf('[data-refused-entry]');
    row.dataset.key = `${kept.entry.id} ${kept.state}`;
    const wrong = kept.problems.filter(({ field }) => typeof kept.entry[field] === 'string' && labelOf(field));
    setText(row, '.row-title', describeOne(kept));
    setText(row, '.row-note span', timeOf(kept));
    setText(row, '.problem-text', kept.problems.map(({ message }) => message).join(' '));
    const correct = /** @type {HTMLButtonElement} */ (row.querySelector('[data-correct]'));
    correct.hidden = !wrong.length;
    correct.addEventListener('click', () => unfold(row, kept, wrong.map(({ field }) => field), one => void this.#sendAgain([one])));
    const again = /** @type {HTMLButtonElement} */ (row.querySelector('[data-again]'));
    again.hidden = !canBeSentAgain(kept);
    // Under its own identifier it would be refused for ever.
    const isConflict = kept.state === 'conflict';
    if (isConflict) again.textContent = 'Send as New';
    again.addEventListener('click', () => void this.#sendAgain([isConflict ? anew(kept, {}) : kept]));
    row.querySelector('[data-discard]')?.addEventListener('click', () => discard(kept, describeOne(kept)));
    return row;
  }

  /** @param {string} selector */
  #copyOf(selector) {
    const template = /** @type {HTMLTemplateElement} */ (this.part(selector));
    return /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
  }
}

/**
 * Whether an entry is still whole: where somebody was is known of no claim that has been answered.
 * @param {Kept} kept
 */
function canBeSentAgain({ entry }) {
  return entry.kind !== 'attendance.claimed';
}

/**
 * Says of entries that were sent again that they were rejected once more: on the list they look as before.
 * @param {Kept[]} entries
 */
function sayWhatStays(entries) {
  if (!entries.length) return;
  const text = entries.length > 1 ? `${entries.length} changes are still not possible.` : 'This is still not possible.';
  notify({ text, group: 'again' });
}

/** @param {Kept} kept @param {string} words */
async function discard(kept, words) {
  await outbox.discard([kept.entry.id]);
  notify({ text: `${words}: discarded`, discarded: [kept], group: 'discarded' });
  await tell();
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

/** @param {Element} row @param {Kept} kept @param {string[]} fields @param {(kept: Kept) => void} sendAgain */
function unfold(row, kept, fields, sendAgain) {
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
    sendAgain(anew(kept, values));
  }, { once: true });
  form.querySelector('input')?.focus();
}

/** @param {Kept} kept */
function timeOf({ entry: { at } }) {
  return new Date(at).toLocaleString(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
