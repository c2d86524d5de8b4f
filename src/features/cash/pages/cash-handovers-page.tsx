/** /cash-hand-overs: cash that agents say they handed over, for a supervisor who has seen it to confirm. */
import { useMemo } from 'react';
import { type AgentsHandover, HANDOVER_STATES } from '../../../../core/contract/cash';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { ChipChoice, DateText, EmptyState, Money, Row, Stack, Text } from '../../../ui';
import { type Column, DeskPage, DeskTitle, PAGE_SIZE, PagedTable, useListAddress, useOpen } from '../../../ui/kit';
import { useZone } from '../../session';
import { HandoverBadge, handoverPlaceWords, handoverStateWords } from '../cash-words';
import { DecideHandover } from '../components/decide-handover';
import { useHandovers } from '../queries';

const columns = (zone: string): Column<AgentsHandover>[] => [
  {
    id: 'agent',
    label: t('Agent'),
    always: true,
    cell: (row) => (
      <Text as="span" strong>
        {row.agent.name}
      </Text>
    ),
  },
  { id: 'amount', label: t('Amount'), end: true, cell: (row) => <Money paise={row.amountPaise} /> },
  { id: 'day', label: t('Handed over on'), cell: (row) => <DateText value={row.handedOn} /> },
  { id: 'place', label: t('Where'), cell: (row) => handoverPlaceWords(row.place) },
  { id: 'reference', label: t('Reference'), cell: (row) => row.reference },
  { id: 'payments', label: t('Payments'), end: true, cell: (row) => row.payments },
  { id: 'told', label: t('Told at'), cell: (row) => <DateText value={row.createdAt} time near zone={zone} /> },
  { id: 'state', label: t('State'), cell: (row) => <HandoverBadge state={row.state} /> },
];

export default function CashHandoversPage() {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const [open, setOpen] = useOpen();
  const state = HANDOVER_STATES.find((one) => one === address.get('state')) ?? 'open';
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const list = useHandovers({ state, page, size: PAGE_SIZE });
  const shown = useMemo(() => columns(zone), [zone]);
  const chosen = list.data?.rows.find(({ id }) => id === open);
  return (
    <DeskPage>
      <Stack gap="3" minWidth="0">
        <Row apart gap="3">
          <DeskTitle>{t('Cash hand-overs')}</DeskTitle>
          <ChipChoice
            label={t('State')}
            value={state}
            onChange={(next) => setAddress({ state: next }, { replace: true })}
            options={HANDOVER_STATES.map((value) => ({ value, label: handoverStateWords(value) }))}
          />
        </Row>
        <PagedTable
          name="cash-handovers"
          label={t('Cash hand-overs')}
          list={list}
          problem={problemOf(list.error)}
          page={page}
          onPage={(to) => setAddress({ state, page: `${to}` }, { replace: true })}
          noun={t('hand-overs')}
          columns={shown}
          keyOf={(row) => row.id}
          nameOf={(row) => row.agent.name}
          onOpen={(row) => setOpen(row.id)}
          openKey={open}
          empty={
            <EmptyState icon="rupee" title={state === 'open' ? t('Nothing waits to be confirmed') : t('Nothing yet')}>
              {t('What agents hand over of the cash they collected appears here.')}
            </EmptyState>
          }
        />
      </Stack>
      {chosen && <DecideHandover handover={chosen} onClose={() => setOpen('')} />}
    </DeskPage>
  );
}
