// "Show next": appends the next page of a long list; with data-auto, as soon as somebody scrolls there.

import { notify } from '../screen/notices.js';
import { addPart } from '../screen/regions.js';
import { letMove } from '../screen/steady.js';

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
export function attach(link, signal) {
  link.addEventListener('click', async event => {
    const region = link.closest('[data-region]');
    if (!region || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    letMove();
    const rows = region.querySelectorAll('li').length;
    if (!await addNext(link)) {
      notify({ text: 'No connection. Try again in a moment.' });
      return;
    }
    // The first new row gets the focus that the link had.
    const first = region.querySelectorAll('li')[rows]?.querySelector('a, button');
    if (!link.isConnected && first instanceof HTMLElement) first.focus();
  }, { signal });
  if (link.dataset.auto !== undefined) addWhereSeen(link, signal);
}

/** Pages that are on their way. @type {WeakMap<HTMLAnchorElement, Promise<boolean>>} */
const coming = new WeakMap();

/**
 * Appends the next page, once at a time; resolves to whether it arrived.
 * @param {HTMLAnchorElement} link
 */
function addNext(link) {
  const region = link.closest('[data-region]');
  const next = coming.get(link) ?? (region ? addPart(region, link).catch(() => false) : Promise.resolve(false));
  coming.set(link, next);
  return next.finally(() => coming.delete(link));
}

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
function addWhereSeen(link, signal) {
  const sight = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting || !await addNext(link) || signal.aborted) return;
    // It says again whether the link is in sight.
    sight.unobserve(link);
    sight.observe(link);
  });
  sight.observe(link);
  signal.addEventListener('abort', () => sight.disconnect());
}
