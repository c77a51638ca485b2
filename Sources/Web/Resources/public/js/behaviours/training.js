// Training log: its entries swiped, deleted by their menu or by a key; and the table of the chart.

import { Behaviour } from '../screen/behaviour.js';
import { problems, record } from '../journal/journal.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { swipeable } from '../touch/swipe.js';
import { brief } from '../screen/wording.js';
import { ownZone, tellZone } from '../screen/zone.js';

/**
 * @param {HTMLElement} page with data-zone
 * @param {AbortSignal} signal
 */
export function attach(page, signal) {
  new Training(page, signal);
}

class Training extends Behaviour {
  #list = this.part('[data-trainings]');
  #menu = /** @type {HTMLElement & { showPopover(): void, hidePopover(): void }} */ (this.part('[popover]'));
  /**
   * Row whose menu was opened.
   * @type {HTMLElement | undefined}
   */
  #chosen;

  /** @param {HTMLElement} page @param {AbortSignal} signal */
  constructor(page, signal) {
    super(page, signal);
    swipeable(this.#list, '.training-front', signal);
    this.onPress({
      '[data-key] [data-menu]': button => this.#openMenu(rowOf(button)),
      '[data-key] [data-delete]': button => void this.#remove(rowOf(button)),
      '[data-delete-chosen]': () => this.#removeChosen(),
      '[data-table]': button => button.setAttribute('aria-expanded', String(button.closest('.chart')?.toggleAttribute('data-own-table'))),
    });
    // Safari does not close a popover by itself when anything beside it is tapped.
    this.listen(document, { pointerdown: ({ target }) => this.#touched(target) }, { capture: true });
    this.listen(this.#menu, {
      keydown: ({ key }) => {
        if (key === 'Escape') this.#closeMenu();
      },
    });
    this.listen(this.#list, { keydown: event => this.#pressed(event) });
    if (page.dataset.zone !== ownZone()) {
      tellZone();
      void refresh();
    }
  }

  /** @param {EventTarget | null} target */
  #touched(target) {
    const isInside = target instanceof Node && this.#menu.contains(target);
    if (this.#menu.matches(':popover-open') && !isInside) this.#menu.hidePopover();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const row = event.target instanceof Element ? event.target.closest('.training-own') : null;
    // A key held down counts once.
    if (event.repeat || !['Delete', 'Backspace'].includes(event.key) || !(row instanceof HTMLElement)) return;
    event.preventDefault();
    void this.#remove(row);
  }

  /** @param {HTMLElement} row */
  #openMenu(row) {
    this.#chosen = row;
    const menu = this.#menu;
    menu.showPopover();
    const { right, bottom, top } = /** @type {Element} */ (row.querySelector('[data-menu]')).getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, right - width)}px`;
    menu.style.top = `${bottom + height > innerHeight - 64 ? top - height : bottom}px`;
    menu.querySelector('button')?.focus();
  }

  /** The focus goes back to where the menu was opened. */
  #closeMenu() {
    this.#menu.hidePopover();
    /** @type {HTMLElement | null | undefined} */ (this.#chosen?.querySelector('[data-menu]'))?.focus();
  }

  #removeChosen() {
    if (!this.#chosen) return;
    this.#closeMenu();
    void this.#remove(this.#chosen);
  }

  /** @param {HTMLElement} row */
  async #remove(row) {
    const { key: training = '' } = row.dataset;
    const text = brief(row.querySelector('[data-description]')?.textContent ?? '');
    row.removeAttribute('data-own-open');
    if (row.contains(document.activeElement) || document.activeElement === document.body) this.#focusNextTo(row);
    row.hidden = true;
    const [problem] = problems(await record({ kind: 'training.deleted', training }));
    row.hidden = !problem;
    notify(problem ? { text: problem.message, group: 'training' } : {
      text: `“${text}” deleted`, undo: [{ kind: 'training.restored', training }], group: 'training',
    });
    await refresh();
  }

  /** @param {HTMLElement} row */
  #focusNextTo(row) {
    const isThere = (/** @type {HTMLElement} */ other) => other === row || !other.hidden && !other.hasAttribute('data-own-gone');
    const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]).filter(isThere);
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
    const place = next?.querySelector('button, a') ?? document.getElementById('log');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} part */
function rowOf(part) {
  return /** @type {HTMLElement} */ (part.closest('[data-key]'));
}
