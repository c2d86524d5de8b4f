/**
 * The settlement matrix of a portfolio (domain 1.10): who may waive how much on which loan. A row covers a bucket (or any) and
 * an age in days past due; `maxWaiverPercent` is of the total outstanding, `approver` is the lowest role that may say yes.
 */
import type { Bucket } from './buckets';

/** From the lowest authority to the highest; whoever stands higher may do what those below may. */
export const APPROVERS = ['CRM_MANAGER', 'CRM_SUPERMANAGER', 'CLIENT_ADMIN', 'CRM_TENANTADMIN'] as const;
export type Approver = (typeof APPROVERS)[number];

export interface MatrixRow {
  bucket: Bucket | 'any';
  /** Days past due, both ends included. */
  minAge: number;
  maxAge: number;
  maxWaiverPercent: number;
  maxInstalments: number;
  approver: Approver;
}

const covers = (row: MatrixRow, bucket: Bucket, age: number) =>
  (row.bucket === 'any' || row.bucket === bucket) && age >= row.minAge && age <= row.maxAge;

export interface Offer {
  bucket: Bucket;
  /** Days past due. */
  age: number;
  waiverPercent: number;
  instalments: number;
}

export type Authority =
  | { allowed: true; approver: Approver; row: MatrixRow }
  /** `no-row`: nothing covers such a loan. Otherwise what the most generous row that covers it allows. */
  | { allowed: false; reason: 'no-row' }
  | { allowed: false; reason: 'too-much'; maxWaiverPercent: number; maxInstalments: number };

/** The lowest role whose rows cover an offer; a row for the loan's own bucket does not hide one for any bucket. */
export function authorityFor(matrix: readonly MatrixRow[], offer: Offer): Authority {
  const fitting = matrix.filter((row) => covers(row, offer.bucket, offer.age));
  if (fitting.length === 0) return { allowed: false, reason: 'no-row' };
  const enough = fitting
    .filter((row) => offer.waiverPercent <= row.maxWaiverPercent && offer.instalments <= row.maxInstalments)
    .sort((a, b) => APPROVERS.indexOf(a.approver) - APPROVERS.indexOf(b.approver));
  const [row] = enough;
  if (row) return { allowed: true, approver: row.approver, row };
  return {
    allowed: false,
    reason: 'too-much',
    maxWaiverPercent: Math.max(...fitting.map(({ maxWaiverPercent }) => maxWaiverPercent)),
    maxInstalments: Math.max(...fitting.map(({ maxInstalments }) => maxInstalments)),
  };
}

/** What is wrong with a row by field; empty for a right one. */
export function matrixRowErrors(row: MatrixRow): Partial<Record<keyof MatrixRow, string>> {
  const wrong: Partial<Record<keyof MatrixRow, string>> = {};
  if (row.maxAge < row.minAge) wrong.maxAge = 'The last day must not be before the first.';
  if (row.maxWaiverPercent < 0 || row.maxWaiverPercent > 100) wrong.maxWaiverPercent = 'Between 0 and 100 percent.';
  if (row.maxInstalments < 1) wrong.maxInstalments = 'At least one instalment.';
  return wrong;
}

/**
 * Pairs of rows of one approver that cover the same loans: only the more generous one ever counts. Places in the list.
 */
export function matrixOverlaps(matrix: readonly MatrixRow[]): [first: number, second: number][] {
  const found: [number, number][] = [];
  matrix.forEach((row, at) => {
    matrix.slice(at + 1).forEach((other, more) => {
      const sameBucket = row.bucket === 'any' || other.bucket === 'any' || row.bucket === other.bucket;
      const sameAge = row.minAge <= other.maxAge && other.minAge <= row.maxAge;
      if (row.approver === other.approver && sameBucket && sameAge) found.push([at, at + 1 + more]);
    });
  });
  return found;
}
