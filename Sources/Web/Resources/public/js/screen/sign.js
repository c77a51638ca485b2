// Status sign: no signal, changes waiting, changes rejected.

import { onCondition } from '../journal/condition.js';
import { say } from './element.js';
import { dismissDeeds, notify } from './notices.js';
import { isLost, onSignal } from '../signal/signal.js';
import { counted, grouped } from './wording.js';

/** Time for which changes may be on their way before the sign appears, in milliseconds. */
const QUIET = 2_000;

/** Pages that show rejected changes themselves. */
const SHOWN_AT = ['/offline', '/register'];

/** @typedef {import('../journal/condition.js').Condition} Condition */

const sign = /** @type {HTMLAnchorElement | null} */ (document.getElementById('sign'));

const home = sign?.parentElement;

/** Key in the session's storage for what the sign said last. */
const KEPT = 'sign';

// The sign of the page before is there at once: were it to come later, it would push everything down under a finger.
const kept = sessionStorage.getItem(KEPT);
if (sign && kept) {
  sign.textContent = kept;
  setHidden(sign, false);
}

/**
 * Hides the sign, or shows it, and says so at the root. (The style sheet could ask itself, by `:has`: it would look through
 * the whole page whenever a word on it changes.)
 * @param {HTMLElement} sign
 * @param {boolean} isHidden
 */
function setHidden(sign, isHidden) {
  sign.hidden = isHidden;
  document.documentElement.toggleAttribute('data-own-signed', !isHidden);
}

/** @type {Condition | undefined} */
let latest;
let timer = 0;

onCondition(condition => {
  const refused = (latest?.rejected ?? 0) + (latest?.conflict ?? 0);
  const more = condition.rejected + condition.conflict - refused;
  const isNew = latest?.counted && more > 0;
  if (isNew) dismissDeeds();
  if (isNew && !SHOWN_AT.includes(location.pathname)) {
    const words = more === 1 ? ['A change was', 'it'] : [`${grouped(more)} changes were`, 'them'];
    notify({ text: `${words[0]} rejected. Tap the sign at the edge to see ${words[1]}.`, group: 'refused' });
  }
  latest = condition;
  soon();
});
onSignal(soon);

/** Delays the sign, since most changes are answered at once. */
function soon() {
  clearTimeout(timer);
  const isUrgent = isLost() || !latest?.waiting;
  timer = setTimeout(show, isUrgent ? 0 : QUIET);
}

function show() {
  if (!sign || !latest) return;
  const words = wordsFor(latest);
  setHidden(sign, !words.length);
  const text = words.join(' · ');
  sessionStorage.setItem(KEPT, text);
  say(sign, text);
  if (sign.href) sign.href = latest.signedOut ? `/sign-in?next=${encodeURIComponent(location.pathname)}` : '/offline';
  sign.toggleAttribute('data-lost', isLost());
  sign.toggleAttribute('data-refused', latest.rejected + latest.conflict > 0);
}

/** @param {Condition} condition */
function wordsFor({ waiting, held, rejected, conflict, signedOut }) {
  const refused = rejected + conflict;
  const words = /** @type {string[]} */ ([]);
  if (isLost()) words.push('Offline');
  if (waiting) words.push(signedOut ? `Sign in to send ${grouped(waiting)}` : `${counted(waiting, 'change', 'changes')} waiting`);
  if (held) words.push(`${grouped(held)} to upload`);
  if (refused) words.push(`${grouped(refused)} rejected`);
  return words;
}

// Moves the sign into an open sheet, since everything outside is hidden.
new MutationObserver(() => {
  const sheet = [...document.querySelectorAll('dialog.sheet[open]')].at(-1);
  const place = sheet ?? home;
  if (sign && sign.parentElement !== place) place?.prepend(sign);
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
