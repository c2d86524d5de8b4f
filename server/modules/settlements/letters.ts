/** SQL over the letters that the product drew for settlements, and what one of them says. */
import type { Day } from '../../../core/domain/dates';
import type { LetterLanguage } from '../../../core/domain/letters/letter-words';
import type { SettlementLetterKind } from '../../../core/domain/letters/standing';
import type { Stage } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import { dropDocument } from '../documents';

export interface LetterRow {
  id: string;
  settlement_id: string;
  kind: SettlementLetterKind;
  number: string;
  token: string;
  language: LetterLanguage;
  day: Day;
  amount_paise: number;
  round: number;
  document_id: string;
  sha256: string;
  signature: string;
  by: string | null;
  sent_at: string | null;
}

const SELECT = `select t.id, t.settlement_id, t.kind, t.number, t.token, t.language, t.day, t.amount_paise, t.round, t.document_id, t.sha256,
    t.signature, u.full_name as by, t.sent_at
  from settlement_letters t left join users u on u.tenant_id = t.tenant_id and u.id = t.drawn_by
 where t.tenant_id = current_tenant()`;

/** Oldest first. */
export const drawnLetters = (tx: Tx, settlementId: string): Promise<LetterRow[]> =>
  tx.query<LetterRow & Record<string, unknown>>(`${SELECT} and t.settlement_id = $1 order by t.drawn_at, t.id`, [
    settlementId,
  ]);

/** With what its settlement stands at. */
export async function letterByToken(tx: Tx, token: string) {
  const [letter] = await tx.query<LetterRow & Record<string, unknown>>(`${SELECT} and t.token = $1`, [token]);
  const [settlement] = await tx.query<{ stage: Stage; round: number; no_dues_letter_id: string | null }>(
    'select stage, round, no_dues_letter_id from settlements where tenant_id = current_tenant() and id = $1',
    [letter?.settlement_id ?? null],
  );
  return letter && settlement && { letter, settlement };
}

/** Beside the settlement's own columns. Times are UTC. */
export interface LetterSubject {
  language: string;
  product: string;
  address: string;
  approved_at: string | null;
}

export async function letterSubject(tx: Tx, settlementId: string): Promise<LetterSubject> {
  const [row] = await tx.query<LetterSubject & Record<string, unknown>>(
    `select b.language, l.product, coalesce(a.line || ', ' || a.city || ' ' || a.pincode, '') as address,
            (select max(t.at) from settlement_steps t where t.tenant_id = s.tenant_id and t.settlement_id = s.id and t.step = 'approve')
              as approved_at
       from settlements s
       join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
       join borrowers b on b.tenant_id = s.tenant_id and b.id = s.borrower_id
       left join lateral (select o.line, o.city, o.pincode from addresses o
          where o.tenant_id = s.tenant_id and o.borrower_id = s.borrower_id order by o.rank, o.id limit 1) a on true
      where s.tenant_id = current_tenant() and s.id = $1`,
    [settlementId],
  );
  if (!row) throw new Error('A settlement is gone');
  return row;
}

/** The number that the next letter of a kind has: those that went out keep theirs. */
export async function letterNumber(tx: Tx, settlementId: string, of: string, kind: string): Promise<string> {
  const [row] = await tx.query<{ sent: number }>(
    `select count(*)::int as sent from settlement_letters
      where tenant_id = current_tenant() and settlement_id = $1 and kind = $2 and sent_at is not null`,
    [settlementId, kind],
  );
  return `${of}/${kind}${(row?.sent ?? 0) + 1}`;
}

/** Stores a letter that was drawn in the place of the one of its kind that was not sent; answers where the bytes of that one lie. */
export async function insertDrawn(
  tx: Tx,
  letter: Omit<LetterRow, 'by' | 'sent_at'>,
  drawnBy: string,
  now: Date,
): Promise<string | null> {
  const [old] = await tx.query<{ document_id: string }>(
    `delete from settlement_letters where tenant_id = current_tenant() and settlement_id = $1 and kind = $2 and sent_at is null
     returning document_id`,
    [letter.settlement_id, letter.kind],
  );
  await tx.query(
    `insert into settlement_letters (tenant_id, id, settlement_id, kind, number, token, language, day, amount_paise, round, document_id, sha256,
       signature, drawn_by, drawn_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      letter.id,
      letter.settlement_id,
      letter.kind,
      letter.number,
      letter.token,
      letter.language,
      letter.day,
      letter.amount_paise,
      letter.round,
      letter.document_id,
      letter.sha256,
      letter.signature,
      drawnBy,
      now,
    ],
  );
  return old ? dropDocument(tx, old.document_id) : null;
}

export const markSent = (tx: Tx, id: string, now: Date) =>
  tx.query('update settlement_letters set sent_at = $2 where tenant_id = current_tenant() and id = $1', [id, now]);
