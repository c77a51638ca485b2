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
