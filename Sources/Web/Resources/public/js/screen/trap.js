// Keeps the Tab key inside an open dialog. Browsers exclude the page behind it, but not their own controls, from where
// the way back is hard to find.

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
 * Whether Tab stops at an element.
 * @param {Element} element
 */
function isStop(element) {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0 || element.matches(':disabled')) return false;
  // Of a group of radio buttons, only at the checked button.
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false;
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}
