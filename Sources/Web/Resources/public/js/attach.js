// Behaviours: an element with data-behaviour="clock" gets behaviours/clock.js, now or whenever it appears,
// and is let go when it leaves the page.

/**
 * What a behaviour module exports. Listeners and timers end with the signal, which is aborted when the element leaves.
 * @typedef {{ attach: (element: any, signal: AbortSignal) => void }} Behaviour
 */

/** @type {Record<string, () => Promise<Behaviour>>} */
const behaviours = {
  'active-switch': () => import('./behaviours/active-switch.js'),
  'check-in': () => import('./behaviours/check-in.js'),
  'class-controls': () => import('./behaviours/class-controls.js'),
  'clock': () => import('./behaviours/clock.js'),
  'delete-type': () => import('./behaviours/delete-type.js'),
  'disclosure': () => import('./behaviours/disclosure.js'),
  'field': () => import('./behaviours/field.js'),
  'hold': () => import('./behaviours/hold.js'),
  'marks': () => import('./behaviours/marks.js'),
  'more': () => import('./behaviours/more.js'),
  'new-student': () => import('./behaviours/new-student.js'),
  'new-type': () => import('./behaviours/new-type.js'),
  'open-dialog': () => import('./behaviours/open-dialog.js'),
  'photo': () => import('./behaviours/photo.js'),
  'print': () => import('./behaviours/print.js'),
  'search': () => import('./behaviours/search.js'),
  'sheet': () => import('./behaviours/sheet.js'),
  'sign-in-code': () => import('./behaviours/sign-in-code.js'),
  'student-form': () => import('./behaviours/student-form.js'),
  'suggested-id': () => import('./behaviours/suggested-id.js'),
  'venue-form': () => import('./behaviours/venue-form.js'),
};

/** @type {Map<Element, AbortController>} */
const attached = new Map();

/**
 * Attaches behaviours to everything below an element, and to what comes later.
 * @param {Element} root
 */
export function watch(root) {
  new MutationObserver(() => settle(root)).observe(root, { childList: true, subtree: true });
  settle(root);
}

/** @param {Element} root */
function settle(root) {
  for (const [element, controller] of attached) {
    if (element.isConnected) continue;
    attached.delete(element);
    controller.abort();
  }
  for (const element of root.querySelectorAll('[data-behaviour]')) {
    if (!attached.has(element)) attach(element);
  }
}

/** @param {Element} element */
async function attach(element) {
  const controller = new AbortController();
  attached.set(element, controller);
  for (const name of (element.getAttribute('data-behaviour') ?? '').split(' ')) {
    const load = behaviours[name];
    if (!load) {
      console.error(`There is no behaviour “${name}”.`);
      continue;
    }
    const behaviour = await load();
    if (!controller.signal.aborted) behaviour.attach(element, controller.signal);
  }
}
