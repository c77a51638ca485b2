/**
 * Makes a version 7 UUID (RFC 9562 section 5.7): the time in milliseconds, then random bits.
 * @param {number} time milliseconds since 1970
 */
export function identifier(time = Date.now()) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setUint32(0, Math.floor(time / 0x10000));
  new DataView(bytes.buffer).setUint16(4, time % 0x10000);
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
