/** /Reconciliation: what banks and gateways say was paid, beside receipts and loans (domain 1.8). */
import { lazy } from 'react';
import { type BankLineRow, exportBankLines, listBankLines } from '../../../../core/contract/reconciliation';
import { t, tn } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { LinkButton } from '../../../ui';
import {
  type Column,
  countColumn,
  dayColumn,
  moneyColumn,
  nameColumn,
  personColumn,
  statusColumn,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { EntityList } from '../../lists';
import { useSignedIn } from '../../session';
import { AcceptMany } from '../components/accept-many';
import { Figures } from '../components/figure-tiles';
import { LINES, LOOK_MS } from '../queries';
import { foundWords, modeWords, statusLook, viewWords } from '../words';

// What writes comes with the press that needs it.
const LinePanel = lazy(() => import('../components/line-panel'));

const isReceipt = ({ status }: BankLineRow) => status === 'receipt-without-bank';

const columns = (): Column<BankLineRow>[] => [
  nameColumn('reference', t('Reference'), (row) => row.reference ?? '–'),
  dayColumn('paidOn', t('Date'), (row) => row.paidOn),
  moneyColumn('amount', t('Amount'), (row) => row.amountPaise),
  textColumn('narration', t('Narration'), (row) => (isReceipt(row) ? modeWords(row.narration) : row.narration)),
  personColumn(
    'loan',
    t('Matched loan'),
    ({ loan, otherLoans }) =>
      loan && {
        name: loan.borrower,
        detail: otherLoans > 0 ? `${loan.number} ${tn(otherLoans, 'and {n} more', 'and {n} more')}` : loan.number,
      },
    { always: false },
  ),
  textColumn('receipt', t('Receipt'), (row) => row.receipt, { notOnPhone: true }),
  countColumn('score', t('Score'), (row) => row.score || null),
  statusColumn('status', t('Status'), (row) => statusLook(row.status)),
  statusColumn(
    'question',
    t('Question'),
    ({ question }) =>
      question && {
        words: question === 'open' ? t('Asked') : t('Answered'),
        tone: question === 'open' ? 'warn' : 'paid',
      },
  ),
  countColumn('age', t('Age in days'), (row) => row.ageDays),
  textColumn('owner', t('Owner'), (row) => row.owner, { notOnPhone: true }),
  textColumn('payer', t('Payer'), (row) => row.payer, { hidden: true }),
];

export default function ReconciliationPage() {
  const { role } = useSignedIn().profile;
  const [address] = useListAddress();
  const fileId = address.get('file') ?? '';
  return (
    <EntityList
      name={LINES}
      from={listBankLines}
      ask={{ status: fileId ? 'all' : 'open' }}
      every={LOOK_MS}
      pageSize={25}
      title={t('Reconciliation')}
      noun={t('lines')}
      actions={
        mayEnter(role, routeOf('bankPaidUpload')) && (
          <LinkButton icon="upload" to={deskPaths.bankPaidUpload()}>
            {t('Bank Paid Bulk Upload')}
          </LinkButton>
        )
      }
      above={<Figures />}
      columns={columns}
      searchLabel={t('Whole reference or loan number')}
      filters={{
        status: { label: t('Which'), words: viewWords, tab: {}, counts: ({ counts }) => counts },
        found: { label: t('Found as'), words: foundWords },
        from: { label: t('Days'), name: 'days', days: 'until' },
        fileId: fileId
          ? { label: t('File'), name: 'file', options: [{ value: fileId, label: t('The one that was open') }] }
          : undefined,
        asked: { label: t('Questions'), words: () => t('To me') },
      }}
      file={exportBankLines}
      nameOf={(row) => row.reference ?? row.payer}
      bulk={{ actions: ({ rows, clear }) => <AcceptMany rows={rows} clear={clear} /> }}
      panel={({ id, row, close }) => <LinePanel key={id} id={id} row={row} onClose={close} />}
      empty={({ status }) => ({
        icon: 'rupee',
        title: status === 'open' ? t('Nothing waits to be decided') : t('Nothing yet'),
        text: t(
          'Lines of the files of banks and lenders appear here, each with the receipt and the loan that it fits.',
        ),
      })}
    />
  );
}
