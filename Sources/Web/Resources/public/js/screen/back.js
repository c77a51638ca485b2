// "Back" leads to where one was: with its search, its filters and its place in the list.

/** Starts with the page. */
export function goBack() {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a.back') : null;
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
    if (!cameFrom(link.pathname) || history.length < 2) return;
    event.preventDefault();
    history.back();
  });
}

/**
 * The page of this path that led here, with its search; undefined if another one did.
 * @param {string} pathname
 */
export function cameFrom(pathname) {
  const from = document.referrer ? new URL(document.referrer) : undefined;
  return from?.origin === location.origin && from.pathname === pathname ? from : undefined;
}

/**
 * Whether a press follows a link here, and not in another tab.
 * @param {MouseEvent} event
 */
export function isPlainClick(event) {
  return !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/**
 * Reads a page anew to which one goes back: a form that the browser kept would still say what was saved since.
 * @param {AbortSignal} signal
 */
export function reloadOnReturn(signal) {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  }, { signal });
}
