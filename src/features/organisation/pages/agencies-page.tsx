/** /agencyOnboarding: the agencies of the tenant, each open beside the list. */
import { useMemo } from 'react';
import { AGENCY_SORTS, AGENCY_STATUSES, type Agency } from '../../../../core/contract/agencies';
import { STATES } from '../../../../core/domain/lookups';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, DateText, EmptyState, Row, Text } from '../../../ui';
import {
  type Column,
  DeskPage,
  type Filter,
  pageOf,
  RecordList,
  useOpen,
  useShortcuts,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { AgencyPanel, NewAgencyPanel } from '../components/agency-panel';
import { useAgencies } from '../queries';

const FILTERS = ['status', 'state'] as const;
const STATUS_WORDS = {
  active: 'Active',
  inactive: 'Inactive',
  locked: 'Locked',
  inHouse: 'In-house',
  external: 'Outside agency',
} as const;

const filters = (): Filter[] => [
  {
    name: 'status',
    label: t('Status'),
    options: AGENCY_STATUSES.map((one) => ({ value: one, label: t(STATUS_WORDS[one]) })),
  },
  { name: 'state', label: t('State or territory'), options: STATES.map((state) => ({ value: state, label: state })) },
];

/** In words and colour: what holds for it. */
function Status({ agency }: { agency: Agency }) {
  return (
    <Row gap="1" tight>
      <Badge tone={agency.active ? 'paid' : 'neutral'} icon={agency.active ? 'check' : 'blocked'}>
        {agency.active ? t('Active') : t('Inactive')}
      </Badge>
      {agency.locked && (
        <Badge tone="warn" icon="lock">
          {t('Locked')}
        </Badge>
      )}
    </Row>
  );
}

function columns(zone: string): Column<Agency>[] {
  return [
    {
      id: 'agency',
      label: t('Agency'),
      always: true,
      sort: { by: 'agency' },
      cell: (row) => (
        <Text as="span" strong truncate maxWidth="18rem" title={row.agency}>
          {row.agency}
        </Text>
      ),
    },
    { id: 'code', label: t('Code'), sort: { by: 'code' }, cell: (row) => row.code },
    { id: 'fullName', label: t('Head'), cell: (row) => row.fullName ?? '—' },
    { id: 'status', label: t('Status'), cell: (row) => <Status agency={row} /> },
    { id: 'inHouse', label: t('In-house'), cell: (row) => (row.inHouse ? t('Yes') : t('No')) },
    {
      id: 'people',
      label: t('People'),
      end: true,
      sort: { by: 'people', first: 'desc' },
      cell: (row) => row.people,
    },
    {
      id: 'licence',
      label: t('Licence until'),
      sort: { by: 'draLicenceUntil' },
      cell: (row) => (row.draLicenceUntil ? <DateText value={row.draLicenceUntil} /> : '—'),
    },
    { id: 'city', label: t('City'), notOnPhone: true, cell: (row) => row.city ?? '—' },
    { id: 'tenant', label: t('Tenant'), hidden: true, notOnPhone: true, cell: (row) => row.tenant.name },
    {
      id: 'updated',
      label: t('Changed'),
      hidden: true,
      notOnPhone: true,
      sort: { by: 'updatedAt', first: 'desc' },
      cell: (row) => <DateText value={row.updatedAt} zone={zone} />,
    },
  ];
}

export default function AgenciesPage() {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const result = useAgencies(pageOf(query, AGENCY_SORTS, FILTERS));
  const shown = useMemo(() => columns(zone), [zone]);
  useShortcuts([{ keys: 'n', label: t('Add an agency'), run: () => setOpen('new') }]);
  const close = () => setOpen('');
  const add = (
    <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('Add agency')}
    </Button>
  );
  return (
    <DeskPage beside={open !== ''}>
      <RecordList
        name="agencies"
        title={t('Agency Onboarding')}
        noun={t('agencies')}
        actions={add}
        searchLabel={t('Name, code, head, city')}
        filters={filters()}
        columns={shown}
        result={result}
        problem={problemOf(result.error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'agency', dir: 'asc' }}
        keyOf={(row) => row.id}
        nameOf={(row) => row.agency}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={
          <EmptyState icon="info" title={t('No agencies yet')} action={add}>
            {t('Add the agencies that work your loans, and your own team as one that is in-house.')}
          </EmptyState>
        }
      />
      {open === 'new' && <NewAgencyPanel onClose={close} onMade={setOpen} />}
      {open !== '' && open !== 'new' && <AgencyPanel key={open} id={open} onClose={close} />}
    </DeskPage>
  );
}
