/** /cash-hand-overs: cash that agents say they handed over, for a supervisor who has seen it to confirm. */
import { type AgentsHandover, cashHandovers } from '../../../../core/contract/cash';
import { t } from '../../../i18n';
import { type Column, countColumn, dayColumn, moneyColumn, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { HandoverBadge, handoverPlaceWords, handoverStateWords } from '../cash-words';
import { DecideHandover } from '../components/decide-handover';

const columns = ({ zone }: Listing<typeof cashHandovers>): Column<AgentsHandover>[] => [
  nameColumn('agent', t('Agent'), (row) => row.agent.name),
  moneyColumn('amount', t('Amount'), (row) => row.amountPaise),
  dayColumn('day', t('Handed over on'), (row) => row.handedOn),
  textColumn('place', t('Where'), (row) => handoverPlaceWords(row.place)),
  textColumn('reference', t('Reference'), (row) => row.reference),
  countColumn('payments', t('Payments'), (row) => row.payments),
  dayColumn('told', t('Told at'), (row) => row.createdAt, { time: true, near: true, zone }),
  { id: 'state', label: t('State'), cell: (row) => <HandoverBadge state={row.state} /> },
];

export default function CashHandoversPage() {
  return (
    <EntityList
      name="cash-handovers"
      from={cashHandovers}
      ask={{ state: 'open' }}
      every={60_000}
      title={t('Cash hand-overs')}
      noun={t('hand-overs')}
      columns={columns}
      filters={{ state: { label: t('State'), words: handoverStateWords, tab: {} } }}
      nameOf={(row) => row.agent.name}
      over
      panel={({ row, close }) => row && <DecideHandover handover={row} onClose={close} />}
      empty={({ state }) => ({
        icon: 'rupee',
        title: state === 'open' ? t('Nothing waits to be confirmed') : t('Nothing yet'),
        text: t('What agents hand over of the cash they collected appears here.'),
      })}
    />
  );
}
