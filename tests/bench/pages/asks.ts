/** What an agent asks of the list: buckets, perhaps only open promises, an order, the first page. */
import { BUCKETS, type Bucket } from '../../../core/domain/buckets';
import { randomFrom } from './loans';

export interface Ask {
  buckets: Bucket[];
  ptpOpen: boolean;
  sort: 'overdue' | 'dpd' | 'name' | 'pincode';
  page: number;
}

const SORTS = ['overdue', 'dpd', 'name', 'pincode'] as const;

/** Different ones, so that an answer kept from the last time helps nobody. */
export function makeAsks(count: number, seed: number): Ask[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index): Ask => {
    const from = Math.floor(random() * BUCKETS.length);
    const width = 1 + Math.floor(random() * 3);
    return {
      buckets: BUCKETS.slice(from, from + width),
      ptpOpen: random() < 0.5,
      sort: SORTS[index % SORTS.length] as Ask['sort'],
      page: 25,
    };
  });
}
