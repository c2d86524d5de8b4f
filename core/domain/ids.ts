/**
 * UUIDv7 (RFC 9562): the first 48 bits are milliseconds, so keys made in order sort in order and indexes stay dense.
 * Made on the device as well as on the server; a counter in rand_a keeps ids made in one millisecond ordered.
 */
let lastMillis = 0;
let counter = 0;

export function uuidv7(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  if (now > lastMillis) {
    lastMillis = now;
    counter = (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMillis += 1;
      counter = 0;
    }
  }
  const time = lastMillis.toString(16).padStart(12, '0');
  const hex = Array.from(random.subarray(2), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (8 + (Number.parseInt(hex[0] ?? '0', 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${hex.slice(1, 4)}-${hex.slice(4, 16)}`;
}

/** Whether a value is an id as this system writes them; anything else would fail in a comparison with a column of ids. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
