/** Bank files, their lines and what people say of them (core/contract/reconciliation.ts). */
import { type BankLineRow, MOST_LINES_OUT } from '../../../core/contract/reconciliation';
import { dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { writeCsv } from '../people';
import { tenantRules } from '../tenants';
import { acceptExact, acceptLine, answerAbout, askAbout, colleaguesFor, reverseLine } from './decide';
import { bankFiles } from './files';
import { figuresOf, lineDetail, linePage, linesOut, lockLine, type Moment, receiptsOf } from './lines';

const HEAD = [
  'Date',
  'Reference',
  'Amount',
  'Narration',
  'Payer',
  'Loan',
  'Borrower',
  'Receipt',
  'Score',
  'Status',
  'Age in days',
  'Owner',
];

const csvOf = (lines: readonly BankLineRow[]): string =>
  writeCsv(
    HEAD,
    lines.map((row) => [
      row.paidOn,
      row.reference ?? '',
      (row.amountPaise / 100).toFixed(2),
      row.narration,
      row.payer,
      row.loan?.number ?? '',
      row.loan?.borrower ?? '',
      row.receipt ?? '',
      String(row.score),
      row.status,
      String(row.ageDays),
      row.owner ?? '',
    ]),
  );

export function handlers(
  deps: Pick<Deps, 'db' | 'storage' | 'clock'>,
): Pick<Handlers, Extract<keyof Handlers, `reconciliation.${string}` | `bankPaid.${string}`>> {
  const { db, clock } = deps;
  const rulesOf = tenantRules(db);
  const files = bankFiles(deps);
  /** The zone is looked up before the transaction: the embedded database opens none inside another. */
  const within = async <T>(actor: Actor, work: (tx: Tx, moment: Moment) => Promise<T>, indexed = false): Promise<T> => {
    const { tenantId, userId } = actor;
    const { zone } = await rulesOf(tenantId);
    const now = clock.now();
    return db.transaction({ tenantId, userId, ...(indexed && { indexed: true as const }) }, (tx) =>
      work(tx, { now, zone, today: dayOf(now, zone) }),
    );
  };
  /** A step on a line, and the line as it is then. */
  const step = async (actor: Actor, given: string, work: (tx: Tx, id: string, moment: Moment) => Promise<unknown>) => ({
    success: true as const,
    data: await within(actor, async (tx, moment) => {
      const id = given.toLowerCase();
      await work(tx, id, moment);
      return lineDetail(tx, actor, id, moment);
    }),
  });

  return {
    'bankPaid.upload': async ({ actor, files: [file] }) => ({ success: true, data: await files.upload(actor, file) }),
    'bankPaid.verify': async ({ actor, body }) => ({
      success: true,
      message: 'bank paid sheet verified successfully',
      data: await files.verify(actor, body),
    }),
    'bankPaid.list': async ({ actor, query }) => ({ success: true, data: await files.list(actor, query) }),

    'reconciliation.list': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, (tx, moment) => linePage(tx, actor, query, moment), true),
    }),
    'reconciliation.figures': async ({ actor }) => ({
      success: true,
      data: await within(actor, (tx, moment) => figuresOf(tx, actor, moment), true),
    }),
    'reconciliation.export': async ({ actor, query }) => ({
      success: true,
      data: await within(
        actor,
        async (tx, moment) => {
          const rows = await linesOut(tx, actor, query, MOST_LINES_OUT, moment);
          const detail = { filter: query, rows: rows.length };
          await appendAudit(
            tx,
            [
              {
                action: 'export.reconciliation',
                subject: 'bank-line',
                subjectId: actor.userId,
                actorId: actor.userId,
                detail,
              },
            ],
            moment.now,
          );
          return { fileName: `reconciliation_${moment.today}.csv`, csv: csvOf(rows) };
        },
        true,
      ),
    }),
    'reconciliation.get': ({ actor, params }) => step(actor, params.id, async () => {}),
    'reconciliation.receipts': async ({ actor, params, query }) => ({
      success: true,
      data: await within(actor, async (tx, { zone }) => {
        const line = await lockLine(tx, actor, params.id.toLowerCase());
        const found = await receiptsOf(tx, actor, line, query.loanNumber, zone);
        if (!found) throw new ApiError('not-found');
        return found;
      }),
    }),
    'reconciliation.accept': ({ actor, params, body }) =>
      step(actor, params.id, (tx, id, moment) => acceptLine(tx, actor, id, body, moment)),
    'reconciliation.reverse': ({ actor, params, body }) =>
      step(actor, params.id, (tx, id, moment) => reverseLine(tx, actor, id, body, moment)),
    'reconciliation.ask': ({ actor, params, body }) =>
      step(actor, params.id, (tx, id, moment) => askAbout(tx, actor, id, body, moment)),
    'reconciliation.answer': ({ actor, params, body }) =>
      step(actor, params.id, (tx, id, moment) => answerAbout(tx, actor, id, body, moment)),
    'reconciliation.colleagues': async ({ actor, params }) => ({
      success: true,
      data: await within(actor, async (tx) => ({
        rows: await colleaguesFor(tx, actor, await lockLine(tx, actor, params.id.toLowerCase())),
      })),
    }),
    /** Each in a transaction of its own: one that is refused holds up no other. */
    'reconciliation.acceptMany': async ({ actor, body }) => {
      const rows: { id: string; refused: string | null }[] = [];
      for (const id of new Set(body.ids.map((one) => one.toLowerCase())))
        try {
          await within(actor, (tx, moment) => acceptExact(tx, actor, id, moment));
          rows.push({ id, refused: null });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          rows.push({ id, refused: error.message });
        }
      return { success: true, data: { rows } };
    },
  };
}
