import { notify } from '../screen/notices.js';
import { answers, found, lose } from '../signal/signal.js';

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 6_000;

/**
 * Attaches a form that only the server can answer. Without signal it says so, instead of leading to the browser's own page.
 * @param {HTMLFormElement} form with data-without, what it says then, if that is something else than usual
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    if (await isServerThere()) {
      form.submit();
    } else {
      const text = form.dataset.without ?? 'This needs a signal, and there is none. Nothing was changed.';
      notify({ text, group: 'needs-signal' });
    }
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
