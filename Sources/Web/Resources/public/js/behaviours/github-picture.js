// "GitHub": sets a person's picture from a public profile, asking for the username if unknown.

import { showProblems } from '../screen/form-problems.js';
import { fetchPicture, NoPicture } from '../screen/github.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLButtonElement} button within an element with data-person; with data-dialog, an id
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  const { person = '' } = /** @type {HTMLElement | null} */ (button.closest('[data-person]'))?.dataset ?? {};
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(button.dataset.dialog ?? ''));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('[data-github-form]'));
  let busy = false;

  button.addEventListener('click', () => {
    const known = document.getElementById('github');
    if (known instanceof HTMLInputElement && known.value.trim()) {
      void run(known.value.trim());
      return;
    }
    form.reset();
    showProblems(form, []);
    dialog.showModal();
  }, { signal });
  form.addEventListener('submit', event => {
    event.preventDefault();
    void run(String(new FormData(form).get('username') ?? '').trim());
  }, { signal });

  /** @param {string} username */
  async function run(username) {
    if (busy) return;
    busy = true;
    button.setAttribute('aria-busy', 'true');
    try {
      const done = await fetchPicture(person, username);
      dialog.close();
      tell(person, done);
      await refresh();
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      const { field, message } = error;
      const rest = dialog.open ? showProblems(form, [{ field, code: 'github', message }]) : message;
      if (rest) notify({ text: rest, group: 'picture' });
    } finally {
      busy = false;
      button.removeAttribute('aria-busy');
    }
  }
}

/** @param {string} person @param {import('../screen/github.js').Fetched} done */
function tell(person, { changed, github, githubBefore, picture, pictureBefore }) {
  if (!changed) {
    notify({ text: 'The picture is up to date', group: 'picture' });
    return;
  }
  const undo = [];
  if (picture !== pictureBefore) undo.push({ kind: 'person.pictured', person, ...pictureBefore && { picture: pictureBefore } });
  if (github !== githubBefore) undo.push({ kind: 'person.edited', person, github: githubBefore });
  notify({ text: 'Picture fetched from GitHub', undo, group: 'picture' });
}
