// Claim of presence: the student drags the avatar into the classroom by mouse, touch or keyboard, taps the button, or
// enters or scans the code. The device sends what the class asks for; the picture changes only after the server has
// confirmed.

import { now } from '../signal/clock.js';
import { Behaviour, waitingEntries } from '../screen/behaviour.js';
import { element, setText } from '../screen/element.js';
import { showProblems } from '../screen/form-problems.js';
import { problemsOf } from '../journal/entries.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh, shownPage } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { wallCalendar } from '../screen/wording.js';
import { draggable } from '../touch/drag.js';
import { findEvidence, nearer } from '../device/evidence.js';
import { knownPosition } from '../device/position.js';

/**
 * @typedef {import('../device/evidence.js').Words} Words
 * @typedef {import('../device/evidence.js').Shown} Shown
 *
 * What came of an attempt: why nothing was sent, null if that is said at its field; undefined if it was sent.
 * @typedef {Words | null | undefined} Outcome
 */

/**
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Presence(element, signal);
}

class Presence extends Behaviour {
  /**
   * Message that is not on the server's page.
   * @type {Words | undefined}
   */
  #words;
  /**
   * Claim not answered yet.
   * @type {Words | undefined}
   */
  #kept;
  #isBusy = false;
  /** Whether it was sent, and the page is to tell what came of it. */
  #isSent = false;
  /** Whether the field for the code is open. */
  #isEntering = false;
  /** State of the page when the message was shown. */
  #stood = '';

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onChange(() => this.#show(), { attributes: true, childList: true });
    this.onOutbox(() => void this.#look());
    this.onPress({
      '[data-without]': () => void this.#claim(() => this.#send({}), 'Asking your instructor…'),
      '[data-enter-code]': () => this.#enter(!this.#isEntering),
      '[data-self], [data-claim]': () => this.#come(),
    });
    this.listen(element, { submit: event => this.#submitted(event), keydown: event => this.#pressed(event) });
    draggable(element, '[data-self]', '[data-room]', () => this.#isReady, () => this.#come(), signal);
    this.#show();
    void this.#takeScan();
  }

  get #class() {
    return this.element.dataset.class ?? '';
  }

  get #form() {
    return /** @type {HTMLFormElement | null} */ (this.element.querySelector('[data-code-form]'));
  }

  /** Whether the student can claim now, or might be able to as far as a device without signal can know. */
  get #isReady() {
    const { canClaim, reconfirm } = this.element.dataset;
    return !this.#isBusy && !this.#kept && (reconfirm !== undefined || canClaim !== undefined || this.#mayClaim);
  }

  /** Whether the class may have begun, and the server cannot be asked. */
  get #mayClaim() {
    return isLost() && now() >= Number(this.element.dataset.mayClaim ?? Infinity);
  }

  /** What is said by stepping in: to be there, or still there. */
  get #kind() {
    return this.element.dataset.reconfirm === undefined ? 'attendance.claimed' : 'attendance.confirmed';
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    if (event.target !== this.#form) return;
    event.preventDefault();
    void this.#claim(() => this.#sendCode(), 'Checking the code…');
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== 'ArrowUp' || !(event.target instanceof Element) || !event.target.closest('[data-self]')) return;
    event.preventDefault();
    this.#come();
  }

  /** Steps into the classroom: by what the class asks for. */
  #come() {
    if (!this.#isReady) return;
    if (this.element.dataset.needsCode !== undefined) this.#enter(true);
    else void this.#claim(() => this.#claimHere({}), 'Finding where you are…');
  }

  /** @param {boolean} open whether the field for the code is to be open */
  #enter(open) {
    this.#isEntering = open;
    this.#show();
    if (open) this.#form?.querySelector('input')?.focus();
  }

  /**
   * @param {() => Promise<Outcome>} way
   * @param {string} status what is said meanwhile
   */
  async #claim(way, status) {
    // What was just answered may still be on its way out of the outbox: the press counts nevertheless.
    if (this.#kept && !this.#isBusy) await this.#look();
    if (this.#isReady) await this.#make(way, status);
  }

  /** @param {() => Promise<Outcome>} way @param {string} status */
  async #make(way, status) {
    if (this.#isBusy || this.#kept) return;
    this.#isBusy = true;
    this.#words = { status, reason: '' };
    this.#show();
    const found = await way().catch(error => {
      console.info('The claim could not be made.', error);
      return { status: 'Something went wrong', reason: 'Please try again.' };
    });
    // What came of what was sent is on the page: until then it is said what is being done.
    this.#isSent = found === undefined;
    await this.#look();
    if (!this.#isSent) this.#end(found);
    await refresh();
    if (this.#isSent) this.#end();
  }

  /** @param {Outcome} [outcome] why nothing was sent */
  #end(outcome) {
    this.#isBusy = this.#isSent = false;
    this.#words = outcome ?? undefined;
    this.#show();
  }

  /** Claims by a scan that has led here, once: the address carries its ticket. */
  async #takeScan() {
    const query = new URLSearchParams(location.pathname === `/classes/${this.#class}` ? location.search : '');
    const ticket = query.get('ticket') ?? '';
    if (!ticket && !query.has('scan')) return;
    if (query.has('scan')) this.#words = { status: 'This code is too old', reason: 'Scan the one that is on the screen now.', stays: true };
    else if (this.element.dataset.state !== 'present') await this.#make(() => this.#sendShown({ ticket }), 'Checking the code…');
    history.replaceState(history.state, '', location.pathname);
    this.#show();
  }

  /** @returns {Promise<Outcome>} */
  async #sendCode() {
    const form = this.#form;
    const code = form ? String(new FormData(form).get('code') ?? '').trim() : '';
    return code ? await this.#sendShown({ code }) : this.#atField({ field: 'code', code: 'required', message: 'Enter the code.' });
  }

  /**
   * Sends a code, with the position where the class asks for both.
   * @param {Shown} shown
   * @returns {Promise<Outcome>}
   */
  async #sendShown(shown) {
    const { needsAll, takesLocation, takesNetwork } = this.element.dataset;
    if (needsAll !== undefined && (takesLocation ?? takesNetwork) !== undefined) {
      // Nobody is asked where they are for a code that is none.
      const found = await problemsOf({ kind: this.#kind, class: this.#class, ...shown });
      const problem = found.find(({ field }) => field === 'code');
      return problem ? this.#atField(problem) : await this.#claimHere(shown);
    }
    // Where a location counts as well it goes along, if nobody needs to be asked.
    return await this.#send({ ...takesLocation === undefined ? {} : await knownPosition(), ...shown });
  }

  /** @param {Shown} shown @returns {Promise<Outcome>} */
  async #claimHere(shown) {
    const found = await findEvidence(this.element, shown);
    return 'words' in found ? found.words : await this.#send(found.evidence);
  }

  /**
   * Shows a problem with the typed code at its field.
   * @param {import('../journal/entries.js').FieldProblem} problem
   * @returns {null}
   */
  #atField(problem) {
    this.#isEntering = true;
    this.#show();
    const form = this.#form;
    if (form) showProblems(form, [problem]);
    return null;
  }

  /** @param {import('../device/evidence.js').Evidence} evidence @returns {Promise<Outcome>} */
  async #send(evidence) {
    const [problem] = problems(await record({ kind: this.#kind, class: this.#class, ...evidence }));
    const form = this.#form;
    if (form) showProblems(form, []);
    if (!problem) {
      form?.reset();
      this.#isEntering = false;
      return undefined;
    }
    if (problem.field === 'code' && evidence.code !== undefined) return this.#atField(problem);
    if (problem.code === 'refused') notify({ text: problem.message });
    return this.#wordsOf(problem);
  }

  /** @param {import('../journal/entries.js').FieldProblem} problem @returns {Words} */
  #wordsOf({ field, code, message }) {
    const isOutside = code === 'outside';
    const reason = isOutside ? nearer(this.element.dataset) : field === 'ticket' ? '' : ASK;
    // A device may be wrong about where it is, so the instructor can be asked from there too.
    return { status: message.replace(/\.$/, ''), reason, without: isOutside, stays: !isOutside };
  }

  /** Loads this device's claims to the class. */
  async #look() {
    const isMeant = (/** @type {import('../journal/entries.js').Entry} */ entry) => outbox.CLAIMS.includes(entry.kind) && entry.class === this.#class;
    const [waiting] = await waitingEntries(isMeant);
    const refused = (await outbox.refusedOf(whose(), false).catch(() => [])).filter(({ entry }) => isMeant(entry)).at(-1);
    // What came of one that was sent is on the page that is on its way.
    if (!waiting && this.#kept && !this.#isBusy) await shownPage();
    this.#kept = waiting && this.#waitsFor(waiting);
    const problem = refused?.problems[0];
    if (!this.#kept && problem && !this.#words) this.#words = this.#wordsOf(problem);
    this.#show();
  }

  /** @param {import('../journal/entries.js').Entry} claim @returns {Words} */
  #waitsFor({ kind, at, latitude, code, ticket, token }) {
    const time = this.#time(Date.parse(at));
    const isAsked = (latitude ?? code ?? ticket ?? token) === undefined;
    const deed = kind !== 'attendance.claimed' ? `You confirmed at ${time} that you are still here.`
      : isAsked ? `You asked your instructor at ${time} to mark you.` : `You marked yourself present at ${time}.`;
    return isLost()
      ? { status: 'Waiting for signal', reason: `${deed} This is stored on this device and will be checked when it is sent.` }
      : { status: 'Sending…', reason: `${deed} The answer is on its way.` };
  }

  /**
   * Time in the course's zone, in which the server writes it too.
   * @param {number} moment
   */
  #time(moment) {
    return wallCalendar(this.element.dataset.zone ?? 'UTC').time(moment || now());
  }

  #show() {
    const { state, window, reconfirm } = this.element.dataset;
    const stands = `${window} ${state} ${reconfirm}`;
    const hasTurned = stands !== this.#stood;
    if (hasTurned && this.#isSent) this.#isBusy = this.#isSent = false;
    if (hasTurned && !this.#isBusy && !this.#words?.stays) this.#words = undefined;
    this.#stood = stands;
    const said = this.#said;
    const place = this.element.querySelector('[data-spoken]');
    if (place) say(place, said);
    this.#showReady(this.#isReady);
    toggle(this.element, 'data-own-busy', this.#isBusy || this.#kept !== undefined);
    toggle(this.element, 'data-own-refused', !this.#isBusy && said !== undefined && this.#words !== undefined && !this.#kept);
    this.#showWays(this.#isReady, said);
  }

  /** What is said in place of the page's words. */
  get #said() {
    const { canClaim, reconfirm, state, window } = this.element.dataset;
    if (state === 'present' && reconfirm === undefined) return undefined;
    const words = this.#words && !this.#isBusy && state === 'unconfirmed' ? asked(this.#words) : this.#words;
    // What is being done, as long as it may be done soon.
    if (this.#isBusy && !this.#isSent && !isLost()) return words;
    return this.#kept ?? words ?? (canClaim === undefined && this.#mayClaim ? offline(window === 'closed') : undefined);
  }

  /** @param {boolean} ready */
  #showReady(ready) {
    toggle(this.element.querySelector('[data-claim]'), 'disabled', !ready);
    const self = this.element.querySelector('[data-self]');
    if (!self || (self.getAttribute('aria-disabled') === 'true') !== ready) return;
    if (ready) self.removeAttribute('aria-disabled');
    else self.setAttribute('aria-disabled', 'true');
  }

  /**
   * Shows the ways besides the location: the code, and the instructor.
   * @param {boolean} ready
   * @param {Words} [said]
   */
  #showWays(ready, said) {
    const asks = ready && (said?.without || this.#isEntering && this.element.dataset.state !== 'unconfirmed');
    toggle(this.element.querySelector('[data-without]'), 'hidden', !asks);
    const button = this.element.querySelector('[data-enter-code]');
    toggle(button, 'hidden', !ready);
    const open = String(ready && this.#isEntering);
    if (button && button.getAttribute('aria-expanded') !== open) button.setAttribute('aria-expanded', open);
    // While the code is checked its field stays.
    toggle(this.#form, 'data-own-open', this.#isEntering && (ready || this.#isBusy));
  }
}

/** @param {Element} place in which it is said in place of the page's words @param {Words} [said] */
function say(place, said) {
  if (!said) {
    place.replaceChildren();
    return;
  }
  if (!place.firstChild) {
    place.append(element('p', { class: 'presence-status', 'data-status': '' }), element('p', { class: 'presence-reason', 'data-reason': '' }));
  }
  setText(place, '[data-status]', said.status);
  setText(place, '[data-reason]', said.reason);
}

const ASK = 'Ask your instructor to mark you.';

/** @param {Words} words why nothing was sent @returns {Words} for whom the instructor has been asked before */
function asked({ reason, ...words }) {
  const rest = reason === ASK ? '' : `${reason} `;
  return { ...words, reason: `${rest}Your instructor has been asked already.`, without: false };
}

/** @param {boolean} isClosed whether attendance was closed when there last was a signal @returns {Words} */
function offline(isClosed) {
  return {
    status: isClosed ? 'Attendance was closed' : 'No signal',
    reason: (isClosed ? 'There has been no signal since, so it may be open again. ' : '')
      + 'You can still mark yourself present: this is stored and will be checked when it is sent.',
  };
}

/** @param {Element | null} element @param {string} name @param {boolean} [is] */
function toggle(element, name, is = false) {
  if (element && element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
}
