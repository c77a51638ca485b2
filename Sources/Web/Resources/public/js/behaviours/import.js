// Form that sends a file, or a typed list, and shows what became of it. With data-previews it first shows what would, anew
// after each choice.

import { Behaviour } from '../screen/behaviour.js';
import { showProblems } from '../screen/form-problems.js';
import { morph } from '../screen/morph.js';

/** Maximum size of a file, as on the server, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  new Import(form, signal);
}

/** @extends {Behaviour<HTMLFormElement>} */
class Import extends Behaviour {
  #previews = this.element.hasAttribute('data-previews');
  #running = new AbortController();

  /** @param {HTMLFormElement} form @param {AbortSignal} signal */
  constructor(form, signal) {
    super(form, signal);
    this.listen(form, { submit: event => this.#submitted(event) });
    if (!this.#previews) return;
    this.listen(form, {
      change: ({ target }) => this.#changed(target),
      input: ({ target }) => {
        // A preview of other names would be untrue.
        if (target instanceof HTMLTextAreaElement) region()?.replaceChildren();
      },
    });
    this.onPress({
      '[data-choose]': ({ dataset: { choose } }) => {
        if (choose && chooseForAll(form, choose)) void this.#run(true);
      },
    });
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    event.preventDefault();
    const step = event.submitter?.dataset.step;
    void this.#run(this.#previews && step !== 'import');
  }

  /** @param {EventTarget | null} target */
  #changed(target) {
    const list = listOf(this.element);
    if (target !== list) void this.#run(true);
    else if (list instanceof HTMLInputElement && list.files?.length) {
      region()?.replaceChildren();
      void this.#run(true);
    }
  }

  /** @param {boolean} isPreview */
  async #run(isPreview) {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal: asked } = this.#running;
    const form = this.element;
    const buttons = [...form.querySelectorAll('button')].filter(button => !button.disabled);
    for (const button of buttons) button.disabled = true;
    const problem = await send(form, isPreview, asked).catch(() => 'There is no connection. Nothing was changed; try again.');
    for (const button of buttons) button.disabled = false;
    if (asked.aborted) return;
    showProblems(form, problem ? [{ field: listOf(form).name, code: 'refused', message: problem }] : []);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {boolean} isPreview
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the problem; "" if there is none
 */
async function send(form, isPreview, signal) {
  const data = new FormData(form);
  const [body, name] = content(data);
  if (typeof body === 'string') return body;
  if (body.size > MOST_BYTES) return 'This file is too large: at most 16 MB.';
  const address = new URL(form.action);
  address.searchParams.set('name', name);
  if (isPreview || data.has('dryRun')) address.searchParams.set('dryRun', '1');
  for (const [key, value] of choices(form)) address.searchParams.set(key, value);
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'Accept': 'text/html' },
    body,
    signal,
  });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (signal.aborted) return '';
  return show(page) ? '' : page.querySelector('.lede')?.textContent || 'This file could not be read.';
}

/**
 * The list and its name, or what is wrong with it.
 * @param {FormData} data
 * @returns {[Blob, string] | [string, '']}
 */
function content(data) {
  const text = data.get('text');
  if (typeof text === 'string') return text.trim() ? [new Blob([text]), 'Typed names'] : ['Type a name first.', ''];
  const file = data.get('file');
  return file instanceof File && file.name ? [file, file.name] : ['Choose a file first.', ''];
}

/**
 * What was chosen in the preview, for the address.
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
function choices(form) {
  /** @type {string[]} */
  const columns = [];
  for (const column of selects(form, 'column')) columns[Number(column.dataset.index)] = column.value;
  const heading = form.querySelector('[name="heading"]');
  const rows = selects(form, 'row');
  const lines = (/** @type {string} */ choice) => rows.filter(row => row.value === choice).map(row => row.dataset.line).join(',');
  /** @type {[string, string][]} */
  const all = [['columns', Array.from(columns, word => word ?? '-').join(',')], ['apply', lines('apply')], ['add', lines('add')]];
  if (heading instanceof HTMLInputElement) all.push(['heading', heading.checked ? 'yes' : 'no']);
  return all.filter(([, value]) => value);
}

/**
 * Chooses the same for all rows that differ.
 * @param {HTMLFormElement} form @param {string} choice
 * @returns {boolean} whether anything was changed
 */
function chooseForAll(form, choice) {
  const rows = selects(form, 'row').filter(row => row.value !== choice && row.querySelector('[value="apply"]'));
  for (const row of rows) row.value = choice;
  return rows.length > 0;
}

/** @param {HTMLFormElement} form @param {string} name */
function selects(form, name) {
  return [...form.querySelectorAll('select')].filter(select => select.name === name);
}

/** @param {HTMLFormElement} form */
function listOf(form) {
  return /** @type {HTMLInputElement | HTMLTextAreaElement} */ (form.querySelector('[name="file"], [name="text"]'));
}

/** @param {ParentNode} [page] */
function region(page = document) {
  return page.querySelector('[data-region="import-result"]');
}

/**
 * @param {Document} page
 * @returns {boolean} whether it is the result of an import
 */
function show(page) {
  const [shown, fresh] = [region(), region(page)];
  if (!shown || !fresh) return false;
  const isSame = shown.querySelector('h2')?.id === fresh.querySelector('h2')?.id;
  morph(shown, fresh);
  const result = shown.firstElementChild;
  // Who chooses something in a preview stays where they are.
  if (result instanceof HTMLElement && !(isSame && result.contains(document.activeElement))) result.focus();
  return true;
}
