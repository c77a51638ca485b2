// Problems in words, at the fields they are about.

/** @typedef {import('./journal.js').FieldProblem} FieldProblem */

/**
 * Says at each field of a form what is wrong with it, and goes to the first. What belongs to no field is returned.
 * @param {HTMLFormElement} form
 * @param {FieldProblem[]} problems
 * @returns {string} what is left to say
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
