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

/** What the first press of a double one said: its words. */
let pressed = '';

// The second one is not meant for what has come there, or what is said there, because of the first.
addEventListener('click', event => {
  const words = wordsAt(event.target);
  if (event.detail <= 1) {
    pressed = words;
  } else if (words !== pressed) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, { capture: true });

/** @param {EventTarget | null} target */
function wordsAt(target) {
  const control = target instanceof Element ? target.closest('button, a[href], summary') : null;
  return control?.getAttribute('aria-label') ?? control?.textContent?.trim() ?? '';
}
