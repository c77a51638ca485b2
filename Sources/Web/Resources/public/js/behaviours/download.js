// Link to a file, which only the server makes. Without signal it says so. In an app installed on an iPhone or iPad a file would
// fill the screen, without a way back: there it goes to the system, which keeps, sends or prints it.

import { notify } from '../screen/notices.js';
import { isLost } from '../signal/signal.js';
import { isServerThere } from './needs-signal.js';

/**
 * @param {HTMLAnchorElement} link
 * @param {AbortSignal} signal
 */
export function attach(link, signal) {
  link.addEventListener('click', event => {
    const isShared = isInstalledOnIOS() && Boolean(navigator.canShare);
    if (!isLost() && !isShared) return;
    event.preventDefault();
    void fetchFile(link.href, isShared);
  }, { signal });
}

function isInstalledOnIOS() {
  return /** @type {{ standalone?: boolean }} */ (navigator).standalone === true;
}

/** @param {string} address @param {boolean} isShared whether it goes to the system */
async function fetchFile(address, isShared) {
  if (isLost() && !await isServerThere()) say('The file needs a signal, and there is none.');
  else if (isShared) await share(address).catch(() => say('The file could not be fetched. Please try again.'));
  else location.assign(address);
}

/** @param {string} text */
function say(text) {
  notify({ text, group: 'download' });
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
