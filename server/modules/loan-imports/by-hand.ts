/** One loan or one field at a time, read and written by the rules of a file: a line of its own that is gone with the transaction. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type {
  correctField,
  extendLoans,
  listRecalls,
  manualEntry,
  matchingLoanIds,
} from '../../../core/contract/loan-sheets';
import type { Loan } from '../../../core/contract/loans';
import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { type LoanMapping, loanField, mappingProblems } from '../../../core/domain/loan-import';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { findVisibleLoan, loanScope, presentLoans, recallPage, takeUpAgain } from '../loans';
import { tenantRules } from '../tenants';
import { commitRows } from './commit';
import { clientName, portfoliosOf } from './repository';
import { rowReader, stagedRows } from './staging';

const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

interface Line {
  values: Record<string, string>;
  clientId: string;
  portfolioId: string;
  policy: LoanMapping['policy'];
}

export function handService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  /** The tenant's zone is looked up before the transaction: the embedded database opens none inside another. */
  const at = async <T>(actor: Actor, work: (tx: Tx, zone: string) => Promise<T>) => {
    const { zone } = await rulesOf(actor.tenantId);
    return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) => work(tx, zone));
  };

  /** Takes one line; throws `invalid` with the fields that cannot be taken. Answers the fields' values as they were read. */
  async function take(tx: Tx, actor: Actor, zone: string, { values, clientId, portfolioId, policy }: Line) {
    const now = clock.now();
    const columns = Object.keys(values);
    const mapping: LoanMapping = {
      layout: { headerLine: 1 },
      columns: columns.map((field) => ({ header: field, field })),
      fixed: {},
      policy,
    };
    const [problem] = mappingProblems(mapping, columns);
    if (problem)
      throw wrong(
        `values.${problem.field ?? ''}`,
        problem.kind === 'missing-field' ? 'This Field Is Required' : problem.message,
      );
    const read = rowReader(
      { mapping, look: { columns } as never, portfolio_id: portfolioId },
      {
        tenantId: actor.tenantId,
        today: dayOf(now, zone),
        clientName: (await clientName(tx, clientId)) ?? '',
        portfolios: await portfoliosOf(tx, clientId),
      },
    );
    const row = read({ line: 1, cells: columns.map((field) => values[field] ?? '') });
    const errors = row.problems.filter(({ warning }) => !warning);
    if (errors.length)
      throw new ApiError('invalid', {
        fields: errors.map(({ column, message }) => ({ path: `values.${column}`, message })),
      });
    const importId = uuidv7(now.getTime());
    const staged = stagedRows(actor.tenantId, importId, mapping);
    await tx.copyFrom('loan_import_rows', staged.columns, [staged.valuesOf(row)]);
    const became = await commitRows(tx, {
      importId,
      lines: [0, 1],
      row: { client_id: clientId, mapping, batch_no: null },
      today: dayOf(now, zone),
      now,
    });
    for (const table of ['loan_import_rows', 'loan_import_changes'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and import_id = $1`, [importId]);
    return { row, became, now };
  }

  const present = async (tx: Tx, actor: Actor, id: string, zone: string): Promise<Loan> => {
    const [loan] = await presentLoans(tx, actor.tenantId, [id], dayOf(clock.now(), zone));
    if (!loan) throw new ApiError('not-found');
    return loan;
  };

  return {
    enter: (actor: Actor, { portfolioId, values }: RequestOf<typeof manualEntry>['body']): Promise<Loan> =>
      at(actor, async (tx, zone) => {
        const [portfolio] = await tx.query<{ client_id: string }>(
          'select client_id from portfolios where tenant_id = current_tenant() and id = $1',
          [portfolioId],
        );
        if (!portfolio) throw wrong('portfolioId', 'There is no such portfolio');
        const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
        const { became, row, now } = await take(tx, actor, zone, {
          values: filled,
          clientId: portfolio.client_id,
          portfolioId,
          policy: { fresh: 'insert', known: 'refuse' },
        });
        if (became.inserted !== 1) throw wrong('values.loanNumber', 'This loan is there already');
        const id = await findVisibleLoan(tx, actor, String(row.values.loanNumber));
        if (!id) throw new ApiError('not-found');
        await appendAudit(
          tx,
          [
            {
              action: 'loans.entered',
              subject: 'loan',
              subjectId: id,
              actorId: actor.userId,
              detail: {
                before: null,
                after: { loanNumber: row.values.loanNumber, fields: Object.keys(filled) },
              },
            },
          ],
          now,
        );
        return present(tx, actor, id, zone);
      }),

    correct: (actor: Actor, { loanId, field, value, reason }: RequestOf<typeof correctField>['body']): Promise<Loan> =>
      at(actor, async (tx, zone) => {
        const id = await findVisibleLoan(tx, actor, loanId);
        const [loan] = id
          ? await tx.query<{ loan_number: string; client_id: string; portfolio_id: string }>(
              'select loan_number, client_id, portfolio_id from loans where tenant_id = current_tenant() and id = $1',
              [id],
            )
          : [];
        if (!id || !loan) throw new ApiError('not-found');
        if (!loanField(field) || ['loanNumber', 'client', 'portfolio'].includes(field))
          throw wrong('field', 'This field cannot be corrected');
        if (value.trim() === '' && loanField(field)?.required) throw wrong('value', 'This Field Is Required');
        const before = await fieldValues(tx, id);
        const { became, now } = await take(tx, actor, zone, {
          values: { loanNumber: loan.loan_number, [field]: value },
          clientId: loan.client_id,
          portfolioId: loan.portfolio_id,
          policy: { fresh: 'skip', known: 'replace' },
        });
        if (became.updated > 0) {
          const after = await fieldValues(tx, id);
          const changed = Object.keys(after).filter(
            (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
          );
          const pick = (from: Record<string, unknown>) =>
            Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
          await appendAudit(
            tx,
            [
              {
                action: 'loans.corrected',
                subject: 'loan',
                subjectId: id,
                actorId: actor.userId,
                detail: { field, reason, before: pick(before), after: pick(after) },
              },
            ],
            now,
          );
        }
        return present(tx, actor, id, zone);
      }),

    matching: (actor: Actor, loanIds: readonly string[]): Promise<ResponseOf<typeof matchingLoanIds>['data']> =>
      at(actor, async (tx) => {
        const wanted = [...new Set(loanIds)];
        const parameters: unknown[] = [wanted];
        const matching = await tx.query<{ id: string; loanNumber: string; state: string }>(
          `select l.id, l.loan_number as "loanNumber", l.state from loans l
            where l.tenant_id = current_tenant() and l.loan_number = any($1::text[]) and ${loanScope(actor, parameters)} order by l.loan_number`,
          parameters,
        );
        const there = new Set(matching.map(({ loanNumber }) => loanNumber));
        return { matching, missing: wanted.filter((number) => !there.has(number)) };
      }),

    recalls: (
      actor: Actor,
      query: RequestOf<typeof listRecalls>['query'],
    ): Promise<ResponseOf<typeof listRecalls>['data']> =>
      at(actor, (tx, zone) => recallPage(tx, actor, query, dayOf(clock.now(), zone))),

    extend: (
      actor: Actor,
      { loanIds, recallOn, reason }: RequestOf<typeof extendLoans>['body'],
    ): Promise<ResponseOf<typeof extendLoans>['data']> =>
      at(actor, async (tx, zone) => {
        const wanted = [...new Set(loanIds)];
        const parameters: unknown[] = [wanted];
        // In the order in which records lock them, so that nobody waits in a circle.
        const loans = await tx.query<{ id: string; loan_number: string; recall_on: string | null }>(
          `select l.id, l.loan_number, l.recall_on from loans l
            where l.tenant_id = current_tenant() and l.loan_number = any($1::text[]) and ${loanScope(actor, parameters)}
            order by l.id for no key update`,
          parameters,
        );
        const moved = loans.filter(({ recall_on }) => recall_on !== recallOn);
        const now = clock.now();
        await tx.query(
          'update loans set recall_on = $2, version = version + 1, updated_at = $3 where tenant_id = current_tenant() and id = any($1::uuid[])',
          [moved.map(({ id }) => id), recallOn, now],
        );
        await takeUpAgain(
          tx,
          moved.map(({ id }) => id),
          dayOf(now, zone),
          now,
        );
        await appendAudit(
          tx,
          moved.map(({ id, recall_on }) => ({
            action: 'loans.extended',
            subject: 'loan',
            subjectId: id,
            actorId: actor.userId,
            detail: { before: { recallOn: recall_on }, after: { recallOn }, reason },
          })),
          now,
        );
        const there = new Set(loans.map(({ loan_number }) => loan_number));
        return {
          extended: moved.length,
          unchanged: loans.length - moved.length,
          missing: wanted.filter((number) => !there.has(number)),
        };
      }),
  };
}

/** What a file can say of a loan and its borrower, but for what identifies a person. */
async function fieldValues(tx: Tx, loanId: string): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ facts: Record<string, unknown> }>(
    `select (to_jsonb(l) - array['version', 'updated_at']) || jsonb_build_object('name', b.name, 'language', b.language, 'employer', b.employer,
            'gst', b.gst, 'pan', b.pan_masked, 'email', regexp_replace(b.email, '^(.).*(@.*)$', '\\1***\\2'), 'email2', regexp_replace(b.email2, '^(.).*(@.*)$', '\\1***\\2'),
            'phones', (select count(*) from phones o where o.tenant_id = b.tenant_id and o.borrower_id = b.id),
            'addresses', (select count(*) from addresses o where o.tenant_id = b.tenant_id and o.borrower_id = b.id)) as facts
       from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = $1`,
    [loanId],
  );
  return row?.facts ?? {};
}
