// Signing out clears the device, and asks first if unsent changes would be lost.

import { condition, tell } from '../journal/condition.js';
import { notify } from '../screen/notices.js';
import { leave } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { wipe } from '../device/wipe.js';
import { counted } from '../screen/wording.js';
import { isServerThere } from './needs-signal.js';

/**
 * @param {HTMLFormElement} form with a dialog
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  const dialog = /** @type {HTMLDialogElement} */ (form.querySelector('dialog'));
  let isAsking = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    await begin(form, dialog);
    isAsking = false;
  }, { signal });
  dialog.querySelector('[data-stay-in]')?.addEventListener('click', () => dialog.close(), { signal });
  dialog.querySelector('[data-sign-out]')?.addEventListener('click', () => {
    dialog.close();
    void signOut(form);
  }, { signal });
}

/** @param {HTMLFormElement} form @param {HTMLDialogElement} dialog */
async function begin(form, dialog) {
  if (isLost() && !await isServerThere()) return sayWhy();
  // The entries may not have been counted yet.
  await tell();
  const { waiting, held, rejected, conflict } = condition();
  const lost = waiting + held + rejected + conflict;
  if (!lost) return signOut(form);
  const words = `${counted(lost, 'change has', 'changes have')} not reached the server. Signing out deletes ${lost === 1 ? 'it' : 'them'} from this device.`;
  /** @type {HTMLElement} */ (dialog.querySelector('p')).textContent = words;
  dialog.showModal();
}

/** @param {HTMLFormElement} form */
async function signOut(form) {
  const { dataset } = document.documentElement;
  const { feed } = dataset;
  // Stops the copying of data for offline use.
  delete dataset.feed;
  try {
    const response = await fetch(form.action, { method: 'POST' });
    if (!response.ok || !response.headers.has('Shala-Version')) throw new Error('The answer is not the server’s.');
  } catch {
    dataset.feed = feed;
    sayWhy();
    return;
  }
  leave();
  await wipe().catch(error => console.info('Not everything could be removed.', error));
  // Going back does not lead to what one has left.
  location.replace('/sign-in');
}

function sayWhy() {
  notify({ text: 'There is no connection. You can sign out when there is a signal.' });
}
