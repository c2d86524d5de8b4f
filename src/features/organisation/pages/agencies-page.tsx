/** /agencyOnboarding: the agencies of the tenant, each open beside the list. */
import { type Agency, listAgencies } from '../../../../core/contract/agencies';
import { t } from '../../../i18n';
import { Badge, Row } from '../../../ui';
import { type Column, countColumn, dayColumn, LookBadge, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { AgencyPanel, NewAgencyPanel } from '../components/agency-panel';
import { activeLook } from '../looks';

const STATUS_WORDS = {
  active: 'Active',
  inactive: 'Inactive',
  locked: 'Locked',
  inHouse: 'In-house',
  external: 'Outside agency',
} as const;

/** In words and colour: what holds for it. */
function Status({ agency }: { agency: Agency }) {
  return (
    <Row gap="1" tight>
      <LookBadge {...activeLook(agency.active)} />
      {agency.locked && (
        <Badge tone="warn" icon="lock">
          {t('Locked')}
        </Badge>
      )}
    </Row>
  );
}

const columns = ({ zone }: Listing<typeof listAgencies>): Column<Agency>[] => [
  nameColumn('agency', t('Agency'), (row) => row.agency, { sort: true }),
  textColumn('code', t('Code'), (row) => row.code, { sort: true }),
  textColumn('fullName', t('Head'), (row) => row.fullName),
  { id: 'status', label: t('Status'), cell: (row) => <Status agency={row} /> },
  textColumn('inHouse', t('In-house'), (row) => (row.inHouse ? t('Yes') : t('No'))),
  countColumn('people', t('People'), (row) => row.people, { sort: true }),
  dayColumn('licence', t('Licence until'), (row) => row.draLicenceUntil, { sort: 'draLicenceUntil' }),
  textColumn('city', t('City'), (row) => row.city, { notOnPhone: true }),
  textColumn('tenant', t('Tenant'), (row) => row.tenant.name, { hidden: true, notOnPhone: true }),
  dayColumn('updated', t('Changed'), (row) => row.updatedAt, {
    zone,
    hidden: true,
    notOnPhone: true,
    sort: 'updatedAt',
  }),
];

export default function AgenciesPage() {
  return (
    <EntityList
      name="agencies"
      from={listAgencies}
      title={t('Agency Onboarding')}
      noun={t('agencies')}
      columns={columns}
      searchLabel={t('Name, code, head, city')}
      filters={{
        status: { label: t('Status'), words: (one) => t(STATUS_WORDS[one]) },
        state: { label: t('State or territory'), words: (state) => state },
      }}
      sort={{ by: 'agency', dir: 'asc' }}
      nameOf={(row) => row.agency}
      add={{ label: t('Add agency') }}
      panel={({ id, open, close }) =>
        id === 'new' ? (
          <NewAgencyPanel onClose={close} onMade={open} />
        ) : (
          <AgencyPanel key={id} id={id} onClose={close} />
        )
      }
      empty={{
        icon: 'info',
        title: t('No agencies yet'),
        text: t('Add the agencies that work your loans, and your own team as one that is in-house.'),
      }}
    />
  );
}
