// Says at the root that a dialog lies over the page, which then stays as it is. (The style sheet could ask itself, by `:has`: it
// would look through the whole page whenever anything on it changes.)

const root = document.documentElement;

new MutationObserver(() => {
  root.toggleAttribute('data-own-covered', [...document.getElementsByTagName('dialog')].some(({ open }) => open));
}).observe(root, { subtree: true, childList: true, attributeFilter: ['open'] });
