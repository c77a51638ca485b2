// Takes a person's things off this device.

import { whose } from './journal.js';
import { discardAll, forgetAllSent } from './outbox.js';
import { answer, transact } from './storage.js';

/** Everything: pages, pictures, the book, and what waits. What somebody else has left waiting here stays theirs. */
export async function wipe() {
  localStorage.removeItem('owner');
  sessionStorage.clear();
  // One that fails does not keep the others.
  const done = await Promise.allSettled([wipePages(), wipeBook(), discardAll(whose())]);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** What was somebody else's, when this person signs in; what they left waiting stays for them. */
export async function wipeCopies() {
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

function wipeBook() {
  return transact('book', 'readwrite', transaction => answer(transaction.objectStore('book').clear()));
}

/** Pages and pictures. */
async function wipePages() {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith('files-')) await caches.delete(name);
  }
}
