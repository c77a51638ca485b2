// Takes a person's things off this device.

import { answer, transact, wipe as wipeStorage } from './storage.js';

/** Everything: pages, pictures, the book, and what waits. */
export async function wipe() {
  await wipePages();
  await wipeStorage();
  for (const key of ['spilt', 'owner']) localStorage.removeItem(key);
  sessionStorage.clear();
}

/** What was somebody else's, when this person signs in; what they left waiting stays for them. */
export async function wipeCopies() {
  await wipePages();
  await transact('book', 'readwrite', transaction => answer(transaction.objectStore('book').clear()));
}

/** Pages and pictures. */
export async function wipePages() {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith('files-')) await caches.delete(name);
  }
}
