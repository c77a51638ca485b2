// Problems shown at their fields.

/** @typedef {import('../journal/entries.js').FieldProblem} FieldProblem */

/**
 * Shows each problem at its field and focuses the first; returns problems that belong to no field.
 * @param {HTMLFormElement} form
 * @param {FieldProblem[]} problems
 * @returns {string} remaining messages
 */
export function showProblems(form, problems) {
  for (const text of form.querySelectorAll('[data-problem]')) text.textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
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
