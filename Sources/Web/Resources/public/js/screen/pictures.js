// Pictures of people that are not to be had, as without signal: their initials stand for them.

import { onSignal } from '../signal/signal.js';

/** @param {EventTarget | null} target @param {boolean} isMissing */
function tell(target, isMissing) {
  if (target instanceof HTMLImageElement && target.closest('.avatar')) target.toggleAttribute('data-own-missing', isMissing);
}

for (const type of ['error', 'load']) {
  document.addEventListener(type, event => tell(event.target, type === 'error'), { capture: true });
}
// Some may have failed before this script was there.
for (const image of document.images) if (image.complete && !image.naturalWidth) tell(image, true);
onSignal(isLost => {
  if (isLost) return;
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll('[data-own-missing]'))) image.src = `${image.src}`;
});
