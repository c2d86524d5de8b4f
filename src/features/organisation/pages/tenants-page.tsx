/** /TenantOnboarding/TenantOnboarding: the tenants one may see, each open beside the list, and setting up another. */
import { useMemo } from 'react';
import { TENANT_SORTS, TENANT_STATUSES, type Tenant } from '../../../../core/contract/tenants';
import { INSTITUTIONS } from '../../../../core/domain/lookups';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, DateText, EmptyState, Text } from '../../../ui';
import {
  type Column,
  DeskPage,
  DeskTitle,
  type Filter,
  institutionWord,
  pageOf,
  RecordList,
  useOpen,
  useShortcuts,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { STATUS_LOOK, TenantPanel, TenantStatusBadge, useIsSuperAdmin } from '../components/tenant-panel';
import { TenantWizard } from '../components/tenant-wizard';
import { useTenants } from '../queries';

const FILTERS = ['status', 'institution'] as const;

const filters = (): Filter[] => [
  {
    name: 'status',
    label: t('Status'),
    options: TENANT_STATUSES.map((one) => ({ value: one, label: t(STATUS_LOOK[one].words) })),
  },
  {
    name: 'institution',
    label: t('Institution'),
    options: INSTITUTIONS.map((one) => ({ value: one, label: institutionWord(one) })),
  },
];

function columns(zone: string): Column<Tenant>[] {
  return [
    {
      id: 'name',
      label: t('Tenant'),
      always: true,
      sort: { by: 'name' },
      cell: (row) => (
        <Text as="span" strong truncate maxWidth="20rem" title={row.name}>
          {row.name}
        </Text>
      ),
    },
    { id: 'status', label: t('Status'), cell: (row) => <TenantStatusBadge status={row.status} /> },
    {
      id: 'institution',
      label: t('Institution'),
      cell: (row) => (row.institution ? institutionWord(row.institution) : '—'),
    },
    { id: 'contact', label: t('Contact'), cell: (row) => row.contactName ?? '—' },
    { id: 'city', label: t('City'), cell: (row) => row.city ?? '—' },
    {
      id: 'created',
      label: t('Set up'),
      sort: { by: 'createdAt', first: 'desc' },
      cell: (row) => <DateText value={row.createdAt} zone={zone} />,
    },
    {
      id: 'updated',
      label: t('Changed'),
      notOnPhone: true,
      sort: { by: 'updatedAt', first: 'desc' },
      cell: (row) => <DateText value={row.updatedAt} zone={zone} />,
    },
  ];
}

export default function TenantsPage() {
  const zone = useZone();
  const maySetUp = useIsSuperAdmin();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const result = useTenants(pageOf(query, TENANT_SORTS, FILTERS));
  const shown = useMemo(() => columns(zone), [zone]);
  useShortcuts([{ keys: 'n', label: t('Set up a tenant'), run: () => setOpen('new') }], maySetUp && open !== 'new');
  const close = () => setOpen('');
  if (open === 'new' && maySetUp)
    return (
      <DeskPage narrow>
        <DeskTitle>{t('Set up a tenant')}</DeskTitle>
        <TenantWizard onClose={close} onOpen={setOpen} />
      </DeskPage>
    );
  const add = maySetUp && (
    <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('Set up a tenant')}
    </Button>
  );
  const panel = open !== '' && open !== 'new';
  return (
    <DeskPage beside={panel}>
      <RecordList
        name="tenants"
        title={t('Tenant Onboarding')}
        noun={t('tenants')}
        actions={add}
        searchLabel={t('Name, contact, city, GST')}
        filters={filters()}
        columns={shown}
        result={result}
        problem={problemOf(result.error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'name', dir: 'asc' }}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={<EmptyState icon="info" title={t('No tenants yet')} action={add || undefined} />}
      />
      {panel && <TenantPanel key={open} id={open} onClose={close} />}
    </DeskPage>
  );
}
