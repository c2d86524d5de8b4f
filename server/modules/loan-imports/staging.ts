/** Rows of a file on their way into the book: read, checked and kept by line; counted against the book without changing it. */
import { bucketOf } from '../../../core/domain/buckets';
import { type Day, daysBetween } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import {
  type CellProblem,
  compileMapping,
  type LoanMapping,
  type LoanValues,
  type RowOfTable,
} from '../../../core/domain/loan-import';
import { PHONES } from '../../../core/domain/loan-import/fields';
import { maskPan } from '../../../core/domain/masking';
import type { Tx } from '../../db/database';
import { panKey } from '../suppression-list';
import { changesOf, givenFields, ITS_BORROWER, KNOWN_LOAN, partsOf, stagedColumn, stagedFields } from './columns';
import type { ImportRow, Verification } from './repository';

export interface Staged {
  line: number;
  cells: readonly string[];
  values: LoanValues;
  problems: CellProblem[];
  refused: boolean;
}

export interface ImportFacts {
  tenantId: string;
  today: Day;
  clientName: string;
  portfolios: readonly { id: string; name: string }[];
}

/** Phones that stand in a row twice count once. */
function withoutDoubles(values: LoanValues): void {
  const seen = new Set<unknown>();
  for (const field of [
    'phone1',
    'phone2',
    'phone3',
    'phone4',
    'phone5',
    'person1.phone',
    'person2.phone',
    'person3.phone',
    'person4.phone',
  ] as const) {
    const number = values[field];
    if (number == null) continue;
    if (seen.has(number)) values[field] = null;
    seen.add(number);
  }
}

/** What a row says only once the book or its other cells were asked. */
const FILLED_IN = ['portfolio', 'dpd', 'bucket', ...PHONES.map((n) => `phone${n}` as const)] as const;

/** Reads rows by the mapping and by what the tenant has. Throws never for what stands in a row. */
export function rowReader(
  row: Pick<ImportRow, 'mapping' | 'look' | 'portfolio_id'>,
  facts: ImportFacts,
): (row: RowOfTable) => Staged {
  const mapping = row.mapping as LoanMapping;
  const read = compileMapping(mapping, row.look?.columns ?? [], FILLED_IN);
  const byName = new Map(facts.portfolios.map(({ id, name }) => [name.toLowerCase(), id]));
  const headerOf = (field: string) => mapping.columns.find((column) => column.field === field)?.header ?? '';
  const chosen = facts.portfolios.some(({ id }) => id === row.portfolio_id) ? row.portfolio_id : null;
  return (given) => {
    const { values, problems, refused } = read(given);
    const refuse = (kind: string, field: string, message: string) =>
      problems.push({
        line: given.line,
        column: headerOf(field),
        value: String(values[field as 'portfolio'] ?? ''),
        kind,
        message,
        warning: false,
      });
    if (typeof values.client === 'string' && values.client.toLowerCase() !== facts.clientName.toLowerCase())
      refuse('other-client', 'client', `This file is of ${facts.clientName}`);
    if (typeof values.portfolio === 'string') {
      const found = byName.get(values.portfolio.toLowerCase());
      if (!found) refuse('unknown-portfolio', 'portfolio', `${facts.clientName} has no portfolio of this name`);
      values.portfolio = found ?? null;
    } else if (chosen) values.portfolio = chosen;
    else if (mapping.policy.fresh === 'insert') refuse('unknown-portfolio', 'portfolio', 'Names no portfolio');
    if (typeof values.dpd !== 'number' && typeof values.dueOn === 'string')
      values.dpd = Math.max(0, daysBetween(values.dueOn as Day, facts.today));
    if (typeof values.dpd === 'number') values.bucket = bucketOf(values.dpd);
    if (typeof values.pan === 'string') values.pan = `${maskPan(values.pan)} ${panKey(facts.tenantId, values.pan)}`;
    withoutDoubles(values);
    return {
      line: given.line,
      cells: given.cells,
      values,
      problems,
      refused: refused || problems.some(({ warning }) => !warning),
    };
  };
}

export const reasonOf = (problems: readonly CellProblem[]): string =>
  problems
    .filter(({ warning }) => !warning)
    .map(({ column, message }) => (column ? `${column}: ${message}` : message))
    .join('; ')
    .slice(0, 2000);

/** The columns of staged rows, and a row's values in their order. */
export function stagedRows(tenantId: string, importId: string, mapping: LoanMapping) {
  const fields = stagedFields(givenFields(mapping));
  return {
    columns: ['tenant_id', 'import_id', 'line', 'loan_id', 'borrower_id', 'refusal', ...fields.map(stagedColumn)],
    valuesOf: (row: Staged): unknown[] => [
      tenantId,
      importId,
      row.line,
      uuidv7(),
      uuidv7(),
      row.refused ? reasonOf(row.problems) : null,
      ...fields.map((field) => row.values[field] ?? null),
    ],
  };
}

/** Lines after the first, up to the second. */
export type Lines = readonly [after: number, last: number];
const ROWS = `loan_import_rows s where s.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3`;

export interface Refused {
  line: number;
  number: string;
  kind: string;
  /** Where the number stands first, when it stands in the file already. */
  first?: number;
}
const WORDS: Record<string, string> = {
  'duplicate-in-file': 'This loan number stands in the file already',
  'other-client': 'This loan number belongs to another client',
  known: 'This loan is there already',
};

/** Refuses what only the book and the rows before can refuse. Answers the rows that it refused now. */
export async function refuseRows(
  tx: Tx,
  importId: string,
  [after, last]: Lines,
  row: Pick<ImportRow, 'client_id' | 'mapping'>,
): Promise<Refused[]> {
  const parameters = [importId, after, last];
  const doubled = await tx.query<{ line: number; number: string; first: number }>(
    `update loan_import_rows s set refusal = $4
      where s.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3 and s.refusal is null
        -- By the number, and never by all lines before: the sum keeps that index out.
        and exists (select 1 from loan_import_rows o where o.tenant_id = s.tenant_id and o.import_id = s.import_id
              and o.loan_number = s.loan_number and o.line + 0 < s.line offset 0)
     returning s.line, s.loan_number as number,
       (select min(o.line) from loan_import_rows o where o.tenant_id = s.tenant_id and o.import_id = s.import_id and o.loan_number = s.loan_number) as first`,
    [...parameters, WORDS['duplicate-in-file']],
  );
  const known = await tx.query<{ line: number; number: string; other: boolean }>(
    `select s.line, s.loan_number as number, l.client_id <> $4::uuid as other
       from ${ROWS.replace('s where', `s ${KNOWN_LOAN} where`)} and s.refusal is null and (l.client_id <> $4::uuid or $5::boolean)`,
    [...parameters, row.client_id, row.mapping?.policy.known === 'refuse'],
  );
  for (const other of [true, false]) {
    const lines = known.filter((one) => one.other === other).map(({ line }) => line);
    if (lines.length > 0)
      await tx.query(
        'update loan_import_rows set refusal = $3 where tenant_id = current_tenant() and import_id = $1 and line = any($2::integer[])',
        [importId, lines, WORDS[other ? 'other-client' : 'known']],
      );
  }
  return [
    ...doubled.map((one) => ({ ...one, kind: 'duplicate-in-file' })),
    ...known.map(({ line, number, other }) => ({ line, number, kind: other ? 'other-client' : 'known' })),
  ];
}

export const refusalProblem = ({ line, number, kind }: Refused, column: string): CellProblem => ({
  line,
  column,
  value: number.slice(0, 80),
  kind,
  message: WORDS[kind] ?? kind,
  warning: false,
});

/** Loans of the client whose number is that of the row `row` but for zeros in front, case and signs. */
const ALIKE = (row: string, client: string) =>
  `loans a where a.tenant_id = ${row}.tenant_id and a.client_id = ${client}::uuid and a.loan_key = loan_key_of(${row}.loan_number)`;

/** Gives rows whose number the tenant has not the number of the one loan that is like it. */
export async function takeAlike(
  tx: Tx,
  importId: string,
  [after, last]: Lines,
  clientId: string | null,
): Promise<void> {
  await tx.query(
    `update loan_import_rows s set loan_number = like_it.number
       from (select s.line, (select min(a.loan_number) from ${ALIKE('s', '$4')} having count(*) = 1) as number
               from ${ROWS} and s.refusal is null
                and not exists (select 1 from loans k where k.tenant_id = s.tenant_id and k.loan_number = s.loan_number offset 0)) like_it
      where s.tenant_id = current_tenant() and s.import_id = $1 and s.line = like_it.line and like_it.number is not null`,
    [importId, after, last, clientId],
  );
}

const isNew = (part: string, there: string) => `exists (select 1 from (select 1) one ${part} where ${there})`;
const NEW_PHONE = (parts: string) =>
  isNew(
    parts,
    'v.number is not null and not exists (select 1 from phones o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id and o.number = v.number offset 0)',
  );
const NEW_ADDRESS = (parts: string) =>
  isNew(
    parts,
    'v.line is not null and not exists (select 1 from addresses o where o.tenant_id = l.tenant_id and o.borrower_id = l.borrower_id and o.line = v.line and o.pincode = v.pincode offset 0)',
  );
const NEW_PERSON = (parts: string) =>
  isNew(
    parts,
    'v.name is not null and not exists (select 1 from loan_people o where o.tenant_id = l.tenant_id and o.loan_id = l.id and o.name = v.name offset 0)',
  );

/** What stands beside the columns, as conditions over a known loan `l` and its row `s`, by the field that names it in counts. */
export function addedParts(
  mapping: LoanMapping,
  of: { phones: string; addresses: string; people: string },
): [string, string][] {
  const { known } = mapping.policy;
  if (known === 'skip' || known === 'refuse') return [];
  const parts = partsOf(givenFields(mapping));
  return [
    ...(parts.phones ? ([['phone1', NEW_PHONE(of.phones)]] as [string, string][]) : []),
    ...(parts.addresses ? ([['address1.line', NEW_ADDRESS(of.addresses)]] as [string, string][]) : []),
    ...(parts.people ? ([['person1.name', NEW_PERSON(of.people)]] as [string, string][]) : []),
  ];
}

export interface ChunkCounts {
  rows: number;
  fresh: number;
  changed: number;
  unchanged: number;
  skipped: number;
  refused: number;
  /** Of loans by file alone. */
  alike?: number;
  withoutDues?: number;
  unseen?: NonNullable<Verification['unseen']>;
  fields: Record<string, number>;
}

/** The row stays where nothing is found. */
const LEFT = (lookup: string) => `${lookup.replace('cross join', 'left join')} on true`;

const NO_DUES = 's.dpd > 0 and s.overdue is null and s.principal_overdue is null and s.interest_overdue is null';

/** What a commit would do to these rows now. */
export async function countRows(
  tx: Tx,
  importId: string,
  [after, last]: Lines,
  { mapping, clientId }: { mapping: LoanMapping; clientId: string | null },
  of: { phones: string; addresses: string; people: string },
): Promise<ChunkCounts> {
  const changes = changesOf(givenFields(mapping), mapping.policy.known);
  const tests: [string, string][] = [
    ...changes.map(({ field, old, next }): [string, string] => [field, `(${next}) is distinct from ${old}`]),
    ...addedParts(mapping, of),
  ];
  const differs = tests.map(([, test], at) => `${test} as d${at}`).join(', ');
  const any = tests.map((_, at) => `d${at}`).join(' or ') || 'false';
  const known = 'id is not null and refusal is null';
  const [row] = await tx.query<Record<string, number>>(
    `select count(*) as rows, count(*) filter (where refusal is not null) as refused,
            count(*) filter (where id is null and refusal is null) as fresh, count(*) filter (where ${known}) as known,
            count(*) filter (where ${known} and (${any})) as changed,
            count(*) filter (where id is null and refusal is null and alike) as alike,
            count(*) filter (where id is null and refusal is null and no_dues) as no_dues
            ${tests.map((_, at) => `, count(*) filter (where ${known} and d${at}) as c${at}`).join('')}
       from (select s.refusal, l.id, ${NO_DUES} as no_dues,
                    l.id is null and s.refusal is null and exists (select 1 from ${ALIKE('s', '$4')} offset 0) as alike ${differs && `, ${differs}`}
               from loan_import_rows s
               ${LEFT(KNOWN_LOAN)}
               ${LEFT(ITS_BORROWER)}
              where s.tenant_id = current_tenant() and s.import_id = $1 and s.line > $2 and s.line <= $3) found`,
    [importId, after, last, clientId],
  );
  const of_ = (name: string) => row?.[name] ?? 0;
  const skipsKnown = mapping.policy.known === 'skip';
  const skipsFresh = mapping.policy.fresh === 'skip';
  const fields: Record<string, number> = {};
  // A PAN stands in two columns and changes once.
  for (const [at, [field]] of tests.entries()) fields[field] = Math.max(fields[field] ?? 0, of_(`c${at}`));
  return {
    rows: of_('rows'),
    fresh: skipsFresh ? 0 : of_('fresh'),
    changed: of_('changed'),
    unchanged: skipsKnown ? 0 : of_('known') - of_('changed'),
    skipped: (skipsKnown ? of_('known') : 0) + (skipsFresh ? of_('fresh') : 0),
    refused: of_('refused'),
    alike: of_('alike'),
    withoutDues: skipsFresh ? 0 : of_('no_dues'),
    fields,
  };
}

const PORTFOLIOS = `any(case when $2::uuid is not null then array[$2::uuid] else (select array_agg(distinct s.portfolio::uuid) from loan_import_rows s
              where s.tenant_id = current_tenant() and s.import_id = $1 and s.portfolio is not null) end)`;

/** Active loans of the file's portfolios that it does not name. */
export async function countMissing(tx: Tx, row: Pick<ImportRow, 'id' | 'portfolio_id'>): Promise<number> {
  const [found] = await tx.query<{ missing: number }>(
    `select count(*) as missing from loans l
      where l.tenant_id = current_tenant() and l.state = 'active'
        and l.portfolio_id = ${PORTFOLIOS}
        and not exists (select 1 from loan_import_rows s where s.tenant_id = l.tenant_id and s.import_id = $1 and s.loan_number = l.loan_number)`,
    [row.id, row.portfolio_id],
  );
  return found?.missing ?? 0;
}

/** So many numbers say how those of a portfolio, and those of a file, are written. */
const WRITTEN = 5000;
const shape = (number: string) => `regexp_replace(regexp_replace(${number}, '[0-9]', '9', 'g'), '[A-Za-z]', 'A', 'g')`;

/** Of the file's first new loans, those whose number is written as none of the portfolio's; 0 where the portfolio has no loan yet. */
export async function countUnlike(tx: Tx, row: Pick<ImportRow, 'id' | 'portfolio_id'>): Promise<number> {
  const [found] = await tx.query<{ unlike: number }>(
    `with shapes as materialized (select distinct ${shape('l.loan_number')} as shape
              from (select loan_number from loans where tenant_id = current_tenant() and portfolio_id = ${PORTFOLIOS} limit ${WRITTEN}) l)
     select count(*) as unlike
       from (select s.loan_number from loan_import_rows s
              where s.tenant_id = current_tenant() and s.import_id = $1 and s.refusal is null
                and not exists (select 1 from loans k where k.tenant_id = s.tenant_id and k.loan_number = s.loan_number offset 0) limit ${WRITTEN}) n
      where exists (select 1 from shapes) and not exists (select 1 from shapes where shapes.shape = ${shape('n.loan_number')})`,
    [row.id, row.portfolio_id],
  );
  return found?.unlike ?? 0;
}

/** Removes up to `most` rows of an earlier verification; answers whether there may be more. */
export async function clearRows(tx: Tx, importId: string, most: number): Promise<boolean> {
  const gone = await tx.query(
    `delete from loan_import_rows where tenant_id = current_tenant() and import_id = $1 and line in (
       select line from loan_import_rows where tenant_id = current_tenant() and import_id = $1 order by line limit $2) returning 1`,
    [importId, most],
  );
  return gone.length === most;
}
