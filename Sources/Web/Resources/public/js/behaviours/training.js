// Training log: its entries swiped, deleted by their menu or by a key; and the table of the chart.

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
  const list = /** @type {HTMLElement} */ (page.querySelector('[data-trainings]'));
  const menu = /** @type {HTMLElement & { showPopover(): void, hidePopover(): void }} */ (page.querySelector('[popover]'));
  /** @type {HTMLElement | undefined} */
  let chosen;

  swipeable(list, '.training-front', signal);
  page.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const row = target.closest('[data-key]');
    if (target.closest('[data-menu]') && row instanceof HTMLElement) openMenu(row);
    if (target.closest('[data-delete]') && row instanceof HTMLElement) void remove(row);
    if (target.closest('[data-delete-chosen]') && chosen) {
      closeMenu();
      void remove(chosen);
    }
    const table = target.closest('[data-table]');
    if (table) table.setAttribute('aria-expanded', String(table.closest('.chart')?.toggleAttribute('data-own-table')));
  }, { signal });
  // Safari does not close a popover by itself when anything beside it is tapped.
  document.addEventListener('pointerdown', ({ target }) => {
    if (menu.matches(':popover-open') && !(target instanceof Node && menu.contains(target))) menu.hidePopover();
  }, { signal, capture: true });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenu();
  }, { signal });
  list.addEventListener('keydown', event => {
    const row = event.target instanceof Element ? event.target.closest('.training-own') : null;
    // A key held down counts once.
    if (event.repeat || !['Delete', 'Backspace'].includes(event.key) || !(row instanceof HTMLElement)) return;
    event.preventDefault();
    void remove(row);
  }, { signal });
  if (page.dataset.zone !== ownZone()) {
    tellZone();
    void refresh();
  }

  /** @param {HTMLElement} row */
  function openMenu(row) {
    chosen = row;
    menu.showPopover();
    const { right, bottom, top } = /** @type {Element} */ (row.querySelector('[data-menu]')).getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, right - width)}px`;
    menu.style.top = `${bottom + height > innerHeight - 64 ? top - height : bottom}px`;
    menu.querySelector('button')?.focus();
  }

  /** The focus goes back to where the menu was opened. */
  function closeMenu() {
    menu.hidePopover();
    /** @type {HTMLElement | null | undefined} */ (chosen?.querySelector('[data-menu]'))?.focus();
  }

  /** @param {HTMLElement} row */
  async function remove(row) {
    const { key: training = '' } = row.dataset;
    const text = brief(row.querySelector('[data-description]')?.textContent ?? '');
    row.removeAttribute('data-own-open');
    if (row.contains(document.activeElement) || document.activeElement === document.body) focusNextTo(row);
    row.hidden = true;
    const [problem] = problems(await record({ kind: 'training.deleted', training }));
    row.hidden = !problem;
    notify(problem ? { text: problem.message, group: 'training' } : {
      text: `“${text}” deleted`, undo: [{ kind: 'training.restored', training }], group: 'training',
    });
    await refresh();
  }

  /** @param {HTMLElement} row */
  function focusNextTo(row) {
    const rows = /** @type {HTMLElement[]} */ ([...list.children]).filter(other => other === row || !other.hidden && !other.hasAttribute('data-own-gone'));
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
    const place = next?.querySelector('button, a') ?? document.getElementById('log');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }
}
