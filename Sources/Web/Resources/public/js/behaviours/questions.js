// The questions of a class: voting, marking as answered, and hiding.

import { setText } from '../screen/element.js';
import { onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { counted } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const { class: id = '' } = element.dataset;
  const list = () => /** @type {HTMLElement} */ (element.querySelector('[data-questions]'));
  /**
   * Votes made on this device that the server does not have yet, by question.
   * @type {Map<string, number>}
   */
  let waiting = new Map();

  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const question = target.closest('[data-key]')?.getAttribute('data-key') ?? '';
    const vote = target.closest('[data-vote]');
    const turn = target.closest('[data-turn-question]');
    if (vote) void votes(question, vote);
    if (turn) void turns(question, turn.getAttribute('data-turn-question') ?? '');
  }, { signal });
  onCondition(() => {
    if (!signal.aborted) void look();
  });
  const observer = new MutationObserver(apply);
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['aria-pressed'] });
  signal.addEventListener('abort', () => observer.disconnect());

  /** @param {string} question @param {Element} button */
  async function votes(question, button) {
    const vote = button.getAttribute('aria-pressed') === 'true' ? 0 : Number(button.getAttribute('data-vote'));
    waiting.set(question, vote);
    apply();
    await done({ kind: 'question.voted', class: id, question, vote });
    waiting.delete(question);
    await look();
  }

  /** @param {string} question @param {string} turn */
  async function turns(question, turn) {
    const step = (/** @type {string} */ name) => ({ kind: `question.${name}`, class: id, question });
    const undo = { hidden: 'shown', shown: 'hidden' }[turn];
    const words = turn === 'hidden' ? 'Question hidden' : 'Question shown again';
    await done(step(turn), undo ? { text: words, undo: [step(undo)], group: 'question' } : undefined);
  }

  /**
   * @param {import('../journal/entries.js').EntryPayload} payload
   * @param {import('../screen/notices.js').Notice} [notice]
   */
  async function done(payload, notice) {
    const [problem] = problems(await record(payload));
    if (problem) notify({ text: problem.message, group: 'question' });
    else if (notice) notify(notice);
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
