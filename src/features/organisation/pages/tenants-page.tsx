/** /TenantOnboarding/TenantOnboarding: the tenants one may see, each open beside the list, and setting up another. */
import { listTenants, type Tenant } from '../../../../core/contract/tenants';
import { t } from '../../../i18n';
import {
  type Column,
  DeskPage,
  DeskTitle,
  dayColumn,
  institutionWord,
  nameColumn,
  statusColumn,
  textColumn,
  useOpen,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { statusLook, TenantPanel, useIsSuperAdmin } from '../components/tenant-panel';
import { TenantWizard } from '../components/tenant-wizard';

const columns = ({ zone }: Listing<typeof listTenants>): Column<Tenant>[] => [
  nameColumn('name', t('Tenant'), (row) => row.name, { sort: true }),
  statusColumn('status', t('Status'), (row) => statusLook(row.status)),
  textColumn('institution', t('Institution'), (row) => row.institution && institutionWord(row.institution)),
  textColumn('contact', t('Contact'), (row) => row.contactName),
  textColumn('city', t('City'), (row) => row.city),
  dayColumn('created', t('Set up'), (row) => row.createdAt, { zone, sort: 'createdAt' }),
  dayColumn('updated', t('Changed'), (row) => row.updatedAt, { zone, notOnPhone: true, sort: 'updatedAt' }),
];

export default function TenantsPage() {
  const maySetUp = useIsSuperAdmin();
  const [open, setOpen] = useOpen();
  if (open === 'new' && maySetUp)
    return (
      <DeskPage narrow>
        <DeskTitle>{t('Set up a tenant')}</DeskTitle>
        <TenantWizard onClose={() => setOpen('')} onOpen={setOpen} />
      </DeskPage>
    );
  return (
    <EntityList
      name="tenants"
      from={listTenants}
      title={t('Tenant Onboarding')}
      noun={t('tenants')}
      columns={columns}
      searchLabel={t('Name, contact, city, GST')}
      filters={{
        status: { label: t('Status'), words: (one) => statusLook(one).words },
        institution: { label: t('Institution'), words: institutionWord },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      add={maySetUp ? { label: t('Set up a tenant') } : undefined}
      panel={({ id, close }) => id !== 'new' && <TenantPanel key={id} id={id} onClose={close} />}
      empty={{ icon: 'info', title: t('No tenants yet') }}
    />
  );
}
