// Removal of a person's data from this device.

import { whose } from '../journal/maker.js';
import { forgetSubscription } from '../signal/push.js';
import { discardAll, forgetAllSent } from '../journal/outbox.js';
import { forgetStart } from '../journal/started-here.js';
import { answer, transact } from '../journal/storage.js';

/** Under which name local storage has when the pages of near classes were fetched. */
export const NEAR = 'near';

/** Removes everything: pages, pictures, the book and unsent entries. Other people's unsent entries stay. */
export async function wipe() {
  localStorage.removeItem('owner');
  sessionStorage.clear();
  // A failure does not stop the others.
  const done = await Promise.allSettled([wipePages(), wipeBook(), discardAll(whose()), forgetSubscription(), forgetTold()]);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** Removes the previous person's copies when somebody else signs in. Unsent entries stay. */
export async function wipeCopies() {
  forgetStart();
  await wipePages();
  await wipeBook();
  await forgetAllSent();
}

/** What this tab remembers of somebody else, such as what could be undone. */
export function forgetOthers() {
  if ((sessionStorage.getItem('owner') ?? '') === whose()) return;
  sessionStorage.clear();
  if (whose()) sessionStorage.setItem('owner', whose());
}

// A page that the browser kept, of somebody who is not signed in here any more, shows nothing when one goes back to it.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !whose() || localStorage.getItem('owner')?.split(' ')[0] === whose()) return;
  document.documentElement.hidden = true;
  location.reload();
});

/** Forgets for which classes the person wanted to be told of the start. */
async function forgetTold() {
  for (const key of Object.keys(localStorage)) if (key.startsWith('told ')) localStorage.removeItem(key);
}

function wipeBook() {
  return transact('book', 'readwrite', transaction => answer(transaction.objectStore('book').clear()));
}

/** Removes cached pages and pictures. */
async function wipePages() {
  localStorage.removeItem(NEAR);
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith('files-')) await caches.delete(name);
  }
}
