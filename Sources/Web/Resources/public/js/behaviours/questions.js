// The questions of a class: voting, marking as answered, and hiding.

import { act } from '../screen/act.js';
import { Behaviour } from '../screen/behaviour.js';

/**
 * @param {HTMLElement} element with data-class
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Questions(element, signal);
}

class Questions extends Behaviour {
  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onPress({
      '[data-vote]': button => void this.#vote(button),
      '[data-turn-question]': button => void this.#turn(button.dataset.turnQuestion ?? '', questionOf(button)),
    });
  }

  get #class() {
    return this.element.dataset.class ?? '';
  }

  /** @param {HTMLElement} button */
  async #vote(button) {
    const vote = isPressed(button) ? 0 : valueOf(button);
    // The page follows, with the sum.
    const both = /** @type {NodeListOf<HTMLElement>} */ (button.parentElement?.querySelectorAll('[data-vote]') ?? []);
    for (const one of both) one.setAttribute('aria-pressed', String(valueOf(one) === vote));
    await act({ kind: 'question.voted', class: this.#class, question: questionOf(button), vote }, undefined, 'question');
  }

  /** @param {string} turn @param {string} question */
  async #turn(turn, question) {
    const step = (/** @type {string} */ name) => ({ kind: `question.${name}`, class: this.#class, question });
    const undo = { hidden: 'shown', shown: 'hidden' }[turn];
    const text = turn === 'hidden' ? 'Question hidden' : 'Question shown again';
    await act(step(turn), undo ? { text, undo: [step(undo)] } : undefined, 'question');
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
