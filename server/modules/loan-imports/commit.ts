/**
 * Rows of a verified import into the book, set-wise and some thousand lines at a time, all in the caller's transaction: a chunk that is
 * tried again finds nothing done. Loans are locked in the order of their ids, as records lock them.
 */
import type { Day } from '../../../core/domain/dates';
import type { LoanMapping } from '../../../core/domain/loan-import';
import type { Tx } from '../../db/database';
import {
  ADDRESSES_OF,
  changesOf,
  givenFields,
  ITS_BORROWER,
  KNOWN_LOAN,
  lookedUp,
  NEW_DPD,
  PEOPLE_OF,
  PHONES_OF,
  partsOf,
  TARGETS,
} from './columns';
import type { Counts, ImportRow } from './repository';
import { addedParts, type Lines, refuseRows } from './staging';

const LINES =
  's.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3 and s.refusal is null';

/** A loan's number is known to the book; `l.id <> s.loan_id` keeps out what this import has made itself. */
const KNOWN = `from loan_import_rows s
  ${KNOWN_LOAN}
  ${ITS_BORROWER}
 where ${LINES}`;

/** Ids of what hangs on a new borrower end in a number of their own, so that they lie beside each other in their index. */
const idOf = (of: string, from: number) =>
  `overlay(${of}::text placing lpad(to_hex(${from} + v.n), 2, '0') from 35 for 2)::uuid`;

interface Chunk {
  importId: string;
  lines: Lines;
  row: Pick<ImportRow, 'client_id' | 'mapping' | 'batch_no'>;
  today: Day;
  now: Date;
}

async function insertFresh(tx: Tx, { importId, lines, row, today, now }: Chunk, mapping: LoanMapping): Promise<number> {
  const given = givenFields(mapping);
  const of = (table: 'loans' | 'borrowers') =>
    TARGETS.filter((target) => target.table === table && (given.has(target.field) || target.otherwise !== undefined));
  const value = ({ field, given: cell, otherwise }: (typeof TARGETS)[number]) =>
    !given.has(field) ? (otherwise ?? 'null') : otherwise === undefined ? cell : `coalesce(${cell}, ${otherwise})`;
  const at = [importId, ...lines];
  const borrower = of('borrowers');
  await tx.query(
    `insert into borrowers (tenant_id, id, ${borrower.map(({ column }) => column).join(', ')})
     select s.tenant_id, s.borrower_id, ${borrower.map(value).join(', ')} from loan_import_rows s
      where ${LINES} and not exists (select 1 from loans l where l.tenant_id = s.tenant_id and l.loan_number = s.loan_number offset 0)
      order by s.line`,
    at,
  );
  const loan = of('loans').filter(({ column }) => column !== 'batch_no');
  const inserted = await tx.query<{ count: number }>(
    `with made as (
       insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, batch_no, dpd, bucket, dpd_as_of, dpd_reported,
                          dpd_reported_on, entered_on, updated_at, ${loan.map(({ column }) => column).join(', ')})
       select s.tenant_id, s.loan_id, s.loan_number, p.client_id, p.id, s.borrower_id, ${given.has('batchNo') ? 'coalesce(s.batch_no, $4)' : '$4::text'},
              ${NEW_DPD}, bucket_of(${NEW_DPD}), $5::date, ${NEW_DPD}, $5::date, $5::date, $6, ${loan.map(value).join(', ')}
         from loan_import_rows s join portfolios p on p.tenant_id = s.tenant_id and p.id = s.portfolio::uuid
         ${lookedUp('b', 'borrowers', 'k.tenant_id = s.tenant_id and k.id = s.borrower_id')}
        where ${LINES}
        order by s.line
       on conflict (tenant_id, loan_number) do nothing returning 1)
     select count(*) as count from made`,
    [...at, row.batch_no, today, now],
  );
  // Somebody entered the same number by hand in between: the row is a known loan's by now.
  await tx.query(
    `delete from borrowers where tenant_id = current_tenant() and id = any(array(
       select s.borrower_id from loan_import_rows s
        where ${LINES}
          and not exists (select 1 from loans l where l.tenant_id = s.tenant_id and l.id = s.loan_id offset 0)
          and exists (select 1 from borrowers b where b.tenant_id = s.tenant_id and b.id = s.borrower_id offset 0)))`,
    at,
  );
  const MADE = `from loan_import_rows s ${lookedUp('l', 'loans', 'k.tenant_id = s.tenant_id and k.id = s.loan_id')}`;
  const parts = partsOf(given);
  if (parts.phones)
    await tx.query(
      `insert into phones (tenant_id, id, borrower_id, number, owner, rank)
       select s.tenant_id, ${idOf('s.borrower_id', 0)}, s.borrower_id, v.number, v.owner, v.n ${MADE} ${PHONES_OF}
        where ${LINES} and v.number is not null order by s.line, v.n`,
      at,
    );
  if (parts.addresses)
    await tx.query(
      `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank)
       select s.tenant_id, ${idOf('s.borrower_id', 0)}, s.borrower_id, v.kind, v.line, v.city, v.state, v.pincode, v.n ${MADE} ${ADDRESSES_OF}
        where ${LINES} and v.line is not null order by s.line, v.n`,
      at,
    );
  if (parts.people)
    await tx.query(
      `insert into loan_people (tenant_id, id, loan_id, name, relation)
       select s.tenant_id, ${idOf('s.loan_id', 0)}, s.loan_id, v.name, v.relation ${MADE} ${PEOPLE_OF}
        where ${LINES} and v.name is not null order by s.line, v.n`,
      at,
    );
  return inserted[0]?.count ?? 0;
}

/** Adds what `wanted` (id, line, loan, borrower and more) finds by `insert`, and notes it as added by the line. */
const noting = (wanted: string, insert: string) => `
  with wanted as materialized (${wanted}), made as (${insert})
  insert into loan_import_changes (tenant_id, import_id, line, loan_id, borrower_id, before, after, added, at)
  select current_tenant(), $1, w.line, w.loan, w.borrower, '{}', '{}', array_agg(w.id), $4
    from wanted w group by w.line, w.loan, w.borrower
  on conflict (tenant_id, import_id, line) do update set added = loan_import_changes.added || excluded.added`;

/** Answers how many known loans got something new. */
async function updateKnown(
  tx: Tx,
  { importId, lines, today, now }: Chunk,
  mapping: LoanMapping,
): Promise<{ known: number; updated: number }> {
  const given = givenFields(mapping);
  const changes = changesOf(given, mapping.policy.known);
  const at = [importId, ...lines];
  const [known] = await tx.query<{ count: number }>(`select count(*) as count ${KNOWN}`, at);
  if (!known?.count) return { known: 0, updated: 0 };
  const parts = addedParts(mapping, { phones: PHONES_OF, addresses: ADDRESSES_OF, people: PEOPLE_OF });
  if (changes.length === 0 && parts.length === 0) return { known: known.count, updated: 0 };
  // All loans of these borrowers show what changes about them.
  await tx.query(
    `select 1 from loans where tenant_id = current_tenant() and borrower_id = any(array(select l.borrower_id ${KNOWN})) order by id for no key update`,
    at,
  );
  const wanted = partsOf(given);
  const added = parts.length > 0;
  if (added && wanted.phones)
    await tx.query(
      noting(
        `select gen_random_uuid() as id, s.line, l.id as loan, l.borrower_id as borrower, v.number, v.owner,
                     (select count(*) from phones o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id) + v.n as rank
                ${KNOWN.replace('\n where ', ` ${PHONES_OF} where `)} and v.number is not null
                 and not exists (select 1 from phones o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id and o.number = v.number offset 0)`,
        `insert into phones (tenant_id, id, borrower_id, number, owner, rank)
                select current_tenant(), id, borrower, number, owner, rank from wanted`,
      ),
      [...at, now],
    );
  if (added && wanted.addresses)
    await tx.query(
      noting(
        `select gen_random_uuid() as id, s.line, l.id as loan, l.borrower_id as borrower, v.kind, v.line as street, v.city, v.state, v.pincode,
                     (select count(*) from addresses o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id) + v.n as rank
                ${KNOWN.replace('\n where ', ` ${ADDRESSES_OF} where `)} and v.line is not null
                 and not exists (select 1 from addresses o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id
                       and o.line = v.line and o.pincode = v.pincode offset 0)`,
        `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank)
                select current_tenant(), id, borrower, kind, street, city, state, pincode, rank from wanted`,
      ),
      [...at, now],
    );
  if (added && wanted.people)
    await tx.query(
      noting(
        `select gen_random_uuid() as id, s.line, l.id as loan, l.borrower_id as borrower, v.name, v.relation
                ${KNOWN.replace('\n where ', ` ${PEOPLE_OF} where `)} and v.name is not null
                 and not exists (select 1 from loan_people o where o.tenant_id = l.tenant_id and o.loan_id = l.id and o.name = v.name offset 0)`,
        `insert into loan_people (tenant_id, id, loan_id, name, relation)
                select current_tenant(), id, loan, name, relation from wanted`,
      ),
      [...at, now],
    );

  if (changes.length > 0) {
    const image = (pick: 'old' | 'next') =>
      // A function takes a hundred arguments: two for each column.
      [0, 40]
        .map((from) => changes.slice(from, from + 40))
        .filter((some) => some.length > 0)
        .map(
          (some) => `jsonb_build_object(${some.map((one) => `'${one.table}.${one.column}', ${one[pick]}`).join(', ')})`,
        )
        .join(' || ');
    const differs = changes.map(({ old, next }) => `(${next}) is distinct from ${old}`).join(' or ');
    // Not changed by the row's own word, and put back with the days.
    const standing = `jsonb_build_object('loans.dpd_as_of', l.dpd_as_of, 'loans.dpd_reported', l.dpd_reported, 'loans.dpd_reported_on', l.dpd_reported_on)`;
    await tx.query(
      `insert into loan_import_changes (tenant_id, import_id, line, loan_id, borrower_id, before, after, at)
       select s.tenant_id, s.import_id, s.line, l.id, l.borrower_id, ${image('old')} || ${standing}, ${image('next')}, $4 ${KNOWN} and (${differs})
       on conflict (tenant_id, import_id, line) do update set before = excluded.before, after = excluded.after`,
      [...at, now],
    );
  }
  const MINE = 'import_id = $1 and line > $2 and line <= $3';
  const ITS_ROW = lookedUp(
    's',
    'loan_import_rows',
    'k.tenant_id = c.tenant_id and k.import_id = c.import_id and k.line = c.line',
  );
  const ofBorrower = changes.filter(({ table }) => table === 'borrowers');
  const ofLoan = changes.filter(({ table }) => table === 'loans');
  const dpd = ofLoan.find(({ column }) => column === 'dpd')?.next;
  const moved = (then: string, otherwise: string) => `case when (${dpd}) <> l.dpd then ${then} else ${otherwise} end`;
  const set: [string, string][] = [
    ...ofLoan.map(({ column, next }): [string, string] => [column, next]),
    ...(dpd
      ? ([
          ['bucket', `bucket_of(${dpd})`],
          ['dpd_as_of', moved('$5::date', 'l.dpd_as_of')],
          ['dpd_reported', moved(dpd, 'l.dpd_reported')],
          ['dpd_reported_on', moved('$5::date', 'l.dpd_reported_on')],
        ] as [string, string][])
      : []),
    ['version', 'l.version + 1'],
    ['updated_at', '$4::timestamptz'],
  ];
  const updated = await tx.query<{ count: number }>(
    `with done as (
       update loans l set (${set.map(([column]) => column).join(', ')}) = (
         select ${set.map(([, next]) => next).join(', ')} from loan_import_changes c ${ITS_ROW} ${ITS_BORROWER}
          where c.tenant_id = l.tenant_id and c.loan_id = l.id and c.import_id = $1 and c.line > $2 and c.line <= $3 limit 1)
        where l.tenant_id = current_tenant()
          and l.id = any(array(select loan_id from loan_import_changes where tenant_id = current_tenant() and ${MINE})) returning 1)
     select count(*) as count from done`,
    dpd ? [...at, now, today] : [...at, now],
  );
  // A late file knows better than we did how the month began.
  if (given.has('dpdMonthOpen'))
    await tx.query(
      `update loan_month_opens m set dpd = l.dpd_month_open, bucket = bucket_of(l.dpd_month_open) from loans l
        where m.tenant_id = current_tenant() and m.month = date_trunc('month', $4::date)::date and l.tenant_id = m.tenant_id and l.id = m.loan_id
          and m.loan_id = any(array(select loan_id from loan_import_changes where tenant_id = current_tenant() and ${MINE}
                and before -> 'loans.dpd_month_open' is distinct from after -> 'loans.dpd_month_open'))`,
      [...at, today],
    );
  // Other loans of borrowers that changed.
  if (ofBorrower.length > 0 || added)
    await tx.query(
      `update loans t set version = t.version + 1, updated_at = $4
        where t.tenant_id = current_tenant()
          and t.borrower_id = any(array(select c.borrower_id from loan_import_changes c
             where c.tenant_id = current_tenant() and c.import_id = $1 and c.line > $2 and c.line <= $3))
          and not exists (select 1 from loan_import_changes c where c.tenant_id = t.tenant_id and c.loan_id = t.id and c.at = $4
             and c.import_id = $1 and c.line > $2 and c.line <= $3 offset 0)`,
      [...at, now],
    );
  // Of two loans of a borrower the later line counts.
  if (ofBorrower.length > 0)
    await tx.query(
      `update borrowers b set (${ofBorrower.map(({ column }) => column).join(', ')}) = (
         select ${ofBorrower.map(({ next }) => next).join(', ')}
           from (select o.id from loans o where o.tenant_id = b.tenant_id and o.borrower_id = b.id offset 0) of
           ${lookedUp('c', 'loan_import_changes', 'k.tenant_id = b.tenant_id and k.loan_id = of.id and k.import_id = $1 and k.line > $2 and k.line <= $3')}
           ${ITS_ROW} order by c.line desc limit 1)
        where b.tenant_id = current_tenant()
          and b.id = any(array(select borrower_id from loan_import_changes where tenant_id = current_tenant() and ${MINE}))`,
      at,
    );
  return { known: known.count, updated: updated[0]?.count ?? 0 };
}

/** Takes the rows of some lines; answers what became of them. */
export async function commitRows(tx: Tx, chunk: Chunk): Promise<Omit<Counts, 'rows'>> {
  const mapping = chunk.row.mapping as LoanMapping;
  const { importId, lines } = chunk;
  await refuseRows(tx, importId, lines, chunk.row);
  const inserted = mapping.policy.fresh === 'insert' ? await insertFresh(tx, chunk, mapping) : 0;
  const { known, updated } = await updateKnown(tx, chunk, mapping);
  const [all] = await tx.query<{ rows: number; refused: number }>(
    `select count(*) as rows, count(*) filter (where s.refusal is not null) as refused from loan_import_rows s
      where s.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3`,
    [importId, ...lines],
  );
  const refused = all?.refused ?? 0;
  const skipsKnown = mapping.policy.known === 'skip';
  return {
    inserted,
    updated,
    unchanged: skipsKnown ? 0 : known - updated,
    skipped: (all?.rows ?? 0) - refused - inserted - known + (skipsKnown ? known : 0),
    refused,
  };
}
