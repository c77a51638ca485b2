// Presses, from when the button of a mouse goes down, or a tap is told of as if one did, until what it pressed has heard
// of it. What closes because of a press does so only then: it would take what is pressed away from under it.

let isPressing = false;

/** @type {Set<() => void>} */
const afterwards = new Set();

addEventListener('mousedown', () => { isPressing = true; }, { capture: true });
// The click comes right after, if there is one.
for (const type of ['mouseup', 'dragend']) addEventListener(type, () => { setTimeout(end); }, { capture: true });

function end() {
  isPressing = false;
  for (const act of afterwards) act();
  afterwards.clear();
}

/**
 * Does something now, or once the press that goes on is over.
 * @param {() => void} act
 */
export function afterPress(act) {
  if (isPressing) afterwards.add(act);
  else act();
}

/** What the first press of a double one was at. */
let first = { words: '', deed: '' };

// The second click of a mouse is not meant for what has come there because of the first. Where the same goes on, such as from
// class to class, it counts. Taps come as fast on purpose: one row after the other, where the list moves on.
addEventListener('click', event => {
  const control = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest('button, a[href], summary')) : null;
  const words = control?.getAttribute('aria-label') ?? control?.textContent?.trim() ?? '';
  const deed = control ? deedOf(control) : '';
  if (event.detail <= 1) {
    first = { words, deed };
  } else if (event instanceof PointerEvent && event.pointerType === 'mouse' && words !== first.words && deed !== first.deed) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, { capture: true });

/**
 * What a control is for, whatever its state.
 * @param {HTMLElement} control
 */
function deedOf({ id, dataset }) {
  const facts = Object.entries(dataset).filter(([name]) => !/^(state|sent|own)/.test(name));
  return JSON.stringify([id, facts]);
}
