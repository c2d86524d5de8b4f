/**
 * What a lender pays for money that was recovered: a share of it by client, portfolio and bucket, with tax on it, of which a partner
 * may get a part. Amounts are paise, months their first day, shares percent with at most three decimals.
 */
import type { Bucket } from './buckets';
import type { Day } from './dates';
import { splitByWeights } from './largest-remainder';

export interface FeeRule {
  id: string;
  clientId: string;
  /** Null: all of the client's. */
  portfolioId: string | null;
  /** None: all. */
  buckets: readonly Bucket[];
  percent: number;
  gstPercent: number;
  partnerId: string | null;
  /** Of the fee without tax. */
  partnerPercent: number;
  fromMonth: Day;
  /** The last one; null: until further notice. */
  toMonth: Day | null;
}

/** A part of an amount, to the nearest paisa, halves up. Exact for every amount that the product takes. */
export const partOf = (paise: number, percent: number): number =>
  Number((BigInt(paise) * BigInt(Math.round(percent * 1000)) + 50_000n) / 100_000n);

const applies = (rule: FeeRule, month: Day) =>
  rule.fromMonth <= month && (rule.toMonth === null || month <= rule.toMonth);

/** The rule that says most: of the portfolio before the client's, of a bucket before all. */
export function feeRuleOf(
  rules: readonly FeeRule[],
  of: { clientId: string; portfolioId: string; bucket: string; month: Day },
): FeeRule | undefined {
  const weight = (rule: FeeRule) => (rule.portfolioId ? 2 : 0) + (rule.buckets.length > 0 ? 1 : 0);
  return rules
    .filter(
      (rule) =>
        rule.clientId === of.clientId &&
        (rule.portfolioId === null || rule.portfolioId === of.portfolioId) &&
        (rule.buckets.length === 0 || (rule.buckets as readonly string[]).includes(of.bucket)) &&
        applies(rule, of.month),
    )
    .sort((a, b) => weight(b) - weight(a))[0];
}

/** Another rule that would say as much about the same money as `rule`; there may be none. */
export const rivalOf = <Rule extends FeeRule>(
  rules: readonly Rule[],
  rule: Omit<FeeRule, 'id'>,
  except?: string,
): Rule | undefined =>
  rules.find(
    (other) =>
      other.id !== except &&
      other.clientId === rule.clientId &&
      other.portfolioId === rule.portfolioId &&
      (other.buckets.length === 0
        ? rule.buckets.length === 0
        : other.buckets.some((bucket) => rule.buckets.includes(bucket))) &&
      (rule.toMonth === null || other.fromMonth <= rule.toMonth) &&
      (other.toMonth === null || rule.fromMonth <= other.toMonth),
  );

/** What was collected in a month on loans of one client, portfolio and bucket; `userId` null: without anybody's work. */
export interface Collected {
  userId: string | null;
  clientId: string;
  portfolioId: string;
  bucket: string;
  payments: number;
  collectedPaise: number;
}

export interface FeeLine {
  clientId: string;
  portfolioId: string;
  bucket: string;
  payments: number;
  collectedPaise: number;
  rule: FeeRule | null;
  feePaise: number;
  gstPaise: number;
  partnerPaise: number;
}

function grouped(collected: readonly Collected[]): Collected[][] {
  const groups = new Map<string, Collected[]>();
  for (const one of collected) {
    const key = `${one.clientId}.${one.portfolioId}.${one.bucket}`;
    const held = groups.get(key);
    if (held) held.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

function lineOf(group: readonly Collected[], rules: readonly FeeRule[], month: Day): FeeLine {
  const { clientId = '', portfolioId = '', bucket = '' } = group[0] ?? {};
  const collectedPaise = group.reduce((sum, one) => sum + one.collectedPaise, 0);
  const rule = feeRuleOf(rules, { clientId, portfolioId, bucket, month }) ?? null;
  const feePaise = rule ? partOf(collectedPaise, rule.percent) : 0;
  return {
    ...{ clientId, portfolioId, bucket, collectedPaise, rule, feePaise },
    payments: group.reduce((sum, one) => sum + one.payments, 0),
    gstPaise: rule ? partOf(feePaise, rule.gstPercent) : 0,
    partnerPaise: rule?.partnerId ? partOf(feePaise, rule.partnerPercent) : 0,
  };
}

/** One line a client, portfolio and bucket. */
export const feeLines = (collected: readonly Collected[], rules: readonly FeeRule[], month: Day): FeeLine[] =>
  grouped(collected).map((group) => lineOf(group, rules, month));

export interface Earned extends Collected {
  percent: number | null;
  /** Of the fee without tax. */
  feePaise: number;
}

/** The same fees by who collected: the parts of a line add up to it to the paisa. */
export const earnedBy = (collected: readonly Collected[], rules: readonly FeeRule[], month: Day): Earned[] =>
  grouped(collected).flatMap((group) => {
    const { rule, feePaise } = lineOf(group, rules, month);
    const shares = splitByWeights(
      feePaise,
      group.map((one) => one.collectedPaise),
    );
    return group.map((one, at) => ({ ...one, percent: rule?.percent ?? null, feePaise: shares[at] ?? 0 }));
  });
