// Start screen of registration: waiting students, their upload, and records to correct.

import { Behaviour } from '../screen/behaviour.js';
import { setText } from '../screen/element.js';
import { onFree } from '../screen/engaged.js';
import { fillList } from '../screen/fill-list.js';
import { onCondition, tell } from '../journal/condition.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { upload } from '../journal/upload.js';
import { isLost } from '../signal/signal.js';
import { brief, counted, grouped } from '../screen/wording.js';

/** @typedef {import('../journal/upload.js').Outcome} Outcome */
/** @typedef {import('../journal/upload.js').Progress} Progress */

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  new Registrations(section, signal);
}

class Registrations extends Behaviour {
  #button = /** @type {HTMLButtonElement} */ (this.part('[data-upload]'));
  #cancel = /** @type {HTMLButtonElement} */ (this.part('[data-cancel]'));
  /** @type {AbortController | undefined} */
  #running;
  /** How many were refused when they were listed. */
  #listed = '';

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    onCondition(condition => void this.#counted(condition), signal);
    onFree(() => void listRefused(section), signal);
    this.listen(this.#button, { click: () => void this.#upload() });
    this.listen(this.#cancel, { click: () => this.#stop() });
    this.onEnd(() => this.#running?.abort());
  }

  /** @param {import('../journal/condition.js').Condition} condition */
  async #counted({ held, rejected, conflict }) {
    setText(this.element, '[data-pending]', held ? `${held.toLocaleString('en')} pending` : 'None pending');
    this.#button.disabled = !held || this.#running !== undefined;
    const refused = [rejected, conflict].join();
    if (refused === this.#listed) return;
    this.#listed = refused;
    await listRefused(this.element);
  }

  async #upload() {
    this.#running = new AbortController();
    const progress = this.#begin();
    let refused = 0;
    try {
      const outcome = await upload(this.#running.signal, news => show(this.element, news));
      ({ refused } = outcome);
      say(outcome);
    } finally {
      this.#running = undefined;
      progress.hidden = true;
      await tell();
      await listRefused(this.element);
      goOn(this.element, refused > 0);
    }
  }

  /** @returns {HTMLElement} where the progress is shown */
  #begin() {
    this.#button.disabled = true;
    const progress = this.part('[data-progress]');
    progress.hidden = false;
    this.#cancel.disabled = false;
    this.#cancel.focus({ preventScroll: true });
    progress.scrollIntoView({ block: 'nearest' });
    return progress;
  }

  #stop() {
    this.#cancel.disabled = true;
    this.#running?.abort();
  }
}

/**
 * Moves the focus to the likely next action.
 * @param {HTMLElement} section
 * @param {boolean} correcting
 */
function goOn(section, correcting) {
  const places = correcting ? ['[data-correct]', 'a'] : ['[data-upload]:enabled', 'a'];
  const [place] = places.flatMap(selector => section.querySelector(selector) ?? []);
  if (place instanceof HTMLElement) place.focus({ preventScroll: !correcting });
}

/** @param {HTMLElement} section @param {Progress} progress */
function show(section, { records, total, batch, batches, retrying }) {
  const bar = /** @type {HTMLProgressElement} */ (section.querySelector('progress'));
  bar.max = total;
  bar.value = records;
  setText(section, '[data-records]', `${grouped(records)} of ${counted(total, 'student', 'students')}`);
  const again = isLost() ? 'There is no signal. Trying again…' : 'Trying again…';
  const place = batches > 1 ? `Batch ${batch} of ${batches}` : '';
  setText(section, '[data-batches]', [place, retrying ? again : ''].filter(Boolean).join('. '));
}

/** @param {Outcome} outcome */
function say({ end, uploaded, refused, left, seconds = 0 }) {
  const done = `${counted(uploaded, 'student', 'students')} uploaded.`;
  const toCorrect = refused ? ` ${refused} to be corrected.` : '';
  const toRepeat = left ? ` ${left} stay on this device until next time.` : '';
  const words = {
    done: done + toCorrect + toRepeat,
    cancelled: `Stopped. ${done} The others stay on this device.`,
    lost: `No connection. ${done} The others stay on this device.`,
    later: `${done} The server takes more in ${counted(Math.ceil(seconds / 60), 'minute', 'minutes')}. The others stay on this device.`,
    signedOut: `${done} Sign in again to upload the others.`,
    busy: 'Another tab is uploading already.',
  };
  notify({ text: words[end], group: 'upload' });
}

/** @param {HTMLElement} section */
async function listRefused(section) {
  const refused = await outbox.refusedOf(whose(), true);
  const part = /** @type {HTMLElement} */ (section.querySelector('[data-rejected]'));
  const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  fillList(part, refused.map(kept => rowOf(part, kept)));
  if (focused) /** @type {HTMLElement | null} */ (part.querySelector(`a[href="${focused}"]`))?.focus();
}

/** @param {HTMLElement} part @param {outbox.Kept} kept */
function rowOf(part, kept) {
  const { entry, problems, state } = kept;
  const template = /** @type {HTMLTemplateElement} */ (part.querySelector('template'));
  const row = /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
  row.dataset.key = `${entry.id} ${state}`;
  const name = `${entry.firstName} ${entry.lastName}`;
  setText(row, '[data-name]', name);
  setText(row, '[data-reason]', problems.map(({ message }) => message).join(' '));
  const correct = /** @type {HTMLAnchorElement} */ (row.querySelector('[data-correct]'));
  correct.href = `/register/new#${entry.id}`;
  correct.setAttribute('aria-label', `Correct ${name}`);
  const discard = /** @type {HTMLElement} */ (row.querySelector('[data-discard]'));
  discard.setAttribute('aria-label', `Discard ${name}`);
  discard.addEventListener('click', async () => {
    await outbox.discard([entry.id]);
    focusAfter(row, part);
    notify({ text: `${brief(name)} discarded`, discarded: [kept], group: 'discarded' });
    await tell();
  });
  return row;
}

/**
 * Goes on to the next row that is there, or to the start.
 * @param {Element} row
 * @param {HTMLElement} part
 */
function focusAfter(row, part) {
  const rows = [...row.parentElement?.children ?? []].filter(one => one === row || !one.hasAttribute('data-own-gone'));
  const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1] ?? part.parentElement;
  next?.querySelector('a')?.focus({ preventScroll: true });
}
