// Classroom's rules, compiled to WebAssembly from the server's source: they predict the server's verdict on entries,
// and compute the state of a class and the distance to a venue.

/** @typedef {import('../journal/entries.js').FieldProblem} FieldProblem */
/** @typedef {string | number | boolean | null | object} Value */
/** @typedef {{ phase: string, runningSince: number | null, worked: number, endedAt: number | null, paused: number, duration: number }} LifeCycle */

/** Memory size at which the instance is replaced, since nothing in it is ever freed, in bytes. */
const MOST_MEMORY = 8 * 1024 * 1024;

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;

/** @type {WebAssembly.Instance | undefined} */
let instance;

/** First free byte of the memory. */
let free = 0;

/**
 * Loads the rules once; rejects if unavailable.
 * @returns {Promise<typeof rules>}
 */
export async function load() {
  loading ??= WebAssembly.compileStreaming(fetch(new URL('../../classroom.wasm', import.meta.url)));
  try {
    module = await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
  return rules;
}

/** @type {WebAssembly.Module | undefined} */
let module;

const rules = {
  /**
   * Checks an entry without the book.
   * @param {string} device
   * @param {number} now milliseconds since 1970
   * @param {Record<string, Value>} entry
   * @returns {FieldProblem[]}
   */
  judge(device, now, entry) {
    const answer = call('judge', [device, now, ...Object.entries(entry).flat()]);
    return triples(answer).map(([field, code, message]) => ({ field, code, message }));
  },

  /**
   * Computes the current state of a class.
   * @param {number} now
   * @param {number} startedAt
   * @param {{ step: string, at: number }[]} steps in the order in which they were made
   * @returns {LifeCycle}
   */
  follow(now, startedAt, steps) {
    const [phase, runningSince, worked, endedAt, paused, duration] =
      call('follow', [now, startedAt, ...steps.flatMap(({ step, at }) => [step, at])]);
    return /** @type {LifeCycle} */ ({ phase, runningSince, worked, endedAt, paused, duration });
  },

  /**
   * Locates a device relative to a venue's geofence, with the distance from its centre in metres.
   * @param {{ latitude: number, longitude: number, accuracy: number, age: number }} fix metres and milliseconds
   * @param {{ latitude: number, longitude: number, radius: number }} venue
   * @param {number} [worstAccuracy] worst accepted accuracy, in metres
   */
  locate(fix, venue, worstAccuracy) {
    const [answer, distance, isTold] = call('locate', [
      fix.latitude, fix.longitude, fix.accuracy, fix.age, venue.latitude, venue.longitude, venue.radius,
      ...worstAccuracy === undefined ? [] : [worstAccuracy],
    ]);
    return { answer: String(answer), distance: Number(distance), isTold: isTold === 1 };
  },

  /**
   * Reads a position that people typed or pasted; undefined if there is none in the text.
   * @param {string} text
   */
  place(text) {
    const [latitude, longitude] = call('place', [text]).map(Number);
    return longitude === undefined ? undefined : { latitude, longitude };
  },

  /**
   * Counts the waiting entries that fit into a batch.
   * @param {number[]} sizes size of each in bytes, oldest first
   */
  batch(sizes) {
    return Number(call('batch', sizes)[0]);
  },
};

/**
 * @param {'judge' | 'follow' | 'locate' | 'place' | 'batch'} name
 * @param {Value[]} values
 */
function call(name, values) {
  const { exports } = fresh();
  const message = encode(values);
  const start = allocate(message.length, 8);
  bytes().set(message, start);
  const place = /** @type {(start: number, count: number) => number} */ (exports[name])(start, message.length) >>> 0;
  const length = view().getUint32(place, true);
  return decode(bytes().slice(place + 4, place + 4 + length));
}

/** Makes or reuses an instance with enough free memory. */
function fresh() {
  if (instance && free < MOST_MEMORY) return instance;
  if (!module) throw new Error('The rules have not been loaded.');
  instance = new WebAssembly.Instance(module, { env: environment });
  free = /** @type {WebAssembly.Global} */ (instance.exports.__heap_base).value;
  return instance;
}

function memory() {
  return /** @type {WebAssembly.Memory} */ (instance?.exports.memory);
}

function bytes() {
  return new Uint8Array(memory().buffer);
}

function view() {
  return new DataView(memory().buffer);
}

/** @param {number} size @param {number} alignment */
function allocate(size, alignment) {
  const place = Math.ceil(free / alignment) * alignment;
  free = place + size;
  const lack = free - memory().buffer.byteLength;
  if (lack > 0) memory().grow(Math.ceil(lack / 0x10000));
  return place;
}

/** Functions that Embedded Swift imports: some of C's, and 128-bit multiplication. */
const environment = {
  /** @param {number} out @param {number} alignment @param {number} size */
  posix_memalign(out, alignment, size) {
    // Allocates before viewing the memory, which growing detaches.
    const place = allocate(size >>> 0, alignment);
    view().setUint32(out, place, true);
    return 0;
  },
  free() {},
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
  __stack_chk_fail() {
    throw new Error('The rules’ stack is broken.');
  },
};

const [TEXT, NUMBER, FALSE, TRUE, NULL, NESTED] = [1, 2, 3, 4, 5, 6];

/**
 * Encodes values in the format of Sources/ClassroomWasm/Message.swift.
 * @param {Value[]} values
 */
function encode(values) {
  const parts = values.map(encodeOne);
  const message = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    message.set(part, position);
    position += part.length;
  }
  return message;
}

/** @param {Value} value */
function encodeOne(value) {
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    const part = new Uint8Array(5 + text.length);
    part[0] = TEXT;
    new DataView(part.buffer).setUint32(1, text.length, true);
    part.set(text, 5);
    return part;
  }
  if (typeof value === 'number') {
    const part = new Uint8Array(9);
    part[0] = NUMBER;
    new DataView(part.buffer).setFloat64(1, value, true);
    return part;
  }
  if (typeof value === 'boolean') return Uint8Array.of(value ? TRUE : FALSE);
  return Uint8Array.of(value === null ? NULL : NESTED);
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
      values.push(new TextDecoder().decode(message.subarray(position + 4, end)));
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

/** @param {(string | number | boolean | null)[]} values */
function triples(values) {
  return Array.from({ length: values.length / 3 }, (_, index) => values.slice(index * 3, index * 3 + 3).map(String));
}
