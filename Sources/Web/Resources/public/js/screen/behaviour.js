// Form of the behaviours that keep something in mind: an event is recorded (`act.js`), and what came of it is shown. What they
// listen to ends when their element leaves the page.

import { onCondition } from '../journal/condition.js';
import { whose } from '../journal/maker.js';
import * as outbox from '../journal/outbox.js';
import { onSignal } from '../signal/signal.js';

/** @template {HTMLElement} [E=HTMLElement] */
export class Behaviour {
  /**
   * @param {E} element
   * @param {AbortSignal} signal aborted when the element leaves the page
   */
  constructor(element, signal) {
    this.element = element;
    this.signal = signal;
  }

  /**
   * @template {Element} [F=HTMLElement]
   * @param {string} selector
   * @returns {F} what is inside of the element
   */
  part(selector) {
    return /** @type {F} */ (this.element.querySelector(selector));
  }

  /**
   * @param {EventTarget} target
   * @param {Record<string, (event: any) => void>} listeners by type of event
   * @param {AddEventListenerOptions} [options]
   */
  listen(target, listeners, options) {
    for (const [type, listener] of Object.entries(listeners)) {
      target.addEventListener(type, listener, { ...options, signal: this.signal });
    }
  }

  /**
   * Listens for presses on what is inside of the element.
   * @param {Record<string, (pressed: HTMLElement) => void>} listeners by selector; of several that hold, each is called
   */
  onPress(listeners) {
    this.listen(this.element, {
      click: ({ target }) => {
        for (const [selector, listener] of Object.entries(listeners)) {
          const pressed = target instanceof Element && target.closest(selector);
          if (pressed instanceof HTMLElement) listener(pressed);
        }
      },
    });
  }

  /**
   * Calls back whenever what is inside of the element has changed.
   * @param {MutationCallback} changed
   * @param {MutationObserverInit} [options] what counts as a change, if not only that something came or went
   * @param {Node} [target] another element
   */
  onChange(changed, options = { childList: true, subtree: true }, target = this.element) {
    const observer = new MutationObserver(changed);
    observer.observe(target, options);
    this.onEnd(() => observer.disconnect());
  }

  /**
   * Calls back now, and whenever entries were recorded or answered, or the signal was lost or found.
   * @param {() => void} changed
   */
  onOutbox(changed) {
    onCondition(changed, this.signal);
    onSignal(changed, this.signal);
  }

  /** @param {() => void} ended called when the element leaves the page */
  onEnd(ended) {
    this.signal.addEventListener('abort', ended);
  }
}

/**
 * Entries of this device that the server has not answered, oldest first.
 * @param {(entry: import('../journal/entries.js').Entry) => boolean} isMeant
 */
export async function waitingEntries(isMeant) {
  const kept = await outbox.all(whose(), 'waiting').catch(() => []);
  return kept.map(({ entry }) => entry).filter(isMeant);
}
