// The classes of a course side by side: a swipe, an arrow key or a button turns to the next, and the address follows.
// Only the neighbours are here, as far as their heads; once it is turned to, a class is fetched whole.

import { refresh } from '../regions.js';

/** After the last scrolling, where the browser does not say when it ends. Milliseconds. */
const STILL = 120;

/**
 * @param {HTMLElement} pager
 * @param {AbortSignal} signal
 */
export function attach(pager, signal) {
  /** Which panel is in view, and by how much it is off. */
  let view = { panel: currentOf(pager), off: 0 };
  let timer = 0;
  pager.setAttribute('data-own-ready', '');
  place();

  pager.addEventListener('scroll', () => {
    const panel = nearest(pager);
    view = { panel, off: panel ? pager.scrollLeft - panel.offsetLeft : 0 };
    clearTimeout(timer);
    timer = setTimeout(settle, STILL);
  }, { signal, passive: true });
  // Panels come and go beside the one in view, which stays where it is.
  const observer = new MutationObserver(place);
  observer.observe(pager, { childList: true });
  const resize = new ResizeObserver(() => {
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

  /** The address follows what is in view, and the class is fetched. */
  function settle() {
    const { panel, off } = view;
    if (!panel || Math.abs(off) > 2 || panel.dataset.current !== undefined) return;
    view.off = 0;
    history.replaceState(history.state, '', panel.dataset.href ?? location.href);
    const hadFocus = document.activeElement instanceof Element && document.activeElement.closest('[data-turn]');
    void refresh().then(() => {
      // The button that was pressed may be gone at the last class.
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
