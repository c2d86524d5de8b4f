/** All SQL over a tenant's products and buckets; in a transaction of the tenant. */
import type { BucketRow, Product } from '../../../core/contract/lookups';
import { uuidv7 } from '../../../core/domain/ids';
import { type ProductCategory, STANDARD_BUCKETS } from '../../../core/domain/lookups';
import type { Tx } from '../../db/database';

export const PRODUCT_COLUMNS = { name: 'name', category: 'category', active: 'active' } as const;
export const BUCKET_COLUMNS = { label: 'label', fromDpd: 'from_dpd', toDpd: 'to_dpd', active: 'active' } as const;

export async function productsOf(tx: Tx): Promise<Product[]> {
  return tx.query<Product & Record<string, unknown>>(
    'select id, name, category, active, version from products where tenant_id = current_tenant() order by lower(name), id',
  );
}

export async function findProduct(tx: Tx, id: string): Promise<Product | undefined> {
  const [row] = await tx.query<Product & Record<string, unknown>>(
    'select id, name, category, active, version from products where tenant_id = current_tenant() and id = $1 for update',
    [id],
  );
  return row;
}

export async function addProducts(
  tx: Tx,
  products: readonly { name: string; category: ProductCategory }[],
  now: Date,
): Promise<void> {
  for (const { name, category } of products) {
    await tx.query(
      'insert into products (tenant_id, id, name, category, created_at) values (current_tenant(), $1, $2, $3, $4)',
      [uuidv7(now.getTime()), name, category, now],
    );
  }
}

/** Portfolios, loans and people name their products. */
export async function isProductUsed(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 where exists (select 1 from portfolios
            where tenant_id = current_tenant() and lower($1) = any(array(select lower(p) from unnest(product || products) p)))
        or exists (select 1 from loans where tenant_id = current_tenant() and product = $1)
        or exists (select 1 from users where tenant_id = current_tenant() and $1 = any(products))`,
    [name],
  );
  return rows.length > 0;
}

interface StoredBucket {
  id: string;
  label: string;
  from_dpd: number;
  to_dpd: number | null;
  standard: boolean;
  active: boolean;
  version: number;
}
const present = ({ from_dpd: fromDpd, to_dpd: toDpd, ...row }: StoredBucket): BucketRow => ({ ...row, fromDpd, toDpd });
const BUCKET = 'id, label, from_dpd, to_dpd, standard, active, version';

export async function bucketsOf(tx: Tx): Promise<BucketRow[]> {
  const rows = await tx.query<StoredBucket & Record<string, unknown>>(
    `select ${BUCKET} from buckets where tenant_id = current_tenant()
      order by from_dpd, to_dpd nulls last, not standard, lower(label)`,
  );
  return rows.map(present);
}

export async function findBucket(tx: Tx, id: string): Promise<BucketRow | undefined> {
  const [row] = await tx.query<StoredBucket & Record<string, unknown>>(
    `select ${BUCKET} from buckets where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return row && present(row);
}

/** The specification's six, where they are missing: of a new tenant, or of one that is older than this table. */
export async function addBuckets(tx: Tx, now: Date): Promise<void> {
  for (const { label, fromDpd, toDpd } of STANDARD_BUCKETS) {
    await tx.query(
      `insert into buckets (tenant_id, id, label, from_dpd, to_dpd, standard, created_at)
       values (current_tenant(), $1, $2, $3, $4, true, $5) on conflict do nothing`,
      [uuidv7(now.getTime()), label, fromDpd, toDpd, now],
    );
  }
}

export async function removeRow(tx: Tx, table: 'products' | 'buckets', id: string): Promise<void> {
  await tx.query(`delete from ${table} where tenant_id = current_tenant() and id = $1`, [id]);
}
