/** /post-payment: what was paid after settlements, instalment by instalment; each leads to its settlement. */
import {
  exportInstalments,
  listInstalments,
  type SettlementInstalment,
} from '../../../../core/contract/settlement-instalments';
import { dayOf, isDay } from '../../../../core/domain/dates';
import type { InstalmentState } from '../../../../core/domain/settlements/instalments';
import { t } from '../../../i18n';
import type { Tone } from '../../../ui';
import {
  type Column,
  DayRange,
  dayColumn,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { EntityList } from '../../lists';
import { useZone } from '../../session';
import { SettlementPanel } from '../components/settlement-panel';
import { LOOK_MS } from '../queries';
import { useThenNotifications } from '../then-notifications';

const STATES: Record<InstalmentState, { label: string; tone: Tone }> = {
  late: { label: 'Late', tone: 'danger' },
  due: { label: 'To come', tone: 'promise' },
  'to-confirm': { label: 'To confirm', tone: 'warn' },
  paid: { label: 'Paid', tone: 'paid' },
  fallen: { label: 'Fallen', tone: 'blocked' },
};
const FILTERS = { ...STATES, 'taken-back': { label: 'Payment taken back' } };

const columns = (): Column<SettlementInstalment>[] => [
  personColumn('loan', t('Borrower'), (row) => ({ name: row.borrower, detail: `${row.loanNumber} · ${row.number}` })),
  statusColumn('state', t('State'), ({ state }) => ({ words: t(STATES[state].label), tone: STATES[state].tone })),
  dayColumn('dueOn', t('Due on'), (row) => row.dueOn, { sort: true }),
  textColumn('place', t('Instalment'), (row) => t('{n} of {all}', { n: row.place, all: row.of }), { end: true }),
  moneyColumn('amount', t('Expected'), (row) => row.amount),
  moneyColumn('paid', t('Paid'), (row) => row.paid || null),
  moneyColumn('received', t('To confirm'), (row) => row.received || null),
  moneyColumn('left', t('Outstanding'), (row) => row.amount - row.paid - row.received || null),
  moneyColumn('takenBack', t('Taken back'), (row) => row.takenBack || null),
  textColumn('heldBy', t('Held by'), (row) => row.heldBy),
  textColumn('client', t('Client'), (row) => row.client, { hidden: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio, { hidden: true }),
];

export default function PostPaymentPage() {
  const done = useThenNotifications();
  const today = dayOf(Date.now(), useZone());
  const [address, setAddress] = useListAddress();
  const day = (name: string) => [address.get(name) ?? ''].filter(isDay)[0];
  const days = { from: day('from'), to: day('to') };
  const setDays = (range: { from: string; to: string }) =>
    setAddress(
      (held) => {
        for (const name of ['from', 'to'] as const)
          if (isDay(range[name])) held.set(name, range[name]);
          else held.delete(name);
        held.delete('page');
        return held;
      },
      { replace: true },
    );
  return (
    <EntityList
      name="post-payment"
      under="settlements"
      from={listInstalments}
      every={LOOK_MS}
      title={t('Post Payment')}
      noun={t('instalments')}
      ask={days}
      actions={<DayRange from={days.from ?? ''} to={days.to ?? ''} today={today} onChange={setDays} />}
      file={exportInstalments}
      columns={columns}
      sort={{ by: 'dueOn', dir: 'asc' }}
      searchLabel={t('Loan, settlement or borrower')}
      filters={{
        state: { label: t('State'), words: (one) => t(FILTERS[one].label), tab: { all: t('All') } },
      }}
      nameOf={(row) => `${row.borrower}, ${row.place}`}
      panel={({ row, close }) =>
        row && <SettlementPanel key={row.settlementId} id={row.settlementId} onDone={done} onClose={close} />
      }
      empty={{
        icon: 'rupee',
        title: t('No instalment is here'),
        text: t('Once the letter of a settlement is out, its instalments appear here with what was paid of each.'),
      }}
    />
  );
}
