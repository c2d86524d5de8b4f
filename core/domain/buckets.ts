/** Delinquency buckets of section 3, by days past due. */
export const BUCKETS = ['0-30', '31-60', '61-90', '91-180', '180-360', '360+'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The bucket of a DPD. The specification's `91-180` and `180-360` overlap at 180; day 180 stays in the lower one. */
export function bucketOf(dpd: number): Bucket {
  if (dpd <= 30) return '0-30';
  if (dpd <= 60) return '31-60';
  if (dpd <= 90) return '61-90';
  if (dpd <= 180) return '91-180';
  if (dpd <= 360) return '180-360';
  return '360+';
}

/** RBI asset class: SMA-0 up to 30 days, SMA-1 to 60, SMA-2 to 90, then non-performing (domain.md 1.0). */
export function smaClassOf(dpd: number): 'SMA-0' | 'SMA-1' | 'SMA-2' | 'NPA' {
  if (dpd <= 30) return 'SMA-0';
  if (dpd <= 60) return 'SMA-1';
  if (dpd <= 90) return 'SMA-2';
  return 'NPA';
}
