// Claim of presence: the student drags the avatar into the classroom by mouse, touch or keyboard, taps the button, or
// enters or scans the code. The device sends what the class asks for; the picture changes only after the server has
// confirmed.

import { now } from '../signal/clock.js';
import { setText } from '../screen/element.js';
import { showProblems } from '../screen/form-problems.js';
import { onCondition } from '../journal/condition.js';
import { problemsOf } from '../journal/entries.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { load } from '../device/rules.js';
import { isLost, onSignal } from '../signal/signal.js';
import { distance, wallCalendar } from '../screen/wording.js';
import { draggable } from '../touch/drag.js';
import { tokenFor } from '../signal/network-token.js';
import { findPosition, knownPosition } from '../device/position.js';

/** @typedef {{ status: string, reason: string, without?: boolean, stays?: boolean }} Words */

/**
 * Evidence that a claim brings, besides the position.
 * @typedef {{ code?: string, ticket?: string, token?: string }} Shown
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
  onSignal(() => {
    if (!signal.aborted) void look();
  });

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
    const { canClaim, reconfirm } = element.dataset;
    return !busy && !kept && (reconfirm !== undefined || canClaim !== undefined || mayClaim());
  }

  /** Whether the class may have begun, and the server cannot be asked. */
  function mayClaim() {
    return isLost() && now() >= Number(element.dataset.mayClaim ?? Infinity);
  }

  /** Steps into the classroom: by what the class asks for. */
  function come() {
    if (!isReady()) return;
    if (element.dataset.needsCode !== undefined) enter(true);
    else void claim(() => claimHere(), FINDING);
  }

  /** @param {boolean} open whether the field for the code is to be open */
  function enter(open) {
    entering = open;
    show();
    if (open) form()?.querySelector('input')?.focus();
  }

  /** What is said by stepping in: to be there, or still there. */
  function kind() {
    return element.dataset.reconfirm === undefined ? 'attendance.claimed' : 'attendance.confirmed';
  }

  function form() {
    return /** @type {HTMLFormElement | null} */ (element.querySelector('[data-code-form]'));
  }

  /**
   * @param {() => Promise<Words | undefined>} way
   * @param {string} status what is said meanwhile
   */
  async function claim(way, status) {
    // What was just answered may still be on its way out of the outbox: the press counts nevertheless.
    if (kept && !busy) await look();
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
    const { needsAll, takesLocation, takesNetwork } = element.dataset;
    if (needsAll !== undefined && (takesLocation ?? takesNetwork) !== undefined) {
      // Nobody is asked where they are for a code that is none.
      const problem = (await problemsOf({ kind: kind(), class: id, ...shown })).find(({ field }) => field === 'code');
      return problem ? atField(problem) : await claimHere(shown);
    }
    // Where a location counts as well it goes along, if nobody needs to be asked.
    return await send({ ...takesLocation === undefined ? {} : await knownPosition(), ...shown });
  }

  /** @param {Shown} shown @returns {Promise<Words | undefined>} */
  async function claimHere(shown = {}) {
    const { needsAll, takesLocation, takesNetwork } = element.dataset;
    const token = takesNetwork === undefined ? undefined : await tokenFor(id);
    if (token && needsAll === undefined) return await send({ ...shown, token });
    if (!token && takesNetwork !== undefined && (needsAll ?? takesLocation) === undefined) return noNetwork;
    const evidence = token ? { ...shown, token } : shown;
    if (takesLocation === undefined) return await send(evidence);
    const found = await findPosition(/** @type {HTMLDialogElement} */ (element.querySelector('[data-ask]')));
    // A code is good for a moment only: it goes along to the instructor, who confirms.
    if ('reason' in found) return Object.keys(shown).length ? await send(evidence) : { ...found, without: true };
    return await outside(found) ?? await send({ ...found, ...evidence });
  }

  /**
   * Shows a problem with the typed code at its field.
   * @param {import('../journal/entries.js').FieldProblem} problem
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
   * Without signal, checks the geofence by the server's own rules, so that nobody waits to learn of being outside.
   * @param {import('../device/position.js').Fix} fix
   * @returns {Promise<Words | undefined>}
   */
  async function outside(fix) {
    const { latitude, longitude, radius, accuracy, venue } = element.dataset;
    if (latitude === undefined || !isLost()) return undefined;
    const rules = await load().catch(() => null);
    const fence = { latitude: Number(latitude), longitude: Number(longitude), radius: Number(radius) };
    const there = rules?.locate(fix, fence, Number(accuracy));
    if (there?.answer !== 'outside') return undefined;
    const status = there.isTold ? `You are ${distance(there.distance)} from ${venue}` : `You are outside ${venue}`;
    return { status, reason: nearer(), without: true };
  }

  function nearer() {
    const { needsAll, takesCode } = element.dataset;
    return takesCode !== undefined && needsAll === undefined ? 'Come closer, or enter the code.' : 'Come closer and try again.';
  }

  /** @param {Partial<import('../device/position.js').Fix> & Shown} evidence @returns {Promise<Words | undefined>} */
  async function send(evidence) {
    const [problem] = problems(await record({ kind: kind(), class: id, ...evidence }));
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
    // A device may be wrong about where it is, so the instructor can be asked from there too.
    return { status: problem.message.replace(/\.$/, ''), reason, without: isOutside, stays: !isOutside };
  }

  /**
   * Time in the course's zone, in which the server writes it too.
   * @param {number} moment
   */
  function time(moment) {
    return wallCalendar(element.dataset.zone ?? 'UTC').time(moment || now());
  }

  /** Loads this device's claims to the class. */
  async function look() {
    const mine = (/** @type {outbox.Kept} */ { entry }) => KINDS.includes(entry.kind) && entry.class === id;
    const [waiting] = (await outbox.all(whose(), 'waiting').catch(() => [])).filter(mine);
    const refused = (await outbox.refusedOf(whose(), false).catch(() => [])).filter(mine).at(-1);
    kept = waiting && {
      status: isLost() ? 'Waiting for signal' : 'Sending…',
      reason: `You marked yourself present at ${time(Date.parse(waiting.entry.at))}. `
        + (isLost() ? 'This is stored on this device and will be checked when it is sent.' : 'The answer is on its way.'),
    };
    if (!kept && refused && !words) words = { status: refused.problems.map(({ message }) => message).join(' '), reason: 'Ask your instructor to mark you.', stays: true };
    show();
  }

  function show() {
    const { canClaim, reconfirm, state, window } = element.dataset;
    const stands = `${window} ${state} ${reconfirm}`;
    if (stands !== stood && !busy && !words?.stays) words = undefined;
    stood = stands;
    const isOffline = canClaim === undefined && mayClaim();
    const said = state === 'present' && reconfirm === undefined ? undefined : kept ?? words ?? (isOffline ? offline : undefined);
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

const KINDS = ['attendance.claimed', 'attendance.confirmed'];

const FINDING = 'Finding where you are…';

/** @type {Words} */
const noNetwork = {
  status: 'You are not on your instructor’s network', reason: 'Join the Wi-Fi of the class, and try again.', without: true,
};

/** @type {Words} */
const offline = {
  status: 'No signal', reason: 'You can still mark yourself present: this is stored and will be checked when it is sent.',
};

/** @param {Element | null} element @param {string} name @param {boolean} is */
function toggle(element, name, is) {
  if (element && element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
}

