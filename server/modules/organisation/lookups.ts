/** What forms choose from, and the tenant's own products and buckets. */

import type { RequestOf } from '../../../core/contract/kit';
import type {
  BucketRow,
  createBucket,
  createProduct,
  Lookups,
  Product,
  updateBucket,
  updateProduct,
} from '../../../core/contract/lookups';
import { uuidv7 } from '../../../core/domain/ids';
import { LANGUAGES, type Language } from '../../../core/domain/languages';
import { CHANNELS, INSTITUTIONS, PRODUCT_CATEGORIES, REGIONS, STATES } from '../../../core/domain/lookups';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import {
  addBuckets,
  BUCKET_COLUMNS,
  bucketsOf,
  findBucket,
  findProduct,
  isProductUsed,
  PRODUCT_COLUMNS,
  productsOf,
  removeRow,
} from './lookups-repository';
import { difference, insertRecord, namesAreNew, note, refuseStale, updateRecord } from './records';
import { chosenOf } from './tenants-repository';

const TAKEN = {
  products_name: { path: 'name', message: 'There is already a product with this name.' },
  buckets_label: { path: 'label', message: 'There is already a bucket with this name.' },
};

const brief = ({ code, name, native }: Language) => ({ code, name, native });
const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new ApiError('not-found');
  return row;
};

function refuseRange({ fromDpd, toDpd }: { fromDpd: number; toDpd: number | null }): void {
  if (toDpd === null || toDpd >= fromDpd) return;
  const message = 'The last day must not come before the first.';
  throw new ApiError('invalid', { message, fields: [{ path: 'toDpd', message }] });
}

export function lookupService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);

  return {
    async all(actor: Actor): Promise<Lookups> {
      const now = clock.now();
      const own = await run(actor, async (tx) => {
        let buckets = await bucketsOf(tx);
        if (buckets.length === 0) {
          await addBuckets(tx, now);
          buckets = await bucketsOf(tx);
        }
        return { products: await productsOf(tx), buckets };
      });
      return {
        productCategories: [...PRODUCT_CATEGORIES],
        regions: [...REGIONS],
        channels: [...CHANNELS],
        institutions: [...INSTITUTIONS],
        ...own,
        southIndianLanguages: LANGUAGES.filter(({ south }) => south).map(brief),
        otherLanguages: LANGUAGES.filter(({ south }) => !south).map(brief),
        states: [...STATES],
        tenant: await db.platform((tx) => chosenOf(tx, actor.tenantId)),
      };
    },

    async createProduct(actor: Actor, body: RequestOf<typeof createProduct>['body']): Promise<Product> {
      const now = clock.now();
      const id = uuidv7(now.getTime());
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            await insertRecord(tx, 'products', PRODUCT_COLUMNS, id, body, { created_at: now });
            await note(tx, actor, 'products.created', { kind: 'product', id }, { after: body }, now);
            return found(await findProduct(tx, id));
          }),
        TAKEN,
      );
    },

    async updateProduct(actor: Actor, id: string, body: RequestOf<typeof updateProduct>['body']): Promise<Product> {
      const now = clock.now();
      const { version, ...fields } = body;
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            const held = found(await findProduct(tx, id));
            refuseStale({ ...held, updatedBy: null }, version);
            const changed = difference({ ...held }, fields);
            if (!changed) return held;
            if (fields.name !== held.name && (await isProductUsed(tx, held.name))) {
              const message = 'Portfolios, loans or people name this product, so it keeps its name.';
              throw new ApiError('invalid', { message, fields: [{ path: 'name', message }] });
            }
            await updateRecord(tx, 'products', PRODUCT_COLUMNS, id, fields);
            await note(tx, actor, 'products.updated', { kind: 'product', id }, changed, now);
            return found(await findProduct(tx, id));
          }),
        TAKEN,
      );
    },

    async deleteProduct(actor: Actor, id: string): Promise<void> {
      await run(actor, async (tx) => {
        const held = found(await findProduct(tx, id));
        if (await isProductUsed(tx, held.name)) {
          throw new ApiError('conflict', {
            message: 'Portfolios, loans or people name this product. Stop offering it instead.',
          });
        }
        await removeRow(tx, 'products', id);
        await note(tx, actor, 'products.deleted', { kind: 'product', id }, { before: held }, clock.now());
      });
    },

    async createBucket(actor: Actor, body: RequestOf<typeof createBucket>['body']): Promise<BucketRow> {
      refuseRange(body);
      const now = clock.now();
      const id = uuidv7(now.getTime());
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            await addBuckets(tx, now);
            await insertRecord(tx, 'buckets', BUCKET_COLUMNS, id, body, { created_at: now });
            await note(tx, actor, 'buckets.created', { kind: 'bucket', id }, { after: body }, now);
            return found(await findBucket(tx, id));
          }),
        TAKEN,
      );
    },

    async updateBucket(actor: Actor, id: string, body: RequestOf<typeof updateBucket>['body']): Promise<BucketRow> {
      refuseRange(body);
      const now = clock.now();
      const { version, ...fields } = body;
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            const held = found(await findBucket(tx, id));
            refuseStale({ ...held, updatedBy: null }, version);
            const changed = difference({ ...held }, fields);
            if (!changed) return held;
            if (held.standard && Object.keys(changed.after).some((field) => field !== 'active')) {
              const message = 'Every loan is sorted into the standard buckets: one can be switched off, not changed.';
              throw new ApiError('invalid', { message, fields: [{ path: 'label', message }] });
            }
            await updateRecord(tx, 'buckets', BUCKET_COLUMNS, id, fields);
            await note(tx, actor, 'buckets.updated', { kind: 'bucket', id }, changed, now);
            return found(await findBucket(tx, id));
          }),
        TAKEN,
      );
    },

    async deleteBucket(actor: Actor, id: string): Promise<void> {
      await run(actor, async (tx) => {
        const held = found(await findBucket(tx, id));
        if (held.standard) {
          throw new ApiError('conflict', { message: 'The standard buckets stay. Switch it off instead.' });
        }
        await removeRow(tx, 'buckets', id);
        await note(tx, actor, 'buckets.deleted', { kind: 'bucket', id }, { before: held }, clock.now());
      });
    },
  };
}
