/** Evidence reports as lines for a terminal. */
import type { EvidenceReport, Verdict } from './evidence';
import type { EvidenceSummary } from './evidence-run';

const MARKS: Record<Verdict, string> = { pass: '✓', fail: '✗', look: '!', none: '·' };

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** One line a check, and what comes of it. */
export function reportLines({ id, receiptNo, receivedAt, checks }: EvidenceReport): string[] {
  const failed = checks.filter(({ verdict }) => verdict === 'fail').length;
  const looks = checks.filter(({ verdict }) => verdict === 'look').length;
  const sum = failed > 0 ? `FAILED: ${plural(failed, 'check')} of ${checks.length}` : 'Holds';
  const more = looks > 0 ? `; ${plural(looks, 'thing')} to look at` : '';
  return [
    `${receiptNo}  ${id}  received ${new Date(receivedAt).toISOString()}`,
    ...checks.map(({ name, verdict, words }) => `  ${MARKS[verdict]} ${name.padEnd(9)} ${words}`),
    `  ${sum}${more}`,
  ];
}

export function summaryLines({
  tenant,
  records,
  failed,
  looked,
  loaded,
  removed,
  chain,
  entries,
}: EvidenceSummary): string[] {
  const lines = [`${tenant.name}: ${plural(records, 'record')}, ${failed} failed, ${looked} to look at`];
  if (loaded > 0) lines.push(`  · ${plural(loaded, 'record')} came with the demo data and carry no evidence`);
  for (const { id, seq } of removed)
    lines.push(`  ✗ record ${id} is gone; entry ${seq} of the chain says that it was taken`);
  for (const { seq, problem } of chain) lines.push(`  ✗ the audit chain is broken at entry ${seq} (${problem})`);
  if (chain.length === 0) lines.push(`  ✓ the audit chain is unbroken, ${plural(entries, 'entry', 'entries')}`);
  return lines;
}
