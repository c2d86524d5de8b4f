import { caseHistories, type WorkEntry } from '../../../../core/contract/call-work';
import { said, t } from '../../../i18n';
import { type Column, dayColumn, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { CorrectRecord } from '../components/correct-record';
import { lookOf } from '../words';

const columns = ({ zone }: Listing<typeof caseHistories>): Column<WorkEntry>[] => [
  nameColumn('borrower', t('Borrower'), (row) => row.borrower),
  textColumn('number', t('Number'), (row) => row.loanNumber),
  statusColumn('outcome', t('Outcome'), (row) => ({ words: said(row.codeLabel), ...lookOf(row.class, row.channel) })),
  dayColumn('at', t('When'), (row) => row.at, { time: true, near: true, zone }),
  textColumn('by', t('By'), (row) => row.by, { notOnPhone: true }),
  textColumn('remarks', t('Remarks'), (row) => row.remarks),
  dayColumn('corrected', t('Corrected'), (row) => row.corrected?.at, { near: true, zone, notOnPhone: true }),
];

/** Records of the user's loans, each to be corrected: what was recorded stays as evidence, the correction lies beside it. */
export default function ModifyCallPage() {
  return (
    <EntityList
      name="modify-call"
      under="case-histories"
      from={caseHistories}
      title={t('Modify Call')}
      noun={t('records')}
      columns={columns}
      nameOf={(row) => `${row.borrower}, ${row.codeLabel}`}
      opens="record"
      panel={({ row, close }) => row && <CorrectRecord key={row.id} entry={row} onClose={close} />}
      empty={{
        icon: 'ledger',
        title: t('No records yet'),
        text: t('Calls and visits on your loans show here once they are recorded.'),
      }}
    />
  );
}
