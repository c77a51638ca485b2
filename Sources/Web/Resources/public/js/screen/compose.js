/** Key code of a key that belongs to a text still being composed. */
const OF_COMPOSITION = 229;

/**
 * Whether a key belongs to a text that is being composed, as Japanese or Chinese is: Enter then chooses a word. Safari
 * tells of the last Enter after the composition, with the old key code only.
 * @param {Event} event of a key
 */
export function composes(event) {
  return event instanceof KeyboardEvent && (event.isComposing || event.keyCode === OF_COMPOSITION);
}
