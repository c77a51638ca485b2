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
  if (!heard.has(form)) form.addEventListener('input', forget);
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
 * Takes back what was said of a field that is changed: of fields that are judged together, of all of them.
 * @param {Event} event
 */
function forget({ target }) {
  if (!(target instanceof Element)) return;
  const together = target.closest('[data-together]');
  const name = target.getAttribute('name');
  if (together) clear(together);
  else if (name && target.hasAttribute('aria-invalid')) clear(target.closest('form') ?? target, CSS.escape(name));
}

/**
 * @param {Element} part of a form
 * @param {string} [name] of the only field, escaped
 */
function clear(part, name) {
  for (const text of part.querySelectorAll(name ? `[data-problem="${name}"]` : '[data-problem]')) text.textContent = '';
  for (const field of part.querySelectorAll(name ? `[name="${name}"]` : '[aria-invalid]')) field.removeAttribute('aria-invalid');
}
