// Behaviours: an element with data-behaviour="clock" gets behaviours/clock.js when it appears, until it leaves the
// page.

/**
 * Exports of a behaviour module. Listeners and timers end with the signal, which is aborted when the element leaves.
 * @typedef {{ attach: (element: any, signal: AbortSignal) => void }} Behaviour
 */

/** @type {Record<string, () => Promise<Behaviour>>} */
const behaviours = {
  'archive': () => import('./behaviours/archive.js'),
  'ask-form': () => import('./behaviours/ask-form.js'),
  'asks': () => import('./behaviours/asks.js'),
  'attendance': () => import('./behaviours/attendance.js'),
  'attendance-code': () => import('./behaviours/attendance-code.js'),
  'beside': () => import('./behaviours/beside.js'),
  'check-in': () => import('./behaviours/check-in.js'),
  'choose-cards': () => import('./behaviours/choose-cards.js'),
  'class-controls': () => import('./behaviours/class-controls.js'),
  'clock': () => import('./behaviours/clock.js'),
  'code-screen': () => import('./behaviours/code-screen.js'),
  'copy': () => import('./behaviours/copy.js'),
  'countdown': () => import('./behaviours/countdown.js'),
  'course-form': () => import('./behaviours/course-form.js'),
  'delete-type': () => import('./behaviours/delete-type.js'),
  'disclosure': () => import('./behaviours/disclosure.js'),
  'download': () => import('./behaviours/download.js'),
  'enrolment': () => import('./behaviours/enrolment.js'),
  'field': () => import('./behaviours/field.js'),
  'forgotten': () => import('./behaviours/forgotten.js'),
  'github-picture': () => import('./behaviours/github-picture.js'),
  'hold': () => import('./behaviours/hold.js'),
  'import': () => import('./behaviours/import.js'),
  'install': () => import('./behaviours/install.js'),
  'instructors': () => import('./behaviours/instructors.js'),
  'keys-switch': () => import('./behaviours/keys-switch.js'),
  'log': () => import('./behaviours/log.js'),
  'marks': () => import('./behaviours/marks.js'),
  'matrix': () => import('./behaviours/matrix.js'),
  'may-be-lost': () => import('./behaviours/may-be-lost.js'),
  'merge-person': () => import('./behaviours/merge-person.js'),
  'missing-pictures': () => import('./behaviours/missing-pictures.js'),
  'more': () => import('./behaviours/more.js'),
  'nearby': () => import('./behaviours/nearby.js'),
  'needs-signal': () => import('./behaviours/needs-signal.js'),
  'new-type': () => import('./behaviours/new-type.js'),
  'notifications': () => import('./behaviours/notifications.js'),
  'open-dialog': () => import('./behaviours/open-dialog.js'),
  'outbox': () => import('./behaviours/outbox.js'),
  'own-zone': () => import('./behaviours/own-zone.js'),
  'pager': () => import('./behaviours/pager.js'),
  'past-class': () => import('./behaviours/past-class.js'),
  'person-switch': () => import('./behaviours/person-switch.js'),
  'photo': () => import('./behaviours/photo.js'),
  'presence': () => import('./behaviours/presence.js'),
  'print': () => import('./behaviours/print.js'),
  'questions': () => import('./behaviours/questions.js'),
  'registration-form': () => import('./behaviours/registration-form.js'),
  'registrations': () => import('./behaviours/registrations.js'),
  'schedule-form': () => import('./behaviours/schedule-form.js'),
  'remove-person': () => import('./behaviours/remove-person.js'),
  'role': () => import('./behaviours/role.js'),
  'school-form': () => import('./behaviours/school-form.js'),
  'search': () => import('./behaviours/search.js'),
  'several-classes': () => import('./behaviours/several-classes.js'),
  'share': () => import('./behaviours/share.js'),
  'sheet': () => import('./behaviours/sheet.js'),
  'sign-in-code': () => import('./behaviours/sign-in-code.js'),
  'sign-out': () => import('./behaviours/sign-out.js'),
  'student-form': () => import('./behaviours/student-form.js'),
  'suggested-id': () => import('./behaviours/suggested-id.js'),
  'tags': () => import('./behaviours/tags.js'),
  'take-back': () => import('./behaviours/take-back.js'),
  'taken': () => import('./behaviours/taken.js'),
  'temperature': () => import('./behaviours/temperature.js'),
  'topic-switch': () => import('./behaviours/topic-switch.js'),
  'training': () => import('./behaviours/training.js'),
  'unit': () => import('./behaviours/unit.js'),
  'university-field': () => import('./behaviours/university-field.js'),
  'venue-deeds': () => import('./behaviours/venue-deeds.js'),
  'venue-form': () => import('./behaviours/venue-form.js'),
  'venue-page': () => import('./behaviours/venue-page.js'),
  'zone-note': () => import('./behaviours/zone-note.js'),
};

/**
 * What was chosen by a change.
 * @typedef {{ checked: boolean, value: string }} Choice
 *
 * What early.js leaves; nothing if it has not loaded.
 * @type {{ early?: { taps: () => ({ control: HTMLElement, type: string } & Choice)[], isBox: (control: Element) => boolean } }}
 */
const { early } = /** @type {any} */ (window);

/**
 * Attached elements, each with its abort controller and a promise for its behaviours.
 * @type {Map<Element, { controller: AbortController, ready: Promise<void> | null }>}
 */
const attached = new Map();

/**
 * Attaches behaviours to all elements below a root, and to elements added later.
 * @param {Element} root
 */
export function watch(root) {
  new MutationObserver(() => settle(root)).observe(root, { childList: true, subtree: true });
  root.addEventListener('click', holdBack, { capture: true });
  root.addEventListener('change', holdChange, { capture: true });
  settle(root);
  // Repeats taps made before this script had loaded.
  for (const { control, type, ...chosen } of early?.taps() ?? []) {
    if (type === 'click') control.click();
    else void Promise.all(loadingAround(control)).then(() => change(control, chosen));
  }
}

/** @param {Element} root */
function settle(root) {
  for (const [element, { controller }] of attached) {
    if (element.isConnected) continue;
    attached.delete(element);
    controller.abort();
  }
  for (const element of root.querySelectorAll('[data-behaviour]')) {
    if (!attached.has(element)) begin(element);
  }
}

/** @param {Element} element */
function begin(element) {
  const controller = new AbortController();
  const names = (element.getAttribute('data-behaviour') ?? '').split(' ');
  const ready = Promise.all(names.map(name => attach(element, name, controller.signal))).then(() => {
    const known = attached.get(element);
    if (known) known.ready = null;
  }, () => {
    // The script failed to load: the next tap or change of the page tries again.
    attached.delete(element);
    controller.abort();
  });
  attached.set(element, { controller, ready });
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function attach(element, name, signal) {
  const load = behaviours[name];
  if (!load) {
    console.error(`There is no behaviour “${name}”.`);
    return;
  }
  const behaviour = await load();
  if (!signal.aborted) behaviour.attach(element, signal);
}

/**
 * Behaviours still loading for an element or one of its ancestors.
 * @param {Element} target
 */
function loadingAround(target) {
  return [...attached].filter(([element]) => element.contains(target)).flatMap(([, { ready }]) => ready ?? []);
}

/**
 * Delays a click until the behaviour that should handle it has loaded.
 * @param {Event} event
 */
function holdBack(event) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const lost = target.closest('[data-behaviour]');
  if (lost && !attached.has(lost)) begin(lost);
  const control = /** @type {HTMLElement} */ (target.closest('a, button, input, label') ?? target);
  const loading = [...loadingAround(target), ...heldChanges];
  if (!loading.length || early?.isBox(control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  void Promise.all(loading).then(() => control.click());
}

/**
 * Changes that wait until the behaviour that should handle them has loaded.
 * @type {Set<Promise<void>>}
 */
const heldChanges = new Set();

/** @param {Event} event */
function holdChange(event) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const loading = loadingAround(target);
  if (!loading.length) return;
  event.stopImmediatePropagation();
  const { checked, value } = /** @type {HTMLInputElement} */ (target);
  const held = Promise.all(loading).then(() => change(target, { checked, value }));
  heldChanges.add(held);
  void held.finally(() => heldChanges.delete(held));
}

/**
 * Repeats a change. A behaviour may have shown what it knew when it began, so what was chosen is chosen again; what was typed
 * stays, as somebody may have typed on.
 * @param {Element} control
 * @param {Choice} chosen
 */
function change(control, { checked, value }) {
  if (early?.isBox(control)) Object.assign(control, { checked });
  else if (control instanceof HTMLSelectElement) control.value = value;
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
