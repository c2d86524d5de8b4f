/** A lender's file (loan-file.ts) brought in by somebody who knows SQL: psql's \copy into a table of texts, and one INSERT … SELECT a table. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTenantWorld } from '../../support/world';
import type { startDurablePostgres } from './installation';

const COLUMNS = 40;
const paise = (column: string) => `(${column}::numeric * 100)::bigint`;
const day = (column: string) => `to_date(${column}, 'DD/MM/YYYY')`;

/** Milliseconds, with the triggers of the tables, in an empty book. Nothing is checked. */
export async function broughtInByHand(
  { db, url, bin }: NonNullable<Awaited<ReturnType<typeof startDurablePostgres>>>,
  file: string,
  rows: number,
): Promise<number> {
  const world = await createTenantWorld(db);
  const texts = Array.from({ length: COLUMNS }, (_, at) => `c${at + 1} text`).join(', ');
  await db.owner((tx) => tx.query(`create table by_hand (line bigint generated always as identity, ${texts})`));
  const list = Array.from({ length: COLUMNS }, (_, at) => `c${at + 1}`).join(', ');
  const began = performance.now();
  await promisify(execFile)(join(bin, 'psql'), [
    url,
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    `\\copy by_hand (${list}) from '${file}' with (format csv, header true)`,
  ]);
  await world.run(async (tx) => {
    await tx.query(
      `create temporary table numbered on commit drop as
       select h.*, gen_random_uuid() as loan, gen_random_uuid() as borrower, p.id as portfolio, p.client_id as client
         from by_hand h cross join lateral (select id, client_id from portfolios where tenant_id = current_tenant() order by id limit 1) p`,
    );
    await tx.query(
      `insert into borrowers (tenant_id, id, name, language, born_on, email, employer, pan_masked, pan_hash)
       select current_tenant(), borrower, c2, 'hi', ${day('c26')}, c27, c30, 'XXXXX' || right(c28, 5),
              encode(sha256((current_tenant()::text || ':' || c28)::bytea), 'hex') from numbered order by line`,
    );
    await tx.query(
      `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, batch_no, sanctioned_on, disbursed_on,
         tenure_months, rate, emi_paise, due_day, dpd, dpd_month_open, bucket, dpd_as_of, dpd_reported, dpd_reported_on, entered_on,
         pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, penal_paise, charges_paise, foreclosure_paise,
         last_payment_on, last_payment_paise, nach_status, last_bounce_reason, cibil)
       select current_tenant(), loan, c1, client, portfolio, borrower, c3, c4, ${day('c5')}, ${day('c6')}, c7::int, c8::numeric, ${paise('c9')},
              c10::int, c11::int, c11::int, bucket_of(c11::int), current_date, c11::int, current_date, current_date,
              ${['c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20'].map(paise).join(', ')}, ${day('c21')}, ${paise('c22')}, c23, c24, c29::int
         from numbered order by line`,
    );
    await tx.query(
      `insert into phones (tenant_id, id, borrower_id, number, owner, rank)
       select current_tenant(), gen_random_uuid(), borrower, v.number, 'self', v.n
         from numbered cross join lateral (values (1, c31), (2, c32)) v(n, number) order by line, v.n`,
    );
    await tx.query(
      `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank)
       select current_tenant(), gen_random_uuid(), borrower, 'residence', c33, c34, c35, c36, 1 from numbered order by line`,
    );
    await tx.query(
      `insert into loan_people (tenant_id, id, loan_id, name, relation)
       select current_tenant(), gen_random_uuid(), loan, c38, 'reference' from numbered order by line`,
    );
  });
  const took = performance.now() - began;
  const [found] = await world.run((tx) =>
    tx.query<{ loans: number }>('select count(*) as loans from loans where tenant_id = current_tenant()'),
  );
  if (found?.loans !== rows) throw new Error(`By hand ${found?.loans} of ${rows} loans came in`);
  await db.owner((tx) => tx.query('drop table by_hand'));
  return took;
}
