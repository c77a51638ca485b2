// While a dialog is open the Tab key goes round in it. The browser keeps it off the page behind, but not off its own
// controls, from where there seems to be no way back.

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

document.addEventListener('keydown', event => {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (!dialog) return;
  const stops = [...dialog.querySelectorAll(FOCUSABLE)].filter(isStop);
  const [first, last] = [stops.at(0), stops.at(-1)];
  const here = document.activeElement;
  const isOut = !dialog.contains(here) || here === dialog;
  const next = event.shiftKey ? (isOut || here === first) && last : (isOut || here === last) && first;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
});

/**
 * Whether Tab comes by.
 * @param {Element} element
 */
function isStop(element) {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0 || element.matches(':disabled')) return false;
  // Of radio buttons, only at the one that is chosen.
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false;
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}
