/** When a loan of a month is resolved; everything that counts it asks here. */

/** Current, five buckets, and what is beyond; `bucket_of` has current loans in the first bucket. */
const step = (dpd: string) =>
  `case when ${dpd} <= 0 then 0 when ${dpd} <= 30 then 1 when ${dpd} <= 60 then 2 when ${dpd} <= 90 then 3 when ${dpd} <= 180 then 4 when ${dpd} <= 360 then 5 else 6 end`;

/**
 * A condition over the loan `l` and its portfolio `f` (domain: norm, rollback, stab): closed or settled, current, in a lower bucket than
 * at the month's opening, or in the same one where the portfolio counts that. `dpd` and `opening` in days past due.
 */
export const resolvedSql = (dpd: string, opening: string): string =>
  `(l.state in ('closed', 'settled') or ${dpd} <= 0 or ${step(dpd)} < ${step(opening)}
    or ${step(dpd)} = ${step(opening)} and (f.stab = 'resolved' or f.stab = 'resolved-to-90' and ${opening} <= 90))`;
