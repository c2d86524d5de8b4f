/** Real cities with real pincodes and positions, nearest to the middle of the city first (scripts/extract-demo-data.mjs). */
import banksFile from './data/banks.json';
import placesFile from './data/places.json';
import type { Language } from './names';

export type Region = 'North' | 'South' | 'East' | 'West';

export interface Pin {
  pincode: string;
  locality: string;
  lat: number;
  lng: number;
}

export interface City {
  city: string;
  state: string;
  region: Region;
  /** Most spoken first. */
  languages: Language[];
  pins: Pin[];
}

export interface Bank {
  code: string;
  name: string;
  ifsc: string;
  micr: string;
  type: string;
}

type RawPlace = Omit<City, 'pins'> & { pins: [string, string, number, number][] };

export const CITIES: readonly City[] = (placesFile as unknown as RawPlace[]).map((place) => ({
  ...place,
  pins: place.pins.map(([pincode, locality, lat, lng]) => ({ pincode, locality, lat, lng })),
}));

export const BANKS: readonly Bank[] = banksFile;

export function cityNamed(name: string): City {
  const found = CITIES.find(({ city }) => city === name);
  if (!found) throw new Error(`server/demo/data/places.json has no ${name}`);
  return found;
}

export function bankNamed(name: string): Bank {
  const found = BANKS.find((bank) => bank.name === name);
  if (!found) throw new Error(`server/demo/data/banks.json has no ${name}`);
  return found;
}

const squared = (a: Pin, b: Pin) => {
  const x = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180);
  return x * x + (a.lat - b.lat) ** 2;
};

/**
 * The pincodes of one agent: a seed pincode and its nearest neighbours. Agents of one city start from seeds spread over
 * the city, so territories overlap only where there are more agents than pincodes.
 */
export function territory(city: City, index: number, of: number, size: number): Pin[] {
  const seed = city.pins[Math.floor((index * city.pins.length) / Math.max(of, 1)) % city.pins.length] ?? city.pins[0];
  if (!seed) throw new Error(`${city.city} has no pincodes`);
  return [...city.pins]
    .sort((a, b) => squared(seed, a) - squared(seed, b) || a.pincode.localeCompare(b.pincode))
    .slice(0, size);
}
