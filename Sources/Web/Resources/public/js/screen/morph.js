// Makes an element equal to another by changing only the differences, so that focus, scroll position, selection,
// half-typed text and open dialogs survive.

import { isControl, savedValue, setValue, valueOf } from './control.js';
import { forget, hold, isHeld, isHeldList, setGone, settleNews, wait } from './news.js';
import { rowOf, stand, unmark, unmarkAll } from './rows.js';

/**
 * @param {Element} old on the screen
 * @param {Element} fresh from the server
 */
export function morph(old, fresh) {
  if (rowOf(fresh) === old) {
    settleNews(old);
    return;
  }
  if (isBusy(old)) return;
  forget(old);
  setGone(old, false);
  const touched = isTouched(old);
  if (touched && !(old instanceof HTMLInputElement)) return;
  // Before its text or options become those of the old one.
  const value = isControl(fresh) ? savedValue(fresh) : '';
  if (old.isEqualNode(fresh)) {
    settleNews(old);
    stand(old, fresh);
  } else {
    if (!touched) copyAttributes(old, fresh);
    if (isHeldList(old)) hold(old, fresh, morph);
    else morphChildren(old, fresh);
  }
  if (!touched && isControl(old) && isControl(fresh)) setValue(old, value);
}

/**
 * Whether the user is busy with an element, which is updated at the next refresh instead; or it is what a behaviour says.
 * @param {Element} element
 */
function isBusy(element) {
  return element.matches('dialog[open], [data-holding], [data-own-held], [data-spoken], .problem-text[id]:not(:empty)');
}

/** Attributes set by the page itself and not by the server, besides all that start with data-own. */
const OURS = new Set(['style', 'data-parts', 'data-saved', 'open', 'aria-busy', 'aria-invalid', 'data-holding', 'data-held']);

/** @param {Element} old @param {Element} fresh */
function copyAttributes(old, fresh) {
  // Attributes that a behaviour alone sets: taken away even for a moment, a control would lose the focus.
  const kept = (old.getAttribute('data-set-here') ?? '').split(' ');
  // Keeps what the user has unfolded unfolded.
  if (old.hasAttribute('data-unfolded')) kept.push('hidden', 'aria-expanded', 'data-unfolded');
  // What somebody is at is not taken from under them.
  const stays = !old.hasAttribute('hidden') && fresh.hasAttribute('hidden') && isHeld(old);
  if (stays) kept.push('hidden');
  const isOurs = (/** @type {string} */ name) => OURS.has(name) || name.startsWith('data-own-') || kept.includes(name);
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isOurs(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isOurs(name)) old.setAttribute(name, value);
  }
  if (!stays) return;
  setGone(old, true);
  wait(old, () => old.setAttribute('hidden', ''));
}

/**
 * Whether a control is in use or differs from the server's last value.
 * @param {Element} element
 */
function isTouched(element) {
  if (!isControl(element)) return false;
  // A switch is not being filled in, even while it has the focus.
  const isFilledIn = element === document.activeElement && element.type !== 'checkbox';
  return isFilledIn || valueOf(element) !== savedValue(element);
}

/** @param {Element} old @param {Element} fresh */
function morphChildren(old, fresh) {
  unmark(old, fresh);
  if (areSameRows(old, fresh)) morphEach([...old.children], [...fresh.children]);
  else morphNodes(old, fresh);
}

/** @param {Element[]} rows @param {Element[]} fresh */
function morphEach(rows, fresh) {
  for (const [place, row] of rows.entries()) morph(row, fresh[place]);
}

/** @param {Element} old @param {Element} fresh */
function morphNodes(old, fresh) {
  const byKey = new Map([...old.children].map(child => [keyOf(child), child]));
  const freshKeys = new Set([...fresh.children].map(keyOf));
  const looks = new Set([...fresh.children].filter(child => !keyOf(child)).map(lookOf));
  /** @type {ChildNode | null} */
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    if (child instanceof Element) next = skipOthers(skipGone(next, freshKeys), child, looks, freshKeys);
    const match = matchFor(child, next, byKey, looks);
    if (!match) {
      insert(child, old, next);
      continue;
    }
    if (match !== next) old.insertBefore(match, next);
    next = match.nextSibling;
    if (match instanceof Element) morph(match, /** @type {Element} */ (child));
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  while (next) next = drop(next);
}

/** @param {ChildNode} fresh @param {Element} parent @param {ChildNode | null} next */
function insert(fresh, parent, next) {
  if (fresh instanceof Element) unmarkAll(fresh);
  parent.insertBefore(document.adoptNode(fresh), next);
  if (fresh instanceof Element) stand(fresh, fresh);
}

/**
 * Whether lists have the same rows in the same order.
 * @param {Element} old
 * @param {Element} fresh
 */
function areSameRows(old, fresh) {
  if (!old.matches('ul, ol, tbody') || old.childElementCount !== fresh.childElementCount) return false;
  const rows = [...fresh.children];
  return [...old.children].every((row, place) => keyOf(row) && isSame(row, rows[place]));
}

/**
 * Whether a fresh node is for one on the screen.
 * @param {Node} old
 * @param {Node} fresh
 */
function isSame(old, fresh) {
  if (rowOf(fresh)) return rowOf(fresh) === old;
  return old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh) && behaviourOf(old) === behaviourOf(fresh);
}

/**
 * Removes obsolete elements first, since moving an element past them would drop its focus.
 * @param {ChildNode | null} next
 * @param {Set<string>} freshKeys
 */
function skipGone(next, freshKeys) {
  while (next && (isSpace(next) || keyOf(next) && !freshKeys.has(keyOf(next)))) next = drop(next);
  return next;
}

/**
 * Removes elements without a key that the fresh page has no more, before one of another look that is still there: else that
 * would be made anew, and what is half typed in it would be lost.
 * @param {ChildNode | null} next
 * @param {Element} child
 * @param {Set<string>} looks of the fresh elements without a key
 * @param {Set<string>} freshKeys
 */
function skipOthers(next, child, looks, freshKeys) {
  if (keyOf(child)) return next;
  while (next instanceof Element && !keyOf(next) && !looks.has(lookOf(next)) && isAhead(next, lookOf(child))) {
    next = skipGone(drop(next), freshKeys);
  }
  return next;
}

/** @param {Element} element @param {string} look */
function isAhead(element, look) {
  for (let one = element.nextElementSibling; one; one = one.nextElementSibling) {
    if (!keyOf(one) && lookOf(one) === look) return true;
  }
  return false;
}

/**
 * Removes a node that the server's page no longer has; returns the next.
 * @param {ChildNode} node
 */
function drop(node) {
  const next = node.nextSibling;
  if (node instanceof Element && isHeld(node)) {
    setGone(node, true);
    wait(node, () => node.remove());
  } else if (!(node instanceof Element && isBusy(node))) {
    node.remove();
  }
  return next;
}

/**
 * Finds the counterpart of a node on the screen: the node with the same key, or else the next node if alike.
 * @param {ChildNode} child
 * @param {ChildNode | null} next
 * @param {Map<string, Element>} byKey
 * @param {Set<string>} looks of the fresh elements without a key
 * @returns {ChildNode | undefined}
 */
function matchFor(child, next, byKey, looks) {
  const row = rowOf(child);
  if (row) return row;
  const key = keyOf(child);
  const match = key ? byKey.get(key) : next;
  if (!match || !isSame(match, child)) return undefined;
  // Another of the fresh elements looks more like it.
  if (!key && match instanceof Element && lookOf(match) !== lookOf(/** @type {Element} */ (child)) && looks.has(lookOf(match))) {
    return undefined;
  }
  return match;
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute('data-key') || node.id : '';
}

/**
 * What an element without a key is recognised by.
 * @param {Element} element
 */
function lookOf(element) {
  return `${element.nodeName} ${behaviourOf(element)} ${element.getAttribute('class')}`;
}

/** @param {Node} node */
function behaviourOf(node) {
  return node instanceof Element ? node.getAttribute('data-behaviour') : null;
}

/** @param {Node} node */
function isSpace(node) {
  return node instanceof Text && !node.data.trim();
}
