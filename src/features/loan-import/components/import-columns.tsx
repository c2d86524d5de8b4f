/** The columns of a list of uploads. */
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { t } from '../../../i18n';
import { Badge, DateText } from '../../../ui';
import { CellText, type Column } from '../../../ui/kit';
import { KIND_WORDS, STATE_TONES, STATE_WORDS } from '../words';

const number = new Intl.NumberFormat('en-IN');
const count = (value: number): string => (value === 0 ? '' : number.format(value));

export const importColumns = (zone: string): Column<LoanImport>[] => [
  {
    id: 'file',
    label: t('File'),
    always: true,
    cell: (row) => (
      <CellText strong clip="18rem">
        {row.fileName}
      </CellText>
    ),
  },
  {
    id: 'state',
    label: t('State'),
    cell: (row) => <Badge tone={STATE_TONES[row.state]}>{t(STATE_WORDS[row.state])}</Badge>,
  },
  { id: 'kind', label: t('What it is for'), hidden: true, cell: (row) => t(KIND_WORDS[row.kind]) },
  { id: 'client', label: t('Client'), cell: (row) => row.client ?? '' },
  { id: 'portfolio', label: t('Portfolio'), cell: (row) => row.portfolio ?? '' },
  { id: 'at', label: t('Uploaded'), cell: (row) => <DateText value={row.createdAt} zone={zone} time /> },
  { id: 'by', label: t('By'), cell: (row) => row.createdBy },
  { id: 'rows', label: t('Rows'), end: true, cell: (row) => count(row.counts.rows) },
  { id: 'inserted', label: t('New'), end: true, cell: (row) => count(row.counts.inserted) },
  { id: 'updated', label: t('Changed'), end: true, cell: (row) => count(row.counts.updated) },
  { id: 'skipped', label: t('Left out'), end: true, hidden: true, cell: (row) => count(row.counts.skipped) },
  { id: 'refused', label: t('Refused'), end: true, cell: (row) => count(row.counts.refused) },
  { id: 'batch', label: t('Batch number'), hidden: true, cell: (row) => row.batchNo ?? '' },
];
