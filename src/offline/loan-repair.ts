/** What drifted: found by the digests of every sync's last page. Apart, because the first loans do not wait for it. */
import type { Loan } from '../../core/contract/loans';
import { DIGEST_GROUPS, digestLoans } from '../../core/contract/sync';
import type { LoanShelf } from './loan-chunks';

type Fetch = (query: { groups: string; limit: number; cursor?: string }) => Promise<{
  loans: Loan[];
  more: boolean;
  cursor: string;
}>;

const groupOf = (id: string): number => Number.parseInt(id.slice(24, 26), 16) % DIGEST_GROUPS;

/**
 * Loans that are new or of another version at the server, and those that it no longer lists; only groups whose digests
 * disagree are fetched, whole. Undefined when there is nothing to do.
 */
export async function differences(
  shelf: LoanShelf,
  theirs: readonly number[],
  fetch: Fetch,
): Promise<{ loans: Loan[]; revoked: { loanId: string; reason: string }[] } | undefined> {
  const held = [...shelf.held.values()].filter(({ retired }) => retired === null);
  const ours = digestLoans(held.map(({ loan }) => loan));
  const wrong = ours.flatMap((digest, group) => (digest === theirs[group] ? [] : [group]));
  if (!wrong.length) return undefined;
  // What the last repair could not settle is not fetched again every round; any change on either side tries anew.
  const drift = `${ours.join()} ${theirs.join()}`;
  if (shelf.lastDrift === drift) return undefined;
  shelf.lastDrift = drift;
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
  const revoked = held
    .filter(({ loan }) => groups.has(groupOf(loan.id)) && !listed.has(loan.id))
    .map(({ loan }) => ({ loanId: loan.id, reason: 'unassigned' }));
  const fresh = loans.filter((loan) => {
    const before = shelf.held.get(loan.id);
    return before?.loan.version !== loan.version || before.retired !== null;
  });
  return { loans: fresh, revoked };
}
