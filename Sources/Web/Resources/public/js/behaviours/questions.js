// The questions of a class: voting, marking as answered, and hiding.

import { act } from '../screen/act.js';
import { Behaviour } from '../screen/behaviour.js';
import { set, showHere, showsPressed, write } from '../screen/pressed.js';
import { counted } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Questions(element, signal);
}

showsPressed({
  selector: '[data-behaviour~="questions"]', kinds: ['question.voted'], key: ({ question }) => String(question),
  show: (page, latest) => {
    for (const [question, { vote }] of latest) {
      const row = page.querySelector(`[data-questions] [data-key="${CSS.escape(question)}"]`);
      if (row) showVote(row, Number(vote));
    }
  },
});

class Questions extends Behaviour {
  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onPress({
      '[data-vote]': button => void this.#vote(button),
      '[data-turn-question]': button => void this.#turn(button.dataset.turnQuestion ?? '', questionOf(button)),
    });
    showHere(element, signal);
  }

  get #class() {
    return this.element.dataset.class ?? '';
  }

  /** @param {HTMLElement} button */
  async #vote(button) {
    const question = questionOf(button);
    const vote = isPressed(button) ? 0 : valueOf(button);
    await act({ kind: 'question.voted', class: this.#class, question, vote }, undefined, 'question');
  }

  /** @param {string} turn @param {string} question */
  async #turn(turn, question) {
    const step = (/** @type {string} */ name) => ({ kind: `question.${name}`, class: this.#class, question });
    const undo = { hidden: 'shown', shown: 'hidden' }[turn];
    const text = turn === 'hidden' ? 'Question hidden' : 'Question shown again';
    await act(step(turn), undo ? { text, undo: [step(undo)] } : undefined, 'question');
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
  for (const button of buttons) set(button, 'aria-pressed', String(valueOf(button) === vote));
  const count = /** @type {HTMLElement} */ (row.querySelector('[data-votes]'));
  const sum = Number(count.dataset.votes) + vote - before;
  set(count, 'data-votes', String(sum));
  for (const [selector, words] of [['[aria-hidden]', String(sum)], ['.visually-hidden', counted(sum, 'vote', 'votes')]]) {
    const place = count.querySelector(selector);
    if (place) write(place, words);
  }
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
