// Questions of a class: voting and answering. While somebody reads or votes the list keeps its order, and new questions
// wait behind a button.

import { engaged } from '../engaged.js';
import { setText } from '../element.js';
import { onCondition, problems, record, whose } from '../journal.js';
import { morph } from '../morph.js';
import { notify } from '../notices.js';
import * as outbox from '../outbox.js';
import { refresh } from '../regions.js';
import { counted } from '../wording.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const { class: id = '' } = element.dataset;
  const list = () => /** @type {HTMLElement} */ (element.querySelector('[data-questions]'));
  const news = () => /** @type {HTMLElement} */ (element.querySelector('[data-news]'));
  /**
   * Votes made on this device that the server does not have yet, by question.
   * @type {Map<string, number>}
   */
  let waiting = new Map();
  /** @type {Element | undefined} */
  let fresh;

  const isEngaged = engaged(element, '[data-questions], [data-news]', signal, show);
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    element.addEventListener(type, () => list().toggleAttribute('data-own-held', isEngaged()), { signal, passive: true });
  }
  element.addEventListener('fresh', event => {
    if (event.target === list()) hold(/** @type {CustomEvent<Element>} */ (event).detail);
  }, { signal, capture: true });
  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-news]')) show();
    const question = target.closest('[data-key]')?.getAttribute('data-key') ?? '';
    const vote = target.closest('[data-vote]');
    const turn = target.closest('[data-turn-question]');
    if (vote) void votes(question, vote);
    if (turn) void done({ kind: `question.${turn.getAttribute('data-turn-question')}`, class: id, question });
  }, { signal });
  onCondition(() => {
    if (!signal.aborted) void look();
  });
  const observer = new MutationObserver(apply);
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['aria-pressed'] });
  signal.addEventListener('abort', () => observer.disconnect());

  /**
   * Updates the rows on the screen in place from the server's new list.
   * @param {Element} next
   */
  function hold(next) {
    fresh = next;
    const known = new Map([...list().children].map(row => [row.getAttribute('data-key'), row]));
    const order = [...next.children].map(row => row.getAttribute('data-key'));
    const count = order.filter(key => !known.has(key)).length;
    for (const row of next.children) {
      const old = known.get(row.getAttribute('data-key'));
      if (old) morph(old, /** @type {Element} */ (row.cloneNode(true)));
    }
    const isSame = [...list().children].every((row, index) => row.getAttribute('data-key') === order[index]);
    const words = count ? `${count} new` : isSame ? '' : 'New order';
    news().toggleAttribute('hidden', !words);
    news().textContent = words;
  }

  /** Shows the new order and the new questions. */
  function show() {
    list().removeAttribute('data-own-held');
    news().hidden = true;
    if (fresh) morph(list(), fresh);
    fresh = undefined;
  }

  /** @param {string} question @param {Element} button */
  async function votes(question, button) {
    const vote = button.getAttribute('aria-pressed') === 'true' ? 0 : Number(button.getAttribute('data-vote'));
    waiting.set(question, vote);
    apply();
    await done({ kind: 'question.voted', class: id, question, vote });
    waiting.delete(question);
    await look();
  }

  /** @param {import('../journal.js').EntryPayload} payload */
  async function done(payload) {
    const [problem] = problems(await record(payload));
    if (problem) notify({ text: problem.message, group: 'question' });
    await refresh();
  }

  async function look() {
    const kept = await outbox.all(whose(), 'waiting').catch(() => []);
    waiting = new Map(kept.filter(({ entry }) => entry.class === id && entry.kind === 'question.voted')
      .map(({ entry }) => [String(entry.question), Number(entry.vote)]));
    apply();
  }

  /** Applies votes not sent yet to the page. */
  function apply() {
    for (const [question, vote] of waiting) {
      const row = list().querySelector(`[data-key="${CSS.escape(question)}"]`);
      const buttons = [...row?.querySelectorAll('[data-vote]') ?? []];
      const before = buttons.reduce((sum, button) =>
        sum + (button.getAttribute('aria-pressed') === 'true' ? Number(button.getAttribute('data-vote')) : 0), 0);
      if (!row || !buttons.length || before === vote) continue;
      for (const button of buttons) {
        button.setAttribute('aria-pressed', String(Number(button.getAttribute('data-vote')) === vote));
      }
      const count = /** @type {HTMLElement} */ (row.querySelector('[data-votes]'));
      const sum = Number(count.dataset.votes) + vote - before;
      count.dataset.votes = String(sum);
      setText(count, '[aria-hidden]', String(sum));
      setText(count, '.visually-hidden', counted(sum, 'vote', 'votes'));
    }
  }
}
