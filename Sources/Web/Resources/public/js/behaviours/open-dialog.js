/**
 * Attaches a button that opens a dialog.
 * @param {HTMLElement} button with data-dialog, an id
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', () => {
    const dialog = document.getElementById(button.dataset.dialog ?? '');
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  }, { signal });
}
