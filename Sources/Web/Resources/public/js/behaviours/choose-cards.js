// Choice of people for whom cards are made: it stays while the list is filtered.

import { notify } from '../screen/notices.js';
import { counted } from '../screen/wording.js';

/**
 * @param {HTMLFormElement} form with a list of people, and data-most
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  const most = Number(form.dataset.most ?? 1);
  /** @type {Set<string>} */
  const chosen = new Set();
  const boxes = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('.tick input')]);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(name));
  let busy = false;
  for (const box of boxes()) if (box.checked) chosen.add(box.value);
  for (const element of [part('[data-chosen]'), part('[data-choosers]')]) element.hidden = false;

  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'people') return;
    if (target.checked) chosen.add(target.value);
    else chosen.delete(target.value);
    show();
  }, { signal });
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.dataset.select === 'none') chosen.clear();
    if (button?.dataset.select) show();
    if (button?.dataset.select === 'all') void selectAll();
    // How the form is sent is asked of the button, also where a script sends it.
    if (button?.type === 'submit') form.setAttribute('action', button.getAttribute('formaction') ?? '/sign-in-cards');
  }, { signal });
  form.addEventListener('submit', addRest, { signal });
  const observer = new MutationObserver(show);
  observer.observe(form, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  show();

  /** Those who are chosen but not in the list any more go along. */
  function addRest() {
    for (const old of form.querySelectorAll('input[type="hidden"]')) old.remove();
    const shown = new Set(boxes().map(({ value }) => value));
    for (const value of chosen) {
      if (!shown.has(value)) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'people', value }));
    }
  }

  /** Selects all whom the search finds, also those further down. */
  async function selectAll() {
    if (busy) return;
    busy = true;
    try {
      /** @type {string | null} */
      let next = location.pathname + location.search;
      while (next && chosen.size <= most) {
        const response = await fetch(next, { headers: { Accept: 'application/json' } });
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        /** @type {{ people: { id: string }[], more: string | null }} */
        const page = await response.json();
        for (const { id } of page.people) chosen.add(id);
        next = page.more;
      }
    } catch (error) {
      console.info('The list could not be fetched.', error);
      for (const box of boxes()) chosen.add(box.value);
      notify({ text: 'Only those in the list are selected: there is no signal.', group: 'needs-signal' });
    } finally {
      busy = false;
    }
    show();
  }

  function show() {
    for (const box of boxes()) box.checked = chosen.has(box.value);
    const many = chosen.size > most;
    const words = many ? `At most ${counted(most, 'card', 'cards')} are made at once.` : `${counted(chosen.size, 'person', 'people')} selected`;
    const status = part('[data-chosen]');
    if (status.textContent !== words) status.textContent = words;
    for (const button of form.querySelectorAll('.list-deeds button')) button.toggleAttribute('disabled', !chosen.size || many);
    part('[data-select="none"]').toggleAttribute('disabled', !chosen.size);
  }
}
