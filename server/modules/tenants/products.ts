import type { Tx } from '../../db/database';

/**
 * The products that forms of a tenant offer, by name: its own list, except those it no longer offers, and every product
 * that one of its portfolios names, the second and third of a portfolio too.
 */
export async function offeredProducts(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct name from (
        select name from products where tenant_id = current_tenant() and active
        union select product from portfolios where tenant_id = current_tenant()
        union select unnest(products) from portfolios where tenant_id = current_tenant()) offered
      order by name`,
  );
  return rows.map(({ name }) => name);
}
