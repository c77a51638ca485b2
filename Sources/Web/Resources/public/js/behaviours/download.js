// Link to a file. In an app installed on an iPhone or iPad a file would fill the screen, without a way back: there it goes
// to the system, which keeps, sends or prints it.

import { notify } from '../screen/notices.js';

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
export function attach(link, signal) {
  link.addEventListener('click', event => {
    if (!isInstalledOnIOS() || !navigator.canShare) return;
    event.preventDefault();
    void share(link.href).catch(() => notify({ text: 'The file could not be fetched. Please try again.' }));
  }, { signal });
}

function isInstalledOnIOS() {
  return /** @type {{ standalone?: boolean }} */ (navigator).standalone === true;
}

/** @param {string} address */
async function share(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'file';
  const file = new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' });
  // Whoever closes the sheet wants nothing of it.
  await navigator.share({ files: [file] }).catch(error => { if (error.name !== 'AbortError') throw error; });
}
