/** Taking a checked CSV of codes: all of it or nothing, with before and after in the audit. */
import type { importCodes } from '../../../core/contract/code-import';
import type { ResponseOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { CodesFile, CsvCode } from './codes-csv';

type Result = ResponseOf<typeof importCodes>['data'];
type Stored = Omit<CsvCode, 'line'> & { selectable: boolean } & Record<string, unknown>;

const MOST_PROBLEMS = 200;
const text = ({ label, channel, class: kind, requires, active, subCodes }: Omit<CsvCode, 'line' | 'code' | 'rank'>) =>
  JSON.stringify([label, channel, kind, requires, active, subCodes ?? []]);

/**
 * Codes that the file does not name stay as they are; a code is retired by `active` = no, because records that carry
 * it must keep their words. Codes that only the system sets cannot be changed.
 */
export async function takeCodes(tx: Tx, actor: Actor, file: CodesFile, save: boolean, now: Date): Promise<Result> {
  const { tenantId } = actor;
  const stored = await tx.query<Stored>(
    `select code, label, channel, class, rank, requires, active, selectable, sub_codes as "subCodes" from disposition_codes
      where tenant_id = $1 ${save ? 'for update' : ''}`,
    [tenantId],
  );
  const before = new Map(stored.map((row) => [row.code, row]));
  const problems = [...file.problems];
  for (const { code, line } of file.codes)
    if (before.get(code)?.selectable === false)
      problems.push({ line, column: 'code', message: `${code} is set by the system and cannot be changed` });

  const codes = file.codes.map((row) => ({ ...row, subCodes: row.subCodes ?? before.get(row.code)?.subCodes ?? [] }));
  const added = codes.filter(({ code }) => !before.has(code));
  const touched = codes.filter((row) => {
    const old = before.get(row.code);
    return old !== undefined && text(old) !== text(row);
  });
  const retired = touched.filter((row) => !row.active && before.get(row.code)?.active);
  const changed = touched.filter((row) => !retired.includes(row));
  const names = (rows: readonly CsvCode[]) => rows.map(({ code }) => code);
  const result = { rows: file.codes.length, added: names(added), changed: names(changed), retired: names(retired) };
  if (problems.length) return { ...result, problems: problems.slice(0, MOST_PROBLEMS), saved: false };
  if (!save) return { ...result, problems: [], saved: false };

  const writes = [...added, ...touched];
  if (writes.length) {
    await tx.query(
      `insert into disposition_codes (tenant_id, code, channel, label, class, rank, requires, selectable, active, position,
         sub_codes)
       select $1, r.code, r.channel, r.label, r.class, r.rank, array(select jsonb_array_elements_text(r.requires)), true,
              r.active, r.line, array(select jsonb_array_elements_text(r."subCodes"))
         from jsonb_to_recordset($2::jsonb) as r(code text, channel text, label text, class text, rank integer,
              requires jsonb, active boolean, line integer, "subCodes" jsonb)
       on conflict (tenant_id, code) do update
         set channel = excluded.channel, label = excluded.label, class = excluded.class, rank = excluded.rank,
             requires = excluded.requires, active = excluded.active, sub_codes = excluded.sub_codes`,
      [tenantId, JSON.stringify(writes)],
    );
    await appendAudit(
      tx,
      writes.map(({ line: _, ...after }) => ({
        action: 'dispositions.code-changed',
        subject: 'disposition-code',
        subjectId: after.code,
        actorId: actor.userId,
        detail: { before: before.get(after.code) ?? null, after },
      })),
      now,
    );
  }
  return { ...result, problems: [], saved: true };
}
