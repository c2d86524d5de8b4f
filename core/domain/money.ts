/** Money is integer paise everywhere: in the contract, in the database, on the device. Rupees exist only on screens. */
export type Paise = number;

/** The most one record may carry: ₹100 crore. Guards against a slipped zero and keeps sums inside safe integers. */
export const MAX_PAISE: Paise = 100_00_00_000_00;

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** ₹ with lakh and crore grouping; paise are shown only when there are any. `123456700` → `₹12,34,567`. */
export function formatRupees(paise: Paise): string {
  const sign = paise < 0 ? '−' : '';
  const absolute = Math.abs(paise);
  return `${sign}₹${absolute % 100 === 0 ? whole.format(absolute / 100) : exact.format(absolute / 100)}`;
}

/** Short form for tiles: `₹1.24 Cr`, `₹3.1 L`, `₹45,200`. */
export function formatRupeesShort(paise: Paise): string {
  const rupees = Math.abs(paise) / 100;
  const sign = paise < 0 ? '−' : '';
  const trim = (value: number) => value.toFixed(2).replace(/\.?0+$/, '');
  if (rupees >= 1_00_00_000) return `${sign}₹${trim(rupees / 1_00_00_000)} Cr`;
  if (rupees >= 1_00_000) return `${sign}₹${trim(rupees / 1_00_000)} L`;
  return `${sign}₹${whole.format(Math.round(rupees))}`;
}

/**
 * What a person typed into an amount field, as paise. Accepts grouping commas, a leading ₹ and up to two decimals.
 * Returns undefined for anything else (empty, negative, letters, three decimals, above MAX_PAISE).
 */
export function parseRupees(typed: string): Paise | undefined {
  const cleaned = typed.replace(/[₹,\s]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(cleaned)) return undefined;
  const [rupees = '0', fraction = ''] = cleaned.split('.');
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
  return paise <= MAX_PAISE ? paise : undefined;
}
