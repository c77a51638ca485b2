/**
 * Attaches a button that shows and hides the element it controls.
 * @param {HTMLElement} button with aria-controls
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', () => fold(button, button.getAttribute('aria-expanded') === 'true'), { signal });
}

/**
 * @param {HTMLElement} button
 * @param {boolean} folded
 */
export function fold(button, folded) {
  const content = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!content) return;
  button.setAttribute('aria-expanded', String(!folded));
  content.hidden = folded;
  // Marks the user's choice, so that a refresh does not undo it.
  for (const element of [button, content]) element.toggleAttribute('data-unfolded', !folded);
  if (folded) return;
  content.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  content.querySelector('input')?.focus({ preventScroll: true });
}
