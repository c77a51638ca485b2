// Renders the server's templates on the device: mustache(5), as far as Sources/Pages implements it.

/** @typedef {Record<string, any>} Model */
/** @typedef {{ type: 'text' | 'value' | 'raw' | 'partial', text: string } | Section} Token */
/** @typedef {{ type: 'section' | 'inverted', text: string, tokens: Token[] }} Section */

const TAG = /\{\{\{\s*([^}]+?)\s*\}\}\}|\{\{([#^/>&!]?)\s*([^}]*?)\s*\}\}/g;

/** Standalone tag line, which is removed together with its line break. */
const LONE_TAG = /^[ \t]*(\{\{[#^/>!][^}]*\}\})[ \t]*\r?\n/gm;

/** @type {Map<string, Token[]>} */
const parsed = new Map();

/**
 * @param {Record<string, string>} templates by name
 * @param {string} name
 * @param {Model} model
 * @returns {string} HTML
 */
export function render(templates, name, model) {
  return fill(templates, tokensOf(templates, name), [model]);
}

/** @param {Record<string, string>} templates @param {string} name */
function tokensOf(templates, name) {
  const known = parsed.get(name);
  if (known) return known;
  const tokens = parse(templates[name] ?? '');
  parsed.set(name, tokens);
  return tokens;
}

/** @param {string} template @returns {Token[]} */
function parse(template) {
  const root = /** @type {Token[]} */ ([]);
  const open = [root];
  let end = 0;
  const text = template.replace(LONE_TAG, '$1');
  for (const match of text.matchAll(TAG)) {
    const tokens = open[open.length - 1];
    const start = match.index ?? 0;
    tokens.push({ type: 'text', text: text.slice(end, start) });
    end = start + match[0].length;
    const [, raw, sign, name] = match;
    if (raw || sign === '&') tokens.push({ type: 'raw', text: raw ?? name });
    else if (sign === '#' || sign === '^') {
      const section = /** @type {Section} */ ({ type: sign === '#' ? 'section' : 'inverted', text: name, tokens: [] });
      tokens.push(section);
      open.push(section.tokens);
    } else if (sign === '/') open.pop();
    else if (sign === '>') tokens.push({ type: 'partial', text: name });
    else if (sign !== '!') tokens.push({ type: 'value', text: name });
  }
  root.push({ type: 'text', text: text.slice(end) });
  return root;
}

/**
 * @param {Record<string, string>} templates
 * @param {Token[]} tokens
 * @param {unknown[]} stack contexts, outermost first
 * @returns {string}
 */
function fill(templates, tokens, stack) {
  return tokens.map(token => {
    switch (token.type) {
      case 'text': return token.text;
      case 'raw': return words(lookUp(token.text, stack));
      case 'value': return escape(words(lookUp(token.text, stack)));
      case 'partial': return fill(templates, tokensOf(templates, token.text), stack);
      default: return fillSection(templates, token, stack);
    }
  }).join('');
}

/**
 * @param {Record<string, string>} templates
 * @param {Section} section
 * @param {unknown[]} stack
 */
function fillSection(templates, section, stack) {
  const value = lookUp(section.text, stack);
  const none = value === undefined || value === null || value === false || Array.isArray(value) && !value.length;
  if (section.type === 'inverted') return none ? fill(templates, section.tokens, stack) : '';
  if (none) return '';
  if (Array.isArray(value)) return value.map(one => fill(templates, section.tokens, [...stack, one])).join('');
  return fill(templates, section.tokens, value === true ? stack : [...stack, value]);
}

/**
 * Looks a name up in the context stack. A leading dot restricts the lookup to the innermost context; a lone dot is that
 * context itself.
 * @param {string} name
 * @param {unknown[]} stack
 */
function lookUp(name, stack) {
  const innermost = stack[stack.length - 1];
  if (name === '.') return innermost;
  if (name.startsWith('.')) return member(innermost, name.slice(1));
  for (const level of [...stack].reverse()) {
    const value = member(level, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** @param {unknown} level @param {string} name */
function member(level, name) {
  return level instanceof Object && Object.hasOwn(level, name) ? /** @type {Model} */ (level)[name] : undefined;
}

/** @param {unknown} value */
function words(value) {
  return value === undefined || value === null ? '' : String(value);
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
