/**
 * Creates an element. Strings become text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/**
 * Creates an icon from icons.svg.
 * @param {string} name
 */
export function icon(name) {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const use = document.createElementNS(namespace, 'use');
  use.setAttribute('href', `/assets/icons.svg#${name}`);
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

/**
 * Sets the text of an element, if it differs. A word that becomes another costs less than one that comes for one that goes: that
 * wakes all who wait for elements, and what the style sheets ask by `:has`.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  const { firstChild: word, lastChild, textContent } = element;
  if (textContent === text) return;
  if (word instanceof Text && word === lastChild && text) word.data = text;
  else element.textContent = text;
}

/**
 * Sets the text of a descendant, if it exists and differs.
 * @param {Element} place
 * @param {string} selector
 * @param {string} text
 */
export function setText(place, selector, text) {
  const found = place.querySelector(selector);
  if (found) say(found, text);
}
