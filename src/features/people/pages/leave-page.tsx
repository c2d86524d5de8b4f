/** /leave: who of the user's people is away, will be, and was. */
import { type Leave, listLeaves } from '../../../../core/contract/leaves';
import { t } from '../../../i18n';
import { type Column, dayColumn, LookBadge, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { PersonPanel } from '../components/person-panel';
import { leaveLook, leaveStateWords } from '../leave-parts';

const columns = ({ zone }: Listing<typeof listLeaves>): Column<Leave>[] => [
  nameColumn('person', t('Name'), (row) => row.person.name),
  dayColumn('from', t('First day off'), (row) => row.from, { zone }),
  dayColumn('until', t('Last day off'), (row) => row.until, { zone }),
  textColumn('reason', t('Reason'), (row) => row.reason),
  { id: 'state', label: t('State'), cell: (row) => <LookBadge {...leaveLook(row.state)} /> },
  textColumn('by', t('Kept by'), (row) => row.by),
];

export default function LeavePage() {
  return (
    <EntityList
      name="leaves"
      from={listLeaves}
      title={t('Leave')}
      noun={t('days off')}
      columns={columns}
      filters={{ state: { label: t('State'), words: leaveStateWords, tab: { all: t('All') } } }}
      nameOf={(row) => row.person.name}
      panel={({ row, close }) => row && <PersonPanel id={row.person.id} onClose={close} />}
      empty={({ state }) => ({
        icon: 'today',
        title: state === 'running' ? t('Nobody is away today') : t('No days off are kept'),
        text: t('Write them down on the page of a telecaller or field agent, under Users.'),
      })}
    />
  );
}
