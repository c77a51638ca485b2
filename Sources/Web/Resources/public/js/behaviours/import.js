// Form that uploads a roster file and shows the result.

import { showProblems } from '../form-problems.js';
import { morph } from '../morph.js';

/** Maximum size of a file, as on the server, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('[type="submit"]'));
    button.disabled = true;
    const problem = await send(form).catch(() => 'There is no connection. Nothing was changed; try again.');
    button.disabled = false;
    showProblems(form, problem ? [{ field: 'file', code: 'refused', message: problem }] : []);
  }, { signal });
}

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<string>} the problem; "" if there is none
 */
async function send(form) {
  const data = new FormData(form);
  const file = data.get('file');
  if (!(file instanceof File) || !file.name) return 'Choose a file first.';
  if (file.size > MOST_BYTES) return 'This file is too large: at most 16 MB.';
  const address = new URL(form.action);
  address.searchParams.set('name', file.name);
  if (data.has('dryRun')) address.searchParams.set('dryRun', '1');
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'Accept': 'text/html' },
    body: file,
  });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return show(page) ? '' : page.querySelector('.lede')?.textContent || 'This file could not be read.';
}

/**
 * @param {Document} page
 * @returns {boolean} whether it is the result of an import
 */
function show(page) {
  const region = document.querySelector('[data-region="import-result"]');
  const fresh = page.querySelector('[data-region="import-result"]');
  if (!region || !fresh) return false;
  morph(region, fresh);
  const result = region.firstElementChild;
  if (result instanceof HTMLElement) result.focus();
  return true;
}
