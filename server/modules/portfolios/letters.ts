/** SQL over letter templates. */
import type { Letter, LetterFacts } from '../../../core/contract/portfolio-letters';
import type { LetterKind } from '../../../core/domain/letters/letter-template';
import type { Tx } from '../../db/database';

type LetterBody = Pick<Letter, 'kind' | 'name' | 'language' | 'body'>;

const SELECT = `select t.id, t.kind, t.name, t.language, t.body, t.version, t.saved_at as "savedAt", u.full_name as "savedBy"
  from letter_templates t left join users u on u.tenant_id = t.tenant_id and u.id = t.saved_by
 where t.tenant_id = current_tenant() and t.portfolio_id = $1`;

export const lettersOf = (tx: Tx, portfolioId: string, kind: LetterKind | undefined): Promise<Letter[]> =>
  tx.query<Letter>(
    `${SELECT} and ($2::text is null or t.kind = $2) order by t.kind desc, lower(t.name), t.language, t.id`,
    [portfolioId, kind ?? null],
  );

export async function findLetter(tx: Tx, portfolioId: string, letterId: string): Promise<Letter | undefined> {
  const [letter] = await tx.query<Letter>(`${SELECT} and t.id = $2`, [portfolioId, letterId]);
  return letter;
}

export async function nameOfLetterTaken(
  tx: Tx,
  portfolioId: string,
  letter: LetterBody,
  except: string,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from letter_templates where tenant_id = current_tenant() and portfolio_id = $1 and kind = $2 and lower(name) = lower($3)
        and language = $4 and id <> $5`,
    [portfolioId, letter.kind, letter.name, letter.language, except],
  );
  return rows.length > 0;
}

/** False when the id or the name is in use. */
export async function insertLetter(
  tx: Tx,
  portfolioId: string,
  letterId: string,
  letter: LetterBody,
  by: string,
  now: Date,
): Promise<boolean> {
  const made = await tx.query(
    `insert into letter_templates (tenant_id, id, portfolio_id, kind, name, language, body, saved_at, saved_by)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [letterId, portfolioId, letter.kind, letter.name, letter.language, letter.body, now, by],
  );
  return made.length > 0;
}

/** False when it is not at this version any more. */
export async function updateLetter(
  tx: Tx,
  letterId: string,
  version: number,
  letter: LetterBody,
  by: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx.query(
    `update letter_templates set kind = $3, name = $4, language = $5, body = $6, saved_at = $7, saved_by = $8, version = version + 1
      where tenant_id = current_tenant() and id = $1 and version = $2 returning 1`,
    [letterId, version, letter.kind, letter.name, letter.language, letter.body, now, by],
  );
  return changed.length > 0;
}

export async function deleteLetter(tx: Tx, portfolioId: string, letterId: string): Promise<void> {
  await tx.query('delete from letter_templates where tenant_id = current_tenant() and portfolio_id = $1 and id = $2', [
    portfolioId,
    letterId,
  ]);
}

/** Null until somebody has set them. */
export async function letterFactsOf(tx: Tx, portfolioId: string): Promise<LetterFacts | null> {
  const [row] = await tx.query<{ facts: LetterFacts | null }>(
    'select letter_facts as facts from portfolios where tenant_id = current_tenant() and id = $1',
    [portfolioId],
  );
  return row?.facts ?? null;
}

export const setLetterFacts = (tx: Tx, portfolioId: string, facts: LetterFacts) =>
  tx.query('update portfolios set letter_facts = $2::jsonb where tenant_id = current_tenant() and id = $1', [
    portfolioId,
    facts,
  ]);
