// Classroom and Pages, compiled to WebAssembly from the server's source: how to call the module, and its memory.

import { letters } from '../screen/wording.js';

/** @typedef {string | number | boolean | null | undefined | object} Value */

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;

/** @type {WebAssembly.Instance | undefined} */
let instance;

/** How often the module was begun anew, and so knows nothing any more. */
let beginnings = 0;

/** Loads the module once; rejects if unavailable. Resolves to how often it was begun. */
export async function loadModule() {
  loading ??= WebAssembly.compileStreaming(fetch(new URL('../../classroom.wasm', import.meta.url)));
  try {
    begin(await loading);
  } catch (error) {
    loading = undefined;
    throw error;
  }
  return beginnings;
}

/** @param {WebAssembly.Module} module */
function begin(module) {
  if (instance) return;
  instance = new WebAssembly.Instance(module, { env: environment });
  top = Math.ceil(/** @type {WebAssembly.Global} */ (instance.exports.__heap_base).value / UNIT) * UNIT;
  spare.clear();
  beginnings += 1;
}

/**
 * Calls a function of the module.
 * @param {string} name
 * @param {Uint8Array} message arguments, as `encode` or `encodeTree` makes them
 * @returns {(string | number | boolean | null)[]}
 */
export function call(name, message) {
  if (!instance) throw new Error('The module has not been loaded.');
  try {
    const start = allocate(message.length);
    bytes().set(message, start);
    const run = /** @type {(start: number, count: number) => number} */ (instance.exports[name]);
    const place = run(start, message.length) >>> 0;
    release(start);
    const length = view().getUint32(place, true);
    const answer = decode(bytes().slice(place + 4, place + 4 + length));
    release(place);
    return answer;
  } catch (error) {
    // What stopped in the middle is not to be trusted any more.
    instance = undefined;
    throw error;
  }
}

/** Blocks of memory are multiples of this many bytes, as which they begin; one goes before each and has its size. */
const UNIT = 16;

/** Up to this size blocks are as large as asked; larger ones are powers of two, so that they fit others again. */
const SMALL = 1024;

/** First byte that was never given out. */
let top = 0;

/**
 * Blocks that were given back, by size.
 * @type {Map<number, number[]>}
 */
const spare = new Map();

/** @param {number} size */
function allocate(size) {
  const room = size <= SMALL ? Math.max(1, Math.ceil(size / UNIT)) * UNIT : 2 ** Math.ceil(Math.log2(size));
  const again = spare.get(room)?.pop();
  if (again !== undefined) return again;
  const place = top + UNIT;
  top = place + room;
  const lack = top - memory().buffer.byteLength;
  if (lack > 0) memory().grow(Math.max(Math.ceil(lack / 0x10000), 16));
  view().setUint32(place - UNIT, room, true);
  return place;
}

/** @param {number} place */
function release(place) {
  if (!place) return;
  const room = view().getUint32(place - UNIT, true);
  const others = spare.get(room);
  if (others) others.push(place);
  else spare.set(room, [place]);
}

function memory() {
  return /** @type {WebAssembly.Memory} */ (instance?.exports.memory);
}

/** @type {DataView | undefined} */
let lastView;

/** The memory, of which there is another once it has grown. */
function view() {
  const { buffer } = memory();
  if (lastView?.buffer !== buffer) lastView = new DataView(buffer);
  return lastView;
}

function bytes() {
  return new Uint8Array(memory().buffer);
}

/** @param {number} start @param {number} count */
function textAt(start, count) {
  return decoder.decode(bytes().subarray(start, start + count));
}

/**
 * What the device's book asks of the page. Only pages that have a book load it.
 * @type {import('./host.js').Host | undefined}
 */
let host;

/** @param {import('./host.js').Host} answers */
export function answerBy(answers) {
  host = answers;
}

/** Functions that the module imports: some of C's, 128-bit multiplication, and what only the page knows. */
const environment = {
  /** @param {number} out @param {number} _ alignment, at most that of every block @param {number} size */
  posix_memalign(out, _, size) {
    const place = allocate(size >>> 0);
    view().setUint32(out, place, true);
    return 0;
  },
  free: release,
  /** @param {number} one @param {number} other @param {number} count */
  memcmp(one, other, count) {
    const all = bytes();
    for (let index = 0; index < count; index += 1) {
      const difference = all[one + index] - all[other + index];
      if (difference) return difference;
    }
    return 0;
  },
  /** @param {number} start @param {number} count */
  arc4random_buf(start, count) {
    crypto.getRandomValues(bytes().subarray(start, start + count));
  },
  /** @param {number} number rounded half away from zero, as in C */
  round: number => Math.sign(number) * Math.round(Math.abs(number)),
  /** @param {number} out @param {bigint} low @param {bigint} high @param {bigint} otherLow @param {bigint} otherHigh */
  __multi3(out, low, high, otherLow, otherHigh) {
    const wide = (/** @type {bigint} */ one, /** @type {bigint} */ two) => BigInt.asUintN(64, one) + (two << 64n);
    const product = wide(low, high) * wide(otherLow, otherHigh);
    view().setBigUint64(out, BigInt.asUintN(64, product), true);
    view().setBigUint64(out + 8, BigInt.asUintN(64, product >> 64n), true);
  },
  /** @param {number} start @param {number} count */
  characters: (start, count) => letters(textAt(start, count)).length,
  /** @param {number} what @param {number} start @param {number} count */
  ask: (what, start, count) => written(host?.ask(what, textAt(start, count))),
  /** @param {number} number */
  digits: number => written(Number.isInteger(number) ? `${number}.0` : String(number)),
  /** @param {number} start @param {number} count @param {number} seconds */
  ahead: (start, count, seconds) => host?.ahead(textAt(start, count), seconds) ?? 0,
};

/**
 * Writes a text where the module reads it, and frees it: its length in four bytes, and its UTF-8.
 * @param {string} [text]
 */
function written(text) {
  const utf8 = encoder.encode(text);
  const place = allocate(4 + utf8.length);
  view().setUint32(place, utf8.length, true);
  bytes().set(utf8, place + 4);
  return place;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Characters of a text that is written one by one. */
const SHORT = 64;

const [TEXT, NUMBER, FALSE, TRUE, NULL, NESTED, LIST, OBJECT] = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Encodes values in the format of Sources/ClassroomWasm/Message.swift. Of lists and objects it is said that they are some.
 * @param {Value[]} values
 */
export function encode(values) {
  const writer = new Writer();
  for (const value of values) writer.add(value, false);
  return writer.message;
}

/**
 * Encodes values with all that is in them.
 * @param {Value[]} values
 */
export function encodeTree(values) {
  const writer = new Writer();
  for (const value of values) writer.add(value, true);
  return writer.message;
}

/** Writer of a message. */
class Writer {
  #bytes = new Uint8Array(1024);
  #numbers = new DataView(this.#bytes.buffer);
  #end = 0;

  get message() {
    return this.#bytes.slice(0, this.#end);
  }

  /** @param {Value} value @param {boolean} isWhole */
  add(value, isWhole) {
    if (typeof value === 'string') this.#addText(value);
    else if (typeof value === 'number') this.#addNumber(value);
    else if (typeof value === 'boolean') this.#addByte(value ? TRUE : FALSE);
    else if (value === null || value === undefined) this.#addByte(NULL);
    else if (!isWhole) this.#addByte(NESTED);
    else if (Array.isArray(value)) {
      this.#addCount(LIST, value.length);
      for (const one of value) this.add(one, true);
    } else {
      const members = Object.entries(value).filter(([, one]) => one !== undefined);
      this.#addCount(OBJECT, members.length);
      for (const [name, one] of members) {
        this.#addText(name);
        this.add(one, true);
      }
    }
  }

  /** @param {string} text */
  #addText(text) {
    this.#need(5 + text.length * 3);
    const written = this.#addShort(text) ?? encoder.encodeInto(text, this.#bytes.subarray(this.#end + 5)).written ?? 0;
    this.#addCount(TEXT, written);
    this.#end += written;
  }

  /**
   * Writes a short text of ASCII, such as almost all in a book: for these the encoder takes several times as long.
   * @param {string} text
   * @returns {number | undefined} bytes; undefined for another text
   */
  #addShort(text) {
    const { length } = text;
    if (length > SHORT) return undefined;
    for (let index = 0; index < length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return undefined;
      this.#bytes[this.#end + 5 + index] = unit;
    }
    return length;
  }

  /** @param {number} number */
  #addNumber(number) {
    this.#addByte(NUMBER);
    this.#need(8);
    this.#numbers.setFloat64(this.#end, number, true);
    this.#end += 8;
  }

  /** @param {number} type @param {number} count */
  #addCount(type, count) {
    this.#addByte(type);
    this.#need(4);
    this.#numbers.setUint32(this.#end, count, true);
    this.#end += 4;
  }

  /** @param {number} byte */
  #addByte(byte) {
    this.#need(1);
    this.#bytes[this.#end] = byte;
    this.#end += 1;
  }

  /** @param {number} count */
  #need(count) {
    if (this.#end + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#end + count));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#numbers = new DataView(larger.buffer);
  }
}

/** @param {Uint8Array} message */
function decode(message) {
  const values = /** @type {(string | number | boolean | null)[]} */ ([]);
  const numbers = new DataView(message.buffer);
  for (let position = 0; position < message.length;) {
    const type = message[position];
    position += 1;
    if (type === TEXT) {
      const end = position + 4 + numbers.getUint32(position, true);
      values.push(decoder.decode(message.subarray(position + 4, end)));
      position = end;
    } else if (type === NUMBER) {
      values.push(numbers.getFloat64(position, true));
      position += 8;
    } else {
      values.push(type === NULL ? null : type === TRUE);
    }
  }
  return values;
}
