// Codes that are typed in groups of characters.

/**
 * Formats a code while somebody types at its end: capitals, and a separator after each group but the last.
 * @param {HTMLInputElement} input
 * @param {{ size: number, count: number, separator: string }} groups number and size of the groups
 * @param {AbortSignal} signal
 */
export function typeInGroups(input, { size, count, separator }, signal) {
  const format = () => {
    const characters = input.value.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const groups = characters.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const end = groups.length < count && groups.at(-1)?.length === size ? separator : '';
    input.value = groups.join(separator) + end;
  };
  input.addEventListener('input', event => {
    const deletes = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!deletes && input.selectionEnd === input.value.length) format();
  }, { signal });
  // What was typed before this script came.
  if (input.value) format();
}
