/** The formats in which a demo tenant's clients want their reports. */

import { Random } from '../../core/domain/random';
import type { FormatKind } from '../../core/domain/report-kinds';
import type { Tx } from '../db/database';
import type { Book } from './book';
import { DAY } from './calendar';

const FORMATS: { name: string; kind: FormatKind; ofFirstClient: boolean; columns: [id: string, label: string][] }[] = [
  {
    name: 'Daily calling',
    kind: 'calls',
    ofFirstClient: false,
    columns: [
      ['loanNumber', 'A/C NO'],
      ['borrower', 'CUSTOMER NAME'],
      ['bucket', 'BKT'],
      ['posPaise', 'O/S'],
      ['at', 'CALL DATE'],
      ['codeLabel', 'FEEDBACK'],
      ['ptpOn', 'PTP DATE'],
      ['ptpPaise', 'PTP AMT'],
      ['agent', 'CALLER'],
      ['remarks', 'REMARKS'],
    ],
  },
  {
    name: 'Field visits',
    kind: 'visits',
    ofFirstClient: true,
    columns: [
      ['loanNumber', 'LAN'],
      ['borrower', 'Borrower'],
      ['at', 'Visited on'],
      ['metres', 'Distance'],
      ['codeLabel', 'Outcome'],
      ['collectedPaise', 'Collected'],
      ['receipt', 'Receipt no'],
    ],
  },
];

export async function loadReportFormats(tx: Tx, book: Book, seed: string, now: number): Promise<void> {
  const random = new Random(`${seed}/${book.tenantId}/reports`);
  const made = now - 30 * DAY;
  for (const { name, kind, ofFirstClient, columns } of FORMATS)
    await tx.query(
      `insert into report_formats (tenant_id, id, name, client_id, kind, columns, day_style, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'DD-MMM-YYYY', $7, $8, $8)`,
      [
        book.tenantId,
        random.uuid(made),
        name,
        ofFirstClient ? (book.clients[0]?.id ?? null) : null,
        kind,
        JSON.stringify(columns.map(([id, label]) => ({ id, label }))),
        book.staff.admin.id,
        new Date(made),
      ],
    );
}
