// Pager through the classes of a course by swipe, arrow keys or buttons; the address follows.
// Only the heads of the neighbouring classes are on the page; the rest is fetched when they come into view.

import { refresh } from '../screen/regions.js';

/** Time after the last scroll event that counts as the end, for browsers without scrollend, in milliseconds. */
const STILL = 120;

/**
 * @param {HTMLElement} pager
 * @param {AbortSignal} signal
 */
export function attach(pager, signal) {
  /** Panel in view, and its scroll offset. */
  let view = { panel: currentOf(pager), off: 0 };
  let timer = 0;
  /** Whether a finger is on the pager. */
  let isTouched = false;
  let width = pager.clientWidth;
  pager.setAttribute('data-own-ready', '');
  place();

  pager.addEventListener('scroll', () => {
    // Of another width, as on a phone that is being turned: where the panels are now says nothing of the one in view.
    if (pager.clientWidth !== width) return;
    const panel = nearest(pager);
    view = { panel, off: panel ? pager.scrollLeft - panel.offsetLeft : 0 };
    if (isTouched) pager.setAttribute('data-own-held', '');
    move();
  }, { signal, passive: true });
  for (const type of /** @type {const} */ (['touchstart', 'touchend', 'touchcancel'])) {
    pager.addEventListener(type, ({ touches }) => {
      isTouched = touches.length > 0;
      move();
    }, { signal, passive: true });
  }
  // Keeps the current panel in place while panels are added and removed beside it.
  const observer = new MutationObserver(place);
  observer.observe(pager, { childList: true });
  const resize = new ResizeObserver(() => {
    if (pager.clientWidth === width) return;
    width = pager.clientWidth;
    view.off = 0;
    place();
  });
  resize.observe(pager);
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('[data-turn]') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    turn(Number(link.getAttribute('data-turn')));
  }, { signal });
  document.addEventListener('keydown', event => {
    const { key, target } = event;
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(key)) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [data-self]')) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    turn(key === 'ArrowRight' ? 1 : -1);
  }, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
    resize.disconnect();
  });

  /** Waits until all is still. What a finger moves stays as it is meanwhile: new panels beside it would tear it away. */
  function move() {
    clearTimeout(timer);
    if (!isTouched) timer = setTimeout(settle, STILL);
  }

  function place() {
    if (!view.panel?.isConnected) view = { panel: currentOf(pager), off: 0 };
    if (view.panel) pager.scrollLeft = view.panel.offsetLeft + view.off;
  }

  /** @param {number} step */
  function turn(step) {
    const panels = panelsOf(pager);
    const to = panels[panels.indexOf(view.panel ?? panels[0]) + step];
    if (!to) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    pager.scrollTo({ left: to.offsetLeft, behavior: isCalm ? 'auto' : 'smooth' });
  }

  /** Updates the address to the panel in view and fetches its class. */
  function settle() {
    const wasHeld = pager.hasAttribute('data-own-held');
    pager.removeAttribute('data-own-held');
    const { panel, off } = view;
    if (!panel || Math.abs(off) > 2 || panel.dataset.current !== undefined) {
      // What was new meanwhile was not shown.
      if (wasHeld) void refresh();
      return;
    }
    view.off = 0;
    history.replaceState(history.state, '', panel.dataset.href ?? location.href);
    const hadFocus = document.activeElement instanceof Element && document.activeElement.closest('[data-turn]');
    void refresh().then(() => {
      // The pressed button may have disappeared at the last class.
      if (hadFocus && !document.activeElement?.closest('[data-turn]')) pager.focus({ preventScroll: true });
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
