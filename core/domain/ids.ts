/**
 * UUIDv7 (RFC 9562): the first 48 bits are milliseconds, so keys made in order sort in order and indexes stay dense.
 * Made on the device as well as on the server; a counter in rand_a keeps ids made in one millisecond ordered.
 */
let lastMillis = 0;
let counter = 0;
/** Asked for once for many ids: a file of a million loans makes two of each. */
const random = new Uint8Array(2000);
let used = random.length;

function byte(): number {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  return random[used++] as number;
}
const hex = (value = byte()) => (256 | value).toString(16).slice(1);

export function uuidv7(now: number = Date.now()): string {
  if (now > lastMillis) {
    lastMillis = now;
    counter = ((byte() << 8) | byte()) & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMillis += 1;
      counter = 0;
    }
  }
  const time = lastMillis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${hex((byte() & 0x3f) | 0x80)}${hex()}-${hex()}${hex()}${hex()}${hex()}${hex()}${hex()}`;
}

/** Whether a value is an id as this system writes them; anything else would fail in a comparison with a column of ids. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
