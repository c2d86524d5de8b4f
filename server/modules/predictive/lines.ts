/** What the lines of a list mean: each one's loan and number, or why it is not dialed. */
import type { Refusal } from '../../../core/domain/predictive';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { lastingHolds } from '../contact';
import { loanScope } from '../loans';
import type { SettledLine } from './list-store';
import type { AskedLine } from './sheet';

interface FoundLoan {
  id: string;
  loan_number: string;
  portfolio_id: string;
  state: string;
  borrower_id: string;
}

/** Loans that the actor may see, by their number. */
async function byNumber(tx: Tx, actor: Actor, numbers: readonly string[]): Promise<Map<string, FoundLoan>> {
  const parameters: unknown[] = [numbers];
  const rows = await tx.query<FoundLoan>(
    `select l.id, l.loan_number, l.portfolio_id, l.state, l.borrower_id from loans l
      where l.tenant_id = current_tenant() and l.loan_number = any($1::text[]) and ${loanScope(actor, parameters)}`,
    parameters,
  );
  return new Map(rows.map((row) => [row.loan_number, row]));
}

/** Loans of the portfolio behind a number: of several the active one that is overdue longest. */
async function byMobile(
  tx: Tx,
  actor: Actor,
  portfolioId: string,
  numbers: readonly string[],
): Promise<Map<string, FoundLoan>> {
  const parameters: unknown[] = [numbers, portfolioId];
  const rows = await tx.query<FoundLoan & { number: string }>(
    `select distinct on (p.number) p.number, l.id, l.loan_number, l.portfolio_id, l.state, l.borrower_id
       from phones p join loans l on l.tenant_id = p.tenant_id and l.borrower_id = p.borrower_id
      where p.tenant_id = current_tenant() and p.number = any($1::text[]) and l.portfolio_id = $2 and ${loanScope(actor, parameters)}
      order by p.number, (l.state = 'active') desc, p.invalid, l.dpd desc, l.id`,
    parameters,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** The caller holds the process's row, so that of two lists the second sees what the first one took. */
export async function settle(
  tx: Tx,
  actor: Actor,
  process: { id: string; portfolioId: string },
  lines: readonly AskedLine[],
  { now, zone }: { now: Date; zone: string },
): Promise<SettledLine[]> {
  const named = lines.filter(({ loanNumber }) => loanNumber !== '').map(({ loanNumber }) => loanNumber);
  const called = lines.flatMap(({ loanNumber, mobile }) => (loanNumber === '' && mobile ? [mobile] : []));
  const [loans, behind] = [await byNumber(tx, actor, named), await byMobile(tx, actor, process.portfolioId, called)];
  const found = [...loans.values(), ...behind.values()];
  const phones = await tx.query<{ id: string; borrower_id: string; number: string; invalid: boolean }>(
    `select id, borrower_id, number, invalid from phones
      where tenant_id = current_tenant() and borrower_id = any($1::uuid[]) order by rank, id`,
    [found.map(({ borrower_id }) => borrower_id)],
  );
  const taken = new Set(
    (
      await tx.query<{ loan_id: string }>(
        `select loan_id from dial_items where tenant_id = current_tenant() and process_id = $1 and loan_id = any($2::uuid[])
            and state in ('ready', 'dialing')`,
        [process.id, found.map(({ id }) => id)],
      )
    ).map(({ loan_id }) => loan_id),
  );

  const refused = (line: number, reason: Refusal | `held:${string}`): SettledLine => ({
    line,
    state: 'refused',
    reason,
    loanId: null,
    phoneId: null,
  });
  const one = ({ line, loanNumber, mobile }: AskedLine): SettledLine => {
    if (mobile === null) return refused(line, 'bad-mobile');
    if (loanNumber === '' && mobile === '') return refused(line, 'empty');
    const loan = loanNumber === '' ? behind.get(mobile) : loans.get(loanNumber);
    if (!loan) return refused(line, 'unknown');
    if (loan.portfolio_id !== process.portfolioId) return refused(line, 'other-portfolio');
    if (loan.state !== 'active') return refused(line, loan.state === 'suppressed' ? 'held:suppressed' : 'closed');
    const own = phones.filter(({ borrower_id }) => borrower_id === loan.borrower_id);
    const phone =
      mobile === ''
        ? own.find(({ invalid, number }) => !invalid && /^\d{10}$/.test(number))
        : own.find(({ number }) => number === mobile);
    if (!phone) return refused(line, mobile === '' ? 'no-phone' : 'unknown-phone');
    if (taken.has(loan.id)) return refused(line, 'duplicate');
    taken.add(loan.id);
    return { line, state: 'ready', reason: null, loanId: loan.id, phoneId: phone.id };
  };
  const settled = lines.map(one);
  const asks = settled.flatMap(({ loanId, phoneId }) => (loanId && phoneId ? [{ loanId, phoneId }] : []));
  const holds = await lastingHolds(tx, actor.tenantId, asks, { channel: 'call', now, zone });
  return settled.map((line) => {
    const rule = line.loanId === null ? undefined : holds.get(line.loanId);
    return rule ? refused(line.line, `held:${rule}`) : line;
  });
}
