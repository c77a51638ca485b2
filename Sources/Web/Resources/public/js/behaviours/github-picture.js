// "GitHub": sets a person's picture from a public profile, asking for the username if unknown.

import { Behaviour } from '../screen/behaviour.js';
import { showProblems } from '../screen/form-problems.js';
import { fetchPicture, NoPicture } from '../screen/github.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLButtonElement} button within an element with data-person; with data-dialog, an id
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  new GitHubPicture(button, signal);
}

class GitHubPicture extends Behaviour {
  #person = /** @type {HTMLElement | null} */ (this.element.closest('[data-person]'))?.dataset.person ?? '';
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById(this.element.dataset.dialog ?? ''));
  #form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector('[data-github-form]'));
  #isBusy = false;

  /** @param {HTMLButtonElement} button @param {AbortSignal} signal */
  constructor(button, signal) {
    super(button, signal);
    this.listen(button, { click: () => this.#pressed() });
    this.listen(this.#form, {
      submit: event => {
        event.preventDefault();
        void this.#fetch(String(new FormData(this.#form).get('username') ?? '').trim());
      },
    });
  }

  #pressed() {
    const known = document.getElementById('github');
    if (known instanceof HTMLInputElement && known.value.trim()) {
      void this.#fetch(known.value.trim());
      return;
    }
    this.#form.reset();
    showProblems(this.#form, []);
    this.#dialog.showModal();
  }

  /** @param {string} username */
  async #fetch(username) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.element.setAttribute('aria-busy', 'true');
    try {
      const done = await fetchPicture(this.#person, username);
      this.#dialog.close();
      tell(this.#person, done);
      await refresh();
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      const { field, message } = error;
      const rest = this.#dialog.open ? showProblems(this.#form, [{ field, code: 'github', message }]) : message;
      if (rest) notify({ text: rest, group: 'picture' });
    } finally {
      this.#isBusy = false;
      this.element.removeAttribute('aria-busy');
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
