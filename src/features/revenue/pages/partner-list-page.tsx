/** /partner-list: partners, and the clients whose fees they get a part of. */
import { useNavigate } from 'react-router-dom';
import { listPartners, type Partner } from '../../../../core/contract/partners';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { ChipChoice } from '../../../ui';
import {
  type Column,
  countColumn,
  dayColumn,
  nameColumn,
  statusColumn,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { EntityList } from '../../lists';
import { activeLook, ClientList } from '../../organisation';
import { partnerKindWords } from '../partner-form';

const VIEWS = ['partners', 'clients'] as const;
const STATUS_WORDS = { active: 'Active', inactive: 'Inactive' } as const;

const columns = (): Column<Partner>[] => [
  nameColumn('name', t('Partner'), (row) => row.name, { sort: true }),
  textColumn('kind', t('Kind of partner'), (row) => partnerKindWords(row.kind), { sort: true }),
  countColumn('fees', t('Fees with a part'), (row) => row.fees),
  textColumn('contact', t('Contact'), (row) => row.contactName),
  textColumn('mobile', t('Mobile'), (row) => row.contactMobile, { notOnPhone: true }),
  textColumn('city', t('City'), (row) => row.city),
  dayColumn('agreedUntil', t('Agreement until'), (row) => row.agreedUntil),
  statusColumn('status', t('Status'), (row) => activeLook(row.active)),
];

export default function PartnerListPage() {
  const navigate = useNavigate();
  const [address, setAddress] = useListAddress();
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'partners';
  const choice = (
    <ChipChoice<(typeof VIEWS)[number]>
      label={t('What to show')}
      value={view}
      onChange={(next) => setAddress(next === 'partners' ? {} : { view: next }, { replace: true })}
      options={[
        { value: 'partners', label: t('Partners') },
        { value: 'clients', label: t('Clients') },
      ]}
    />
  );
  if (view === 'clients') return <ClientList title={t('Partners / Clients')} actions={choice} />;
  return (
    <EntityList
      name="partners"
      from={listPartners}
      title={t('Partners / Clients')}
      noun={t('partners')}
      columns={columns}
      actions={choice}
      searchLabel={t('Name, contact, city, GST')}
      filters={{
        kind: { label: t('Kind of partner'), words: partnerKindWords },
        status: { label: t('Status'), words: (one) => t(STATUS_WORDS[one]) },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      onOpen={(row) => navigate(deskPaths.editPartner(row.id))}
      add={{ label: t('Add partner'), to: deskPaths.createPartner() }}
      empty={{
        icon: 'info',
        title: t('No partners yet'),
        text: t('A partner brings or works loans with you and gets a part of the fee that a client pays.'),
      }}
    />
  );
}
