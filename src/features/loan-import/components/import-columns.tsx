/** The columns of a list of uploads. */
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { t } from '../../../i18n';
import { type Column, countColumn, dayColumn, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { KIND_WORDS, STATE_TONES, STATE_WORDS } from '../words';

const count = (id: keyof LoanImport['counts'], label: string, more?: { hidden: true }): Column<LoanImport> =>
  countColumn(id, label, (row) => row.counts[id] || null, more);

export const importColumns = ({ zone }: { zone: string }): Column<LoanImport>[] => [
  nameColumn('file', t('File'), (row) => row.fileName),
  statusColumn('state', t('State'), (row) => ({ words: t(STATE_WORDS[row.state]), tone: STATE_TONES[row.state] })),
  textColumn('kind', t('What it is for'), (row) => t(KIND_WORDS[row.kind]), { hidden: true }),
  textColumn('client', t('Client'), (row) => row.client),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio),
  dayColumn('at', t('Uploaded'), (row) => row.createdAt, { zone, time: true }),
  textColumn('by', t('By'), (row) => row.createdBy),
  count('rows', t('Rows')),
  count('inserted', t('New')),
  count('updated', t('Changed')),
  count('skipped', t('Left out'), { hidden: true }),
  count('refused', t('Refused')),
  textColumn('batch', t('Batch number'), (row) => row.batchNo, { hidden: true }),
];
