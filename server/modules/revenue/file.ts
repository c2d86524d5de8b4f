/** A list of revenue as a file, noted in the audit with its filter and its number of lines. */
import { appendAudit } from '../../db/audit';
import type { Actor } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { writeCsv } from '../people';

export const rupees = (paise: number) => (paise / 100).toFixed(2);

export async function revenueFile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  name: 'client-revenue' | 'employee-revenue',
  filter: { month: string } & Record<string, unknown>,
  [head = [], ...lines]: string[][],
): Promise<{ fileName: string; csv: string }> {
  await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
    appendAudit(
      tx,
      [
        {
          action: `export.${name}`,
          subject: 'report',
          subjectId: name,
          actorId: actor.userId,
          detail: { filter, rows: lines.length },
        },
      ],
      clock.now(),
    ),
  );
  return { fileName: `${name}_${filter.month.slice(0, 7)}.csv`, csv: writeCsv(head, lines) };
}
