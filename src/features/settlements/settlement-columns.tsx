import type { SettlementRow } from '../../../core/contract/settlements';
import { dayOf } from '../../../core/domain/dates';
import { parseRole } from '../../../core/domain/roles';
import { stagesFor } from '../../../core/domain/settlements/sight';
import { t } from '../../i18n';
import { Badge, DateText, Row, Stack, Text } from '../../ui';
import { type Column, countColumn, dayColumn, moneyColumn, personColumn, statusColumn, textColumn } from '../../ui/kit';
import { StageBadge, shareWords, stageWords } from './words';

export const settlementColumns = ({ zone }: { zone: string }): Column<SettlementRow>[] => [
  personColumn('loan', t('Borrower'), (row) => ({ name: row.borrower, detail: `${row.loanNumber} · ${row.number}` })),
  {
    id: 'stage',
    label: t('Stage'),
    cell: (row) => (
      <Stack gap="0">
        <StageBadge stage={row.stage} />
        {row.inPlaceOf && (
          <Text size="tiny" tone="muted">
            {t('For {name}', { name: row.inPlaceOf })}
          </Text>
        )}
      </Stack>
    ),
  },
  dayColumn('since', t('Waits since'), (row) => (row.answerBy ? row.stageAt : null), { zone, near: true }),
  {
    id: 'answerBy',
    label: t('Answer by'),
    cell: ({ answerBy }) =>
      answerBy && (
        <Row gap="1" tight>
          <DateText value={answerBy} />
          {answerBy < dayOf(new Date(), zone) && <Badge tone="danger">{t('Late')}</Badge>}
        </Row>
      ),
  },
  dayColumn('validTill', t('Holds until'), (row) => row.validTill),
  moneyColumn('payable', t('Pays'), (row) => row.payable),
  textColumn('waiver', t('Waiver'), (row) => shareWords(row.waived, row.outstanding), { end: true }),
  moneyColumn('outstanding', t('Outstanding'), (row) => row.outstanding),
  countColumn('instalments', t('Instalments'), (row) => row.instalments),
  moneyColumn('paid', t('Paid'), (row) => row.paid || null),
  dayColumn('next', t('Next due'), (row) => row.nextDueOn),
  textColumn('maker', t('Raised by'), (row) => row.maker?.name),
  textColumn('heldBy', t('Held by'), (row) => row.heldBy),
  textColumn('client', t('Client'), (row) => row.client, { hidden: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio, { hidden: true }),
  statusColumn('marks', t('Marks'), (row) => (row.restructuring ? { words: t('Restructuring'), tone: 'warn' } : null), {
    hidden: true,
  }),
];

/** By the stages that somebody of this role sees. */
export const stageFilter = (role: string) => ({
  label: t('Stage'),
  options: stagesFor(parseRole(role)).map((value) => ({ value, label: stageWords(value) })),
});
