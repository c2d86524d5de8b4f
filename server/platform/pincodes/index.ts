/** Where India's pincodes lie (scripts/extract-pincodes.mjs), for distances between them. */
import positions from './positions.json';

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;

interface Position {
  lat: number;
  lng: number;
}

let known: Map<string, Position> | undefined;

/** Read at the first question: most processes never ask. */
function places(): Map<string, Position> {
  if (known) return known;
  const packed = Buffer.from(positions.packed, 'base64');
  known = new Map();
  for (let at = 0; at < packed.length; at += 8)
    known.set(String(packed.readUInt32LE(at)), {
      lat: packed.readUInt16LE(at + 4) / 1000,
      lng: 60 + packed.readUInt16LE(at + 6) / 1000,
    });
  return known;
}

/** As the crow flies between the middles of two pincodes, km; null where one of them is not known. The same pincode is 0. */
export function kmBetween(one: string, other: string): number | null {
  if (one === other) return 0;
  const [from, to] = [places().get(one), places().get(other)];
  if (!from || !to) return null;
  const half = (a: number, b: number) => Math.sin(((b - a) * RADIANS) / 2) ** 2;
  const flat = Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half(from.lat, to.lat) + flat * half(from.lng, to.lng)));
}

/** To the nearest of several; null where none of them is known. */
export function kmToNearest(from: string, to: readonly string[]): number | null {
  let nearest: number | null = null;
  for (const one of to) {
    const km = kmBetween(from, one);
    if (km !== null && (nearest === null || km < nearest)) nearest = km;
  }
  return nearest;
}
