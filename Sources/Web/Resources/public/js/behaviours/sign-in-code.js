/**
 * Formats a sign-in code while typing at its end: capitals, and a hyphen after each group of four.
 * @param {HTMLInputElement} input
 * @param {AbortSignal} signal
 */
export function attach(input, signal) {
  input.addEventListener('input', event => {
    const deletes = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (deletes || input.selectionEnd !== input.value.length) return;
    const groups = input.value.toUpperCase().replace(/[^A-Z0-9]/g, '').match(/.{1,4}/g) ?? [];
    const hyphen = groups.length < 3 && groups.at(-1)?.length === 4 ? '-' : '';
    input.value = groups.join('-') + hyphen;
  }, { signal });
}
