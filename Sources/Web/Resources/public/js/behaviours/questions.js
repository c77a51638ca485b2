// The questions of a class: voting, marking as answered, and hiding.

import { act } from '../screen/act.js';
import { Behaviour, waitingEntries } from '../screen/behaviour.js';
import { setText } from '../screen/element.js';
import { counted } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Questions(element, signal);
}

class Questions extends Behaviour {
  /**
   * Votes made on this device that the server does not have yet, by question.
   * @type {Map<string, number>}
   */
  #waiting = new Map();

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onPress({
      '[data-vote]': button => void this.#vote(button),
      '[data-turn-question]': button => void this.#turn(button.dataset.turnQuestion ?? '', questionOf(button)),
    });
    this.onOutbox(() => void this.#look());
    this.onChange(() => this.#show(), { childList: true, subtree: true, attributeFilter: ['aria-pressed'] });
  }

  get #class() {
    return this.element.dataset.class ?? '';
  }

  /** @param {HTMLElement} button */
  async #vote(button) {
    const question = questionOf(button);
    const vote = isPressed(button) ? 0 : valueOf(button);
    this.#waiting.set(question, vote);
    this.#show();
    await act({ kind: 'question.voted', class: this.#class, question, vote }, undefined, 'question');
    this.#waiting.delete(question);
    await this.#look();
  }

  /** @param {string} turn @param {string} question */
  async #turn(turn, question) {
    const step = (/** @type {string} */ name) => ({ kind: `question.${name}`, class: this.#class, question });
    const undo = { hidden: 'shown', shown: 'hidden' }[turn];
    const text = turn === 'hidden' ? 'Question hidden' : 'Question shown again';
    await act(step(turn), undo ? { text, undo: [step(undo)] } : undefined, 'question');
  }

  async #look() {
    const entries = await waitingEntries(entry => entry.class === this.#class && entry.kind === 'question.voted');
    this.#waiting = new Map(entries.map(({ question, vote }) => [String(question), Number(vote)]));
    this.#show();
  }

  /** Shows the votes that have not been sent. */
  #show() {
    for (const [question, vote] of this.#waiting) {
      const row = this.part('[data-questions]').querySelector(`[data-key="${CSS.escape(question)}"]`);
      if (row) showVote(row, vote);
    }
  }
}

/**
 * @param {Element} row
 * @param {number} vote
 */
function showVote(row, vote) {
  const buttons = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('[data-vote]')]);
  const before = buttons.filter(isPressed).reduce((sum, button) => sum + valueOf(button), 0);
  if (!buttons.length || before === vote) return;
  for (const button of buttons) button.setAttribute('aria-pressed', String(valueOf(button) === vote));
  const count = /** @type {HTMLElement} */ (row.querySelector('[data-votes]'));
  const sum = Number(count.dataset.votes) + vote - before;
  count.dataset.votes = String(sum);
  setText(count, '[aria-hidden]', String(sum));
  setText(count, '.visually-hidden', counted(sum, 'vote', 'votes'));
}

/** @param {HTMLElement} button */
function questionOf(button) {
  return button.closest('[data-key]')?.getAttribute('data-key') ?? '';
}

/** @param {HTMLElement} button */
function isPressed(button) {
  return button.getAttribute('aria-pressed') === 'true';
}

/** @param {HTMLElement} button */
function valueOf(button) {
  return Number(button.dataset.vote);
}
