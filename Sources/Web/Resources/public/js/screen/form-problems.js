// Problems shown at their fields, until what is in them changes.

/** @typedef {import('../journal/entries.js').FieldProblem} FieldProblem */

/**
 * Forms that are heard when a field changes.
 * @type {WeakSet<HTMLFormElement>}
 */
const heard = new WeakSet();

/**
 * Shows each problem at its field and focuses the first; returns problems that belong to no field.
 * @param {HTMLFormElement} form
 * @param {FieldProblem[]} problems
 * @returns {string} remaining messages
 */
export function showProblems(form, problems) {
  clear(form);
  for (const type of heard.has(form) ? [] : ['input', 'change']) form.addEventListener(type, forget);
  heard.add(form);
  const rest = problems.filter(problem => !showProblem(form, problem));
  const first = form.querySelector('[aria-invalid]');
  if (first instanceof HTMLElement) first.focus();
  return rest.map(problem => problem.message).join(' ');
}

/** @param {HTMLFormElement} form @param {FieldProblem} problem */
function showProblem(form, problem) {
  const name = CSS.escape(problem.field);
  const text = problem.field && form.querySelector(`[data-problem="${name}"]`);
  const field = problem.field && form.querySelector(`[name="${name}"]`);
  if (!text || !field) return false;
  text.textContent = problem.message;
  field.setAttribute('aria-invalid', 'true');
  return true;
}

/**
 * Takes back what was said of a field that is changed, and of those that are judged together with it, which the form names.
 * @param {Event} event
 */
function forget({ target, currentTarget }) {
  const name = target instanceof Element && target.getAttribute('name');
  if (!name || !(currentTarget instanceof HTMLFormElement)) return;
  const together = currentTarget.dataset.together?.split(' ') ?? [];
  clear(currentTarget, together.includes(name) ? together : [name]);
}

/**
 * @param {HTMLFormElement} form
 * @param {string[]} [names] of the only fields
 */
function clear(form, names) {
  for (const text of form.querySelectorAll('[data-problem]')) {
    if (names?.includes(text.getAttribute('data-problem') ?? '') ?? true) text.textContent = '';
  }
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    if (names?.includes(field.getAttribute('name') ?? '') ?? true) field.removeAttribute('aria-invalid');
  }
}
