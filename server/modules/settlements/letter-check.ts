/** An uploaded letter against what was approved: said before it goes out, and kept beside it. */
import type { Settlement } from '../../../core/contract/settlements';
import { type LetterExpected, type LetterMissing, missingIn } from '../../../core/domain/letters/letter-check';
import { formatRupees } from '../../../core/domain/money';
import type { Tx } from '../../db/database';
import { readPdfText } from '../../platform/letters';
import type { ListedRecord, OfferRow } from './repository';

export interface LetterCheck {
  pages: number | null;
  /** Its text could be read. */
  read: boolean;
  missing: LetterMissing;
}

/** A no-dues letter need not say what was paid. */
export const expectedIn = (record: ListedRecord, offers: readonly OfferRow[]): LetterExpected => ({
  loanNumber: record.loan_number,
  amounts:
    record.stage === 'completed'
      ? []
      : [
          record.payable_paise,
          ...(offers.find(({ round }) => round === record.round)?.instalments ?? []).map(({ amount }) => amount),
        ],
});

/** A picture has no text to compare, and neither has a scan in a PDF. */
export function checkLetterFile(bytes: Buffer, expected: LetterExpected): LetterCheck {
  const pdf = readPdfText(bytes);
  const text = pdf?.text ?? null;
  const missing = text === null ? { loanNumber: false, amounts: [] } : missingIn(text, expected);
  return { pages: pdf?.pages ?? null, read: text !== null, missing };
}

/** What a check found, for whoever sends it; undefined where nothing is missing. */
export function differenceIn({ missing: { loanNumber, amounts } }: LetterCheck, number: string): string | undefined {
  const missing = [...(loanNumber ? [number] : []), ...amounts.map((paise) => formatRupees(paise))];
  return missing.length === 0
    ? undefined
    : `The letter does not say ${missing.join(', ')}. Look at it again, or send it all the same.`;
}

export const keepCheck = (tx: Tx, settlementId: string, documentId: string, { pages, read, missing }: LetterCheck) =>
  tx.query(
    `insert into settlement_letter_checks (tenant_id, document_id, settlement_id, pages, read, missing)
     values (current_tenant(), $1, $2, $3, $4, $5::jsonb)`,
    [documentId, settlementId, pages, read, missing],
  );

/** Of the letters that the settlement hands out now. */
export async function checksOf(tx: Tx, record: ListedRecord): Promise<Settlement['checks']> {
  const rows = await tx.query<LetterCheck & { document_id: string } & Record<string, unknown>>(
    `select document_id, pages, read, missing from settlement_letter_checks
      where tenant_id = current_tenant() and settlement_id = $1`,
    [record.id],
  );
  const of = { settlement: record.letter_id, 'no-dues': record.no_dues_letter_id };
  return (['settlement', 'no-dues'] as const).flatMap((letter) => {
    const row = rows.find(({ document_id }) => document_id === of[letter]);
    return row ? [{ letter, pages: row.pages, read: row.read, ...row.missing }] : [];
  });
}
