/** Every client of the tenant; one opens in its form. */
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Client, listClients } from '../../../core/contract/clients';
import { t } from '../../i18n';
import { deskPaths } from '../../routes';
import {
  type Column,
  countColumn,
  dayColumn,
  institutionWord,
  nameColumn,
  statusColumn,
  textColumn,
} from '../../ui/kit';
import { EntityList, type Listing } from '../lists';
import { categoryWords } from './client-form';
import { activeLook } from './looks';

const STATUS_WORDS = { active: 'Active', inactive: 'Inactive' } as const;

const columns = ({ zone }: Listing<typeof listClients>): Column<Client>[] => [
  nameColumn('name', t('Client'), (row) => row.name, { sort: true }),
  textColumn('institution', t('Institution'), (row) => institutionWord(row.institution), { sort: true }),
  textColumn('categories', t('Categories'), (row) => row.categories.map(categoryWords).join(', ')),
  countColumn('portfolios', t('Portfolios'), (row) => row.portfolios, { sort: true }),
  textColumn('contact', t('Contact'), (row) => row.contactName),
  textColumn('city', t('City'), (row) => row.city),
  statusColumn('status', t('Status'), (row) => activeLook(row.active)),
  dayColumn('updated', t('Changed'), (row) => row.updatedAt, { zone, notOnPhone: true, sort: 'updatedAt' }),
];

export function ClientList({ title, actions }: { title: string; actions?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <EntityList
      name="clients"
      from={listClients}
      title={title}
      actions={actions}
      noun={t('clients')}
      columns={columns}
      searchLabel={t('Name, contact, city, GST')}
      filters={{
        institution: { label: t('Institution'), words: institutionWord },
        category: { label: t('Category'), words: categoryWords },
        status: { label: t('Status'), words: (one) => t(STATUS_WORDS[one]) },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      onOpen={(row) => navigate(deskPaths.editClient(row.id))}
      add={{ label: t('Add client'), to: deskPaths.createClient() }}
      empty={{
        icon: 'info',
        title: t('No clients yet'),
        text: t('A client is the lender whose loans you collect. Portfolios belong to clients.'),
      }}
    />
  );
}
