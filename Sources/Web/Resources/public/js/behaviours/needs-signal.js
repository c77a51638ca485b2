import { notify } from '../screen/notices.js';
import { answers, found, isLost, lose } from '../signal/signal.js';

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 6_000;

/**
 * Attaches a form or link that only the server can answer. Without signal it says so, instead of leading nowhere.
 * @param {HTMLElement} element with data-without, what it says then, if that is something else than usual
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  if (element instanceof HTMLFormElement) attachForm(element, signal);
  else if (element instanceof HTMLAnchorElement) element.addEventListener('click', event => void follow(element, event), { signal });
}

/** @param {HTMLAnchorElement} link @param {Event} event */
async function follow(link, event) {
  if (!isLost()) return;
  event.preventDefault();
  if (await isServerThere()) location.assign(link.href);
  else sayWhy(link);
}

/** @param {HTMLElement} element */
function sayWhy({ dataset: { without = 'This needs a signal, and there is none. Nothing was changed.' } }) {
  notify({ text: without, group: 'needs-signal' });
}

/** @param {HTMLFormElement} form @param {AbortSignal} signal */
function attachForm(form, signal) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    if (await isServerThere()) form.submit();
    else sayWhy(form);
    busy = false;
  }, { signal });
}

/** Whether the server answers now. */
export async function isServerThere() {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  const isThere = await answers(patience.signal);
  clearTimeout(timer);
  if (isThere) found();
  else lose();
  return isThere;
}
