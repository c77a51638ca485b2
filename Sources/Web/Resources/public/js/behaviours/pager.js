// Pager through the classes of a course by swipe, arrow keys or buttons; the address follows.
// Only the heads of the neighbouring classes are on the page; the rest is fetched when they come into view.

import { Behaviour } from '../screen/behaviour.js';
import { refresh } from '../screen/regions.js';

/** Time after the last scroll event that counts as the end, for browsers without scrollend, in milliseconds. */
const STILL = 120;

/**
 * @param {HTMLElement} pager
 * @param {AbortSignal} signal
 */
export function attach(pager, signal) {
  new Pager(pager, signal);
}

class Pager extends Behaviour {
  /** Panel in view, and its scroll offset. */
  #view = { panel: currentOf(this.element), off: 0 };
  #timer = 0;
  /** Whether a finger is on the pager. */
  #isTouched = false;
  #width = this.element.clientWidth;

  /** @param {HTMLElement} pager @param {AbortSignal} signal */
  constructor(pager, signal) {
    super(pager, signal);
    pager.setAttribute('data-own-ready', '');
    this.#place();
    const touched = (/** @type {TouchEvent} */ event) => this.#touched(event);
    this.listen(pager, { scroll: () => this.#scrolled(), touchstart: touched, touchend: touched, touchcancel: touched }, { passive: true });
    // Keeps the current panel in place while panels are added and removed beside it.
    this.onChange(() => this.#place(), { childList: true });
    const resize = new ResizeObserver(() => this.#resized());
    resize.observe(pager);
    this.listen(document, { click: event => this.#clicked(event), keydown: event => this.#pressed(event) });
    this.onEnd(() => {
      clearTimeout(this.#timer);
      resize.disconnect();
    });
  }

  #scrolled() {
    // Of another width, as on a phone that is being turned: where the panels are now says nothing of the one in view.
    if (this.element.clientWidth !== this.#width) return;
    const panel = nearest(this.element);
    this.#view = { panel, off: panel ? this.element.scrollLeft - panel.offsetLeft : 0 };
    if (this.#isTouched) this.element.setAttribute('data-own-held', '');
    this.#move();
  }

  /** @param {TouchEvent} event */
  #touched({ touches }) {
    this.#isTouched = touches.length > 0;
    this.#move();
  }

  #resized() {
    if (this.element.clientWidth === this.#width) return;
    this.#width = this.element.clientWidth;
    this.#view.off = 0;
    this.#place();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const link = event.target instanceof Element ? event.target.closest('[data-turn]') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.#turn(Number(link.getAttribute('data-turn')));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, target } = event;
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(key)) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [data-self]')) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    this.#turn(key === 'ArrowRight' ? 1 : -1);
  }

  /** Waits until all is still. What a finger moves stays as it is meanwhile: new panels beside it would tear it away. */
  #move() {
    clearTimeout(this.#timer);
    if (!this.#isTouched) this.#timer = setTimeout(() => this.#settle(), STILL);
  }

  #place() {
    if (!this.#view.panel?.isConnected) this.#view = { panel: currentOf(this.element), off: 0 };
    const { panel, off } = this.#view;
    if (panel) this.element.scrollLeft = panel.offsetLeft + off;
  }

  /** @param {number} step */
  #turn(step) {
    const panels = panelsOf(this.element);
    const to = panels[panels.indexOf(this.#view.panel ?? panels[0]) + step];
    if (!to) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.element.scrollTo({ left: to.offsetLeft, behavior: isCalm ? 'auto' : 'smooth' });
  }

  /** Updates the address to the panel in view and fetches its class. */
  #settle() {
    const wasHeld = this.element.hasAttribute('data-own-held');
    this.element.removeAttribute('data-own-held');
    const { panel, off } = this.#view;
    if (!panel || Math.abs(off) > 2 || panel.dataset.current !== undefined) {
      // What was new meanwhile was not shown.
      if (wasHeld) void refresh();
      return;
    }
    this.#view.off = 0;
    history.replaceState(history.state, '', panel.dataset.href ?? location.href);
    const hadFocus = document.activeElement instanceof Element && document.activeElement.closest('[data-turn]');
    void refresh().then(() => {
      // The pressed button may have disappeared at the last class.
      if (hadFocus && !document.activeElement?.closest('[data-turn]')) this.element.focus({ preventScroll: true });
    });
  }
}

/** @param {HTMLElement} pager */
function panelsOf(pager) {
  return /** @type {HTMLElement[]} */ ([...pager.children]);
}

/** @param {HTMLElement} pager */
function currentOf(pager) {
  return panelsOf(pager).find(({ dataset }) => dataset.current !== undefined);
}

/** @param {HTMLElement} pager */
function nearest(pager) {
  const distance = (/** @type {HTMLElement} */ panel) => Math.abs(panel.offsetLeft - pager.scrollLeft);
  return panelsOf(pager).sort((one, other) => distance(one) - distance(other))[0];
}
