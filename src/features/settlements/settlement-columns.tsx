import type { SettlementRow } from '../../../core/contract/settlements';
import { t } from '../../i18n';
import { Badge, DateText, Money, Stack, Text } from '../../ui';
import type { Column } from '../../ui/kit';
import { StageBadge, shareWords } from './words';

export const settlementColumns = (): Column<SettlementRow>[] => [
  {
    id: 'loan',
    label: t('Borrower'),
    always: true,
    cell: (row) => (
      <Stack gap="0">
        <Text as="span" strong>
          {row.borrower}
        </Text>
        <Text as="span" size="tiny" tone="muted">
          {row.loanNumber} · {row.number}
        </Text>
      </Stack>
    ),
  },
  { id: 'stage', label: t('Stage'), cell: (row) => <StageBadge stage={row.stage} /> },
  { id: 'validTill', label: t('Holds until'), cell: (row) => <DateText value={row.validTill} /> },
  { id: 'payable', label: t('Pays'), end: true, cell: (row) => <Money paise={row.payable} /> },
  { id: 'waiver', label: t('Waiver'), end: true, cell: (row) => shareWords(row.waived, row.outstanding) },
  { id: 'outstanding', label: t('Outstanding'), end: true, cell: (row) => <Money paise={row.outstanding} /> },
  { id: 'instalments', label: t('Instalments'), end: true, cell: (row) => row.instalments },
  { id: 'paid', label: t('Paid'), end: true, cell: (row) => (row.paid === 0 ? '–' : <Money paise={row.paid} />) },
  {
    id: 'next',
    label: t('Next due'),
    cell: (row) => (row.nextDueOn === null ? '–' : <DateText value={row.nextDueOn} />),
  },
  { id: 'maker', label: t('Raised by'), cell: (row) => row.maker?.name ?? '–' },
  { id: 'heldBy', label: t('Held by'), cell: (row) => row.heldBy ?? '–' },
  { id: 'client', label: t('Client'), hidden: true, cell: (row) => row.client },
  { id: 'portfolio', label: t('Portfolio'), hidden: true, cell: (row) => row.portfolio },
  {
    id: 'marks',
    label: t('Marks'),
    hidden: true,
    cell: (row) => (row.restructuring ? <Badge tone="warn">{t('Restructuring')}</Badge> : '–'),
  },
];
