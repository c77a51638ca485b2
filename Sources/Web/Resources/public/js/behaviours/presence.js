// Claim of presence: the student drags the avatar into the classroom by mouse, touch or keyboard, or taps the button.
// The device sends its position; the picture changes only after the server has confirmed.

import { now } from '../clock.js';
import { setText } from '../element.js';
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
    if (target.closest('[data-without]')) void claim(false);
    else if (target.closest('[data-self], [data-claim]')) void claim(true);
  }, { signal });
  element.addEventListener('keydown', event => {
    if (event.key !== 'ArrowUp' || !(event.target instanceof Element) || !event.target.closest('[data-self]')) return;
    event.preventDefault();
    void claim(true);
  }, { signal });
  draggable(element, '[data-self]', '[data-room]', isReady, () => void claim(true), signal);
  show();

  /** Whether the student can claim now, or might be able to as far as a device without signal can know. */
  function isReady() {
    const { canClaim, mayClaim } = element.dataset;
    return !busy && !kept && (canClaim !== undefined || isLost() && mayClaim !== undefined);
  }

  /** @param {boolean} located */
  async function claim(located) {
    if (!isReady()) return;
    busy = true;
    words = { status: located ? 'Finding where you are…' : 'Asking your instructor…', reason: '' };
    show();
    try {
      words = located ? await claimHere() : await send({});
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

  /** @returns {Promise<Words | undefined>} */
  async function claimHere() {
    const ask = /** @type {HTMLDialogElement} */ (element.querySelector('[data-ask]'));
    const found = await findPosition(ask);
    if ('reason' in found) return { ...found, without: true };
    const words = await outside(found);
    if (words) return words;
    return await send(found);
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
    return { status, reason: 'Come closer and try again.' };
  }

  /** @param {Partial<import('../position.js').Fix>} fix @returns {Promise<Words | undefined>} */
  async function send(fix) {
    const [problem] = problems(await record({ kind: 'attendance.claimed', class: id, ...fix }));
    if (!problem) return undefined;
    if (problem.code === 'refused') notify({ text: problem.message });
    const isOutside = problem.code === 'outside';
    const reason = isOutside ? 'Come closer and try again.' : 'Ask your instructor to mark you.';
    return { status: problem.message.replace(/\.$/, ''), reason, stays: !isOutside };
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
    toggle(element.querySelector('[data-without]'), 'hidden', !(ready && said?.without));
  }
}

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
