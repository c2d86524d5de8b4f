/** The bank's file of yesterday of a demo's first client, matched by the product's own rules: its lines wait for a person. */
import { createHash } from 'node:crypto';
import { addDays, type Day } from '../../core/domain/dates';
import {
  type BankLine,
  type LoanOfLine,
  matchLines,
  type Receipt,
  referenceKey,
} from '../../core/domain/reconciliation';
import type { Tx } from '../db/database';

const RECEIPTS = 60;
const WITHOUT = 12;

/** The same id in every load of the same demo. */
function idOf(what: string): string {
  const hex = createHash('sha256').update(`bank ${what}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
const utr = (bank: string, n: number): string => `${bank}${String(n * 104_729).padStart(9, '0')}`;

type Paid = { id: string; loan: string; reference: string | null; paid_on: Day; amount: number };
type Owed = { id: string; number: string; borrower: string; emi: number; overdue: number };

/** Receipts that it confirms by their reference, now and then by less, or by the loan's number alone. */
const paidLine = ({ id, reference, paid_on, amount }: Paid, loan: Owed, n: number, last: Day): BankLine => ({
  id: idOf(id),
  reference: n % 4 === 0 || reference === null ? utr('HDFCN', n) : reference,
  paidOn: paid_on < last ? paid_on : last,
  amountPaise: n % 9 === 0 ? amount - Math.floor(amount / 100_000) * 10_000 : amount,
  narration: n % 7 === 0 ? 'NEFT CR' : `UPI/${loan.number}/EMI`,
  payer: loan.borrower,
  loanNumber: null,
});
/** Money that nobody wrote a receipt for; every third line does not even name its loan. */
const unwrittenLine = (loan: Owed, n: number, last: Day): BankLine => ({
  id: idOf(loan.id),
  reference: utr('ICICR', n),
  paidOn: last,
  amountPaise: loan.emi,
  narration: n % 3 === 0 ? 'CASH DEP' : `IMPS ${loan.number}`,
  payer: n % 3 === 0 ? '' : loan.borrower,
  loanNumber: null,
});

/** In the transaction's tenant, after its payments. `by` uploaded it. */
export async function loadBankFile(tx: Tx, tenantId: string, by: string, today: Day, now: number): Promise<void> {
  const [client] = await tx.query<{ id: string }>('select id from clients where tenant_id = $1 order by name limit 1', [
    tenantId,
  ]);
  if (!client) return;
  const paid = await tx.query<Paid>(
    `select p.id, p.loan_id as loan, p.reference, (p.paid_at at time zone 'Asia/Kolkata')::date as paid_on, p.amount_paise as amount
       from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
      where p.tenant_id = $1 and l.client_id = $2 and p.mode in ('upi', 'bank-transfer')
      order by p.paid_at desc, p.id limit ${RECEIPTS}`,
    [tenantId, client.id],
  );
  const owed = await tx.query<Owed>(
    `select l.id, l.loan_number as number, b.name as borrower, l.emi_paise as emi, l.overdue_paise as overdue
       from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where l.tenant_id = $1 and l.client_id = $2 and (l.id = any($3::uuid[]) or l.id in (
        select o.id from loans o where o.tenant_id = $1 and o.client_id = $2 and o.state = 'active' and o.emi_paise > 0
         order by o.loan_number limit ${WITHOUT})) order by l.loan_number`,
    [tenantId, client.id, paid.map(({ loan }) => loan)],
  );
  const byId = new Map(owed.map((loan) => [loan.id, loan]));
  const last = addDays(today, -1);
  const taken = new Set(paid.map(({ loan }) => loan));
  const lines = [
    ...paid.flatMap((one, at) => {
      const loan = byId.get(one.loan);
      return loan ? [paidLine(one, loan, at + 1, last)] : [];
    }),
    ...owed.filter(({ id }) => !taken.has(id)).map((loan, at) => unwrittenLine(loan, at + 1, last)),
  ];
  const receipts = paid.map(
    ({ id, loan, reference, paid_on, amount }): Receipt => ({
      id,
      loanId: loan,
      reference,
      paidOn: paid_on,
      amountPaise: amount,
      openPaise: amount,
    }),
  );
  const loans = owed.map(
    ({ id, number, borrower, emi, overdue }): LoanOfLine => ({
      id,
      loanNumber: number,
      borrower,
      emiPaise: emi,
      overduePaise: overdue,
    }),
  );
  await keep(tx, { tenantId, clientId: client.id, by, at: new Date(now), last }, lines, receipts, loans);
}

async function keep(
  tx: Tx,
  { tenantId, clientId, by, at, last }: { tenantId: string; clientId: string; by: string; at: Date; last: Day },
  lines: readonly BankLine[],
  receipts: readonly Receipt[],
  loans: readonly LoanOfLine[],
): Promise<void> {
  const file = idOf(clientId);
  const matches = new Map(matchLines(lines, receipts, loans).map((match) => [match.lineId, match]));
  const sum = lines.reduce((all, { amountPaise }) => all + amountPaise, 0);
  const matched = [...matches.values()].filter(({ found }) => found === 'matched').length;
  await tx.query(
    `insert into bank_files (tenant_id, id, file_name, size, sha256, state, look, columns, client_id, read_to, matched_to, lines, matched,
       compared, amount_paise, uploaded_by, created_at, finished_at)
     values ($1, $2, $3, $4, $5, 'done', $6::jsonb, $7::jsonb, $8, $9, $9, $10, $11, $10, $12, $13, $14, $14)`,
    [
      tenantId,
      file,
      `statement-${last}.csv`,
      80 * lines.length,
      createHash('sha256').update(file).digest('hex'),
      { columns: ['Value Date', 'Narration', 'UTR', 'Credit', 'Remitter'], samples: [] },
      { paidOn: 0, narration: 1, reference: 2, amount: 3, payer: 4 },
      clientId,
      lines.length + 1,
      lines.length,
      matched,
      sum,
      by,
      at,
    ],
  );
  for (const [place, line] of lines.entries()) {
    const match = matches.get(line.id);
    if (!match) continue;
    await tx.query(
      `insert into bank_lines (tenant_id, id, file_id, line, client_id, reference, reference_key, paid_on, amount_paise, narration, payer,
         status, found, score, reasons, candidates, loan_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15::jsonb, $16)`,
      [
        tenantId,
        line.id,
        file,
        place + 2,
        clientId,
        line.reference,
        referenceKey(line.reference),
        line.paidOn,
        line.amountPaise,
        line.narration,
        line.payer,
        match.found,
        match.score,
        match.reasons,
        JSON.stringify(match.candidates),
        match.parts[0]?.loanId ?? null,
      ],
    );
    for (const [at, part] of match.parts.entries())
      await tx.query(
        'insert into bank_parts (tenant_id, line_id, place, loan_id, payment_id, amount_paise) values ($1, $2, $3, $4, $5, $6)',
        [tenantId, line.id, at, part.loanId, part.paymentId, part.amountPaise],
      );
  }
}
