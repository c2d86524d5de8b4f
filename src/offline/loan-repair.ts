/** What differs from the server in digest groups that do not agree; apart, because it is hardly ever needed. */
import type { Loan } from '../../core/contract/loans';
import { DIGEST_GROUPS } from '../../core/contract/sync';
import type { LoanShelf } from './loan-chunks';

type Fetch = (query: { groups: string; limit: number; cursor?: string }) => Promise<{
  loans: Loan[];
  more: boolean;
  cursor: string;
}>;

const groupOf = (id: string): number => Number.parseInt(id.slice(24, 26), 16) % DIGEST_GROUPS;

/** Fetches the groups whole: loans that are new or of another version, and those that the server no longer lists. */
export async function differences(
  shelf: LoanShelf,
  wrong: readonly number[],
  fetch: Fetch,
): Promise<{ loans: Loan[]; revoked: { loanId: string; reason: string }[] }> {
  const loans: Loan[] = [];
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const next = await fetch({ groups: wrong.join(','), limit: 1000, ...(cursor !== undefined && { cursor }) });
    loans.push(...next.loans);
    more = next.more && next.cursor !== cursor;
    cursor = next.cursor;
  }
  const listed = new Set(loans.map((loan) => loan.id));
  const groups = new Set(wrong);
  const revoked = [...shelf.held.values()]
    .filter(({ loan, retired }) => retired === null && groups.has(groupOf(loan.id)) && !listed.has(loan.id))
    .map(({ loan }) => ({ loanId: loan.id, reason: 'unassigned' }));
  const fresh = loans.filter((loan) => {
    const held = shelf.held.get(loan.id);
    return held?.loan.version !== loan.version || held.retired !== null;
  });
  return { loans: fresh, revoked };
}
