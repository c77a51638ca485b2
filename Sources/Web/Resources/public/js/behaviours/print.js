/**
 * Attaches a button that prints the page.
 * @param {HTMLElement} button
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', () => print(), { signal });
}
