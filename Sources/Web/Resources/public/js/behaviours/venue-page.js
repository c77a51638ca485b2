// Form that adds or edits a venue, with its position typed, pasted or measured.

import { areFieldsChanged, savedValue, valueOf } from '../screen/control.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { isWaiting, problems, record } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { brief } from '../screen/wording.js';
import { measure } from '../device/position.js';
import { load } from '../device/rules.js';

/** @typedef {import('../screen/control.js').Control} Control */

/**
 * @param {HTMLFormElement} form with data-venue, if that is there already
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  if (location.hash === '#course') leadBack(form, '/courses/new');
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    // Stays busy after saving, since the next page may take a while.
    busy = await save(form).catch(error => {
      console.info('The venue could not be saved.', error);
      return false;
    });
  }, { signal });
  form.querySelector('[data-here]')?.addEventListener('click', () => void useHere(form), { signal });
}

/**
 * Leads back to the form that lacked a venue.
 * @param {HTMLFormElement} form
 * @param {string} address
 */
function leadBack(form, address) {
  form.dataset.back = address;
  document.querySelector('main .back')?.setAttribute('href', address);
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const { venue = identifier(), venue: there } = form.dataset;
  const untouched = there ? kept(form) : {};
  // Nothing was changed.
  if (Object.keys(untouched).length === KEPT.length) {
    location.assign(form.dataset.back ?? '/venues');
    return true;
  }
  const entry = { kind: 'venue.saved', venue, ...await facts(form, valueOf), ...untouched };
  const found = lacking(form, entry);
  const results = found.length ? [] : await record(entry);
  found.push(...problems(results));
  const rest = showProblems(form, found);
  if (rest) notify({ text: rest });
  if (found.length) return false;
  const deed = there ? 'Venue saved' : `${brief(entry.name)} added`;
  notifyNext({
    text: isWaiting(results) ? `${deed}. It is kept on this device until there is signal.` : deed,
    undo: [there ? { kind: 'venue.saved', venue, ...await facts(form, savedValue), ...untouched } : { kind: 'venue.hidden', venue }],
  });
  location.assign(form.dataset.back ?? '/venues');
  return true;
}

/** Fields, and what is said of each that keeps what it has. @type {[string, string][]} */
const KEPT = [['name', 'keepsName'], ['address', 'keepsAddress'], ['position', 'keepsPosition'], ['radius', 'keepsRadius']];

/**
 * What was not touched, and stays as it is: it may have been changed elsewhere meanwhile.
 * @param {HTMLFormElement} form
 */
function kept(form) {
  return Object.fromEntries(KEPT.filter(([name]) => !areFieldsChanged(form, name)).map(([, keeps]) => [keeps, true]));
}

/**
 * Fields of the entry: as they are now, or as they were.
 * @param {HTMLFormElement} form
 * @param {(control: Control) => string} read
 */
async function facts(form, read) {
  const text = (/** @type {string} */ name) => read(/** @type {Control} */ (form.elements.namedItem(name))).trim();
  const position = text('position');
  return {
    name: text('name'), address: text('address'), radius: Number(text('radius')),
    ...position ? (await load()).place(position) : undefined,
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {{ radius: number, latitude?: number }} entry
 * @returns {import('../journal/entries.js').FieldProblem[]}
 */
function lacking(form, { radius, latitude }) {
  const found = [];
  if (latitude === undefined && field(form).value.trim()) {
    found.push({ field: 'position', code: 'position', message: 'Shala cannot read this position. Type it as in 41.3874, 2.1686.' });
  }
  if (!radius) found.push({ field: 'radius', code: 'type', message: 'This must be a number from 10 to 10000.' });
  return found;
}

/** @param {HTMLFormElement} form */
async function useHere(form) {
  const note = /** @type {HTMLElement} */ (form.querySelector('[data-here-note]'));
  note.textContent = 'Finding where you are…';
  const fix = await measure();
  if ('reason' in fix) {
    note.textContent = fix.reason;
    return;
  }
  field(form).value = `${round(fix.latitude)}, ${round(fix.longitude)}`;
  field(form).dispatchEvent(new Event('input', { bubbles: true }));
  note.textContent = `This is your position, accurate to ${Math.max(1, Math.round(fix.accuracy))} m.`;
}

/** @param {HTMLFormElement} form */
function field(form) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem('position'));
}

/** @param {number} degrees to a decimetre */
function round(degrees) {
  return Math.round(degrees * 1e6) / 1e6;
}
