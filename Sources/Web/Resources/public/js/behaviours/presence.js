// Claim of presence: the student drags the avatar into the classroom by mouse, touch or keyboard, taps the button, or
// enters or scans the code. The device sends what the class asks for; the picture changes only after the server has
// confirmed.

import { now } from '../clock.js';
import { setText } from '../element.js';
import { showProblems } from '../form-problems.js';
import { onCondition, problems, record, whose } from '../journal.js';
import { notify } from '../notices.js';
import * as outbox from '../outbox.js';
import { refresh } from '../regions.js';
import { load } from '../rules.js';
import { isLost, onSignal } from '../signal.js';
import { distance } from '../wording.js';
import { draggable } from '../drag.js';
import { findPosition } from '../position.js';

/** @typedef {{ status: string, reason: string, without?: boolean, stays?: boolean }} Words */

/**
 * Evidence that a claim brings, besides the position.
 * @typedef {{ code?: string, ticket?: string }} Shown
 */

/**
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const id = element.dataset.class ?? '';
  /**
   * Message that is not on the server's page.
   * @type {Words | undefined}
   */
  let words;
  /**
   * Claim not answered yet.
   * @type {Words | undefined}
   */
  let kept;
  let busy = false;
  /** Whether the field for the code is open. */
  let entering = false;
  /** State of the page when the message was shown. */
  let stood = '';

  const observer = new MutationObserver(show);
  observer.observe(element, { childList: true, subtree: true, attributes: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect());
  onCondition(() => {
    if (!signal.aborted) void look();
  });
  onSignal(() => show());

  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-without]')) void claim(() => send({}), 'Asking your instructor…');
    else if (target.closest('[data-enter-code]')) enter(!entering);
    else if (target.closest('[data-self], [data-claim]')) come();
  }, { signal });
  element.addEventListener('submit', event => {
    if (event.target !== form()) return;
    event.preventDefault();
    void claim(sendCode, 'Checking the code…');
  }, { signal });
  element.addEventListener('keydown', event => {
    if (event.key !== 'ArrowUp' || !(event.target instanceof Element) || !event.target.closest('[data-self]')) return;
    event.preventDefault();
    come();
  }, { signal });
  draggable(element, '[data-self]', '[data-room]', isReady, come, signal);
  show();
  void takeScan();

  /** Whether the student can claim now, or might be able to as far as a device without signal can know. */
  function isReady() {
    const { canClaim, mayClaim } = element.dataset;
    return !busy && !kept && (canClaim !== undefined || isLost() && mayClaim !== undefined);
  }

  /** Steps into the classroom: by what the class asks for. */
  function come() {
    if (!isReady()) return;
    if (['code', 'all'].includes(element.dataset.evidence ?? '')) enter(true);
    else void claim(() => claimHere(), FINDING);
  }

  /** @param {boolean} open whether the field for the code is to be open */
  function enter(open) {
    entering = open;
    show();
    if (open) form()?.querySelector('input')?.focus();
  }

  function form() {
    return /** @type {HTMLFormElement | null} */ (element.querySelector('[data-code-form]'));
  }

  /**
   * @param {() => Promise<Words | undefined>} way
   * @param {string} status what is said meanwhile
   */
  async function claim(way, status) {
    if (isReady()) await make(way, status);
  }

  /** @param {() => Promise<Words | undefined>} way @param {string} status */
  async function make(way, status) {
    if (busy || kept) return;
    busy = true;
    words = { status, reason: '' };
    show();
    try {
      words = await way();
    } catch (error) {
      console.info('The claim could not be made.', error);
      words = { status: 'Something went wrong', reason: 'Please try again.' };
    } finally {
      busy = false;
    }
    await look();
    await refresh();
    show();
  }

  /** Claims by a scan that has led here, once: the address carries its ticket. */
  async function takeScan() {
    const query = new URLSearchParams(location.pathname === `/classes/${id}` ? location.search : '');
    const ticket = query.get('ticket');
    if (!ticket && !query.has('scan')) return;
    if (query.has('scan')) words = { status: 'This code is too old', reason: 'Scan the one that is on the screen now.', stays: true };
    else if (element.dataset.state !== 'present') await make(() => sendShown({ ticket: ticket ?? '' }), 'Checking the code…');
    history.replaceState(history.state, '', location.pathname);
    show();
  }

  /** @returns {Promise<Words | undefined>} */
  async function sendCode() {
    const there = form();
    return await sendShown({ code: there ? String(new FormData(there).get('code') ?? '').trim() : '' });
  }

  /**
   * Sends a code, with the position where the class asks for both.
   * @param {Shown} shown
   * @returns {Promise<Words | undefined>}
   */
  async function sendShown(shown) {
    if (shown.code === '') return atField({ field: 'code', code: 'required', message: 'Enter the code.' });
    return element.dataset.evidence === 'all' ? await claimHere(shown) : await send(shown);
  }

  /** @param {Shown} shown @returns {Promise<Words | undefined>} */
  async function claimHere(shown = {}) {
    const ask = /** @type {HTMLDialogElement} */ (element.querySelector('[data-ask]'));
    const found = await findPosition(ask);
    if ('reason' in found) return { ...found, without: true };
    const words = await outside(found);
    if (words) return words;
    return await send({ ...found, ...shown });
  }

  /**
   * Shows a problem with the typed code at its field.
   * @param {import('../journal.js').FieldProblem} problem
   * @returns {undefined}
   */
  function atField(problem) {
    const there = form();
    entering = true;
    show();
    if (there) showProblems(there, [problem]);
    return undefined;
  }

  /**
   * Checks the geofence by the server's own rules, so that nobody waits for a signal to learn of being outside.
   * @param {import('../position.js').Fix} fix
   * @returns {Promise<Words | undefined>}
   */
  async function outside(fix) {
    const { latitude, longitude, radius, accuracy, venue } = element.dataset;
    if (latitude === undefined) return undefined;
    const rules = await load().catch(() => null);
    const fence = { latitude: Number(latitude), longitude: Number(longitude), radius: Number(radius) };
    const there = rules?.locate(fix, fence, Number(accuracy));
    if (there?.answer !== 'outside') return undefined;
    const status = there.isTold ? `You are ${distance(there.distance)} from ${venue}` : `You are outside ${venue}`;
    return { status, reason: nearer(), without: element.dataset.takesCode !== undefined };
  }

  function nearer() {
    return element.dataset.evidence === 'any' ? 'Come closer, or enter the code.' : 'Come closer and try again.';
  }

  /** @param {Partial<import('../position.js').Fix> & Shown} evidence @returns {Promise<Words | undefined>} */
  async function send(evidence) {
    const [problem] = problems(await record({ kind: 'attendance.claimed', class: id, ...evidence }));
    const there = form();
    if (there) showProblems(there, []);
    if (!problem) {
      there?.reset();
      entering = false;
      return undefined;
    }
    if (problem.field === 'code' && evidence.code !== undefined) return atField(problem);
    if (problem.code === 'refused') notify({ text: problem.message });
    const isOutside = problem.code === 'outside';
    const reason = isOutside ? nearer() : problem.field === 'ticket' ? '' : 'Ask your instructor to mark you.';
    const without = isOutside && element.dataset.takesCode !== undefined;
    return { status: problem.message.replace(/\.$/, ''), reason, without, stays: !isOutside };
  }

  /** Loads this device's claims to the class. */
  async function look() {
    const mine = (/** @type {outbox.Kept} */ { entry }) => entry.kind === 'attendance.claimed' && entry.class === id;
    const [waiting] = (await outbox.all(whose(), 'waiting').catch(() => [])).filter(mine);
    const refused = (await outbox.refusedOf(whose(), false).catch(() => [])).filter(mine).at(-1);
    kept = waiting && {
      status: 'Waiting for signal',
      reason: `You marked yourself present at ${time(Date.parse(waiting.entry.at))}. This is stored on this device and will be checked when it is sent.`,
    };
    if (!kept && refused && !words) words = { status: refused.problems.map(({ message }) => message).join(' '), reason: 'Ask your instructor to mark you.', stays: true };
    show();
  }

  function show() {
    const { canClaim, mayClaim, state, window } = element.dataset;
    const stands = `${window} ${state}`;
    if (stands !== stood && !busy && !words?.stays) words = undefined;
    stood = stands;
    const isOffline = isLost() && canClaim === undefined && mayClaim !== undefined;
    const said = state === 'present' ? undefined : kept ?? words ?? (isOffline ? offline : undefined);
    if (said) {
      setText(element, '[data-status]', said.status);
      setText(element, '[data-reason]', said.reason);
    }
    const ready = isReady();
    toggle(element.querySelector('[data-claim]'), 'disabled', !ready);
    const self = element.querySelector('[data-self]');
    if (self && (self.getAttribute('aria-disabled') === 'true') === ready) {
      if (ready) self.removeAttribute('aria-disabled');
      else self.setAttribute('aria-disabled', 'true');
    }
    toggle(element, 'data-own-busy', busy || kept !== undefined);
    toggle(element, 'data-own-refused', !busy && said !== undefined && said === words);
    showWays(ready, said);
  }

  /**
   * Shows the ways besides the location: the code, and the instructor.
   * @param {boolean} ready
   * @param {Words} [said]
   */
  function showWays(ready, said) {
    const asks = ready && (said?.without || entering && element.dataset.state !== 'unconfirmed');
    toggle(element.querySelector('[data-without]'), 'hidden', !asks);
    const button = element.querySelector('[data-enter-code]');
    toggle(button, 'hidden', !ready);
    const open = String(ready && entering);
    if (button && button.getAttribute('aria-expanded') !== open) button.setAttribute('aria-expanded', open);
    // While the code is checked its field stays.
    toggle(form(), 'data-own-open', entering && (ready || busy));
  }
}

const FINDING = 'Finding where you are…';

/** @type {Words} */
const offline = {
  status: 'No signal', reason: 'You can still mark yourself present: this is stored and will be checked when it is sent.',
};

/** @param {Element | null} element @param {string} name @param {boolean} is */
function toggle(element, name, is) {
  if (element && element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
}

/** @param {number} moment */
function time(moment) {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(moment || now());
}
