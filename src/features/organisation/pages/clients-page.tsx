/** /clients: every client of the tenant; one opens in its form. */
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ACTIVITIES, CLIENT_SORTS, type Client } from '../../../../core/contract/clients';
import { INSTITUTIONS, PRODUCT_CATEGORIES } from '../../../../core/domain/lookups';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, DateText, EmptyState, LinkButton, Text } from '../../../ui';
import {
  type Column,
  DeskPage,
  type Filter,
  institutionWord,
  pageOf,
  RecordList,
  useShortcuts,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { CATEGORY_WORDS } from '../client-form';
import { useClients } from '../queries';

const FILTERS = ['institution', 'category', 'status'] as const;
const STATUS_WORDS = { active: 'Active', inactive: 'Inactive' } as const;

const filters = (): Filter[] => [
  {
    name: 'institution',
    label: t('Institution'),
    options: INSTITUTIONS.map((one) => ({ value: one, label: institutionWord(one) })),
  },
  {
    name: 'category',
    label: t('Category'),
    options: PRODUCT_CATEGORIES.map((one) => ({ value: one, label: t(CATEGORY_WORDS[one]) })),
  },
  {
    name: 'status',
    label: t('Status'),
    single: true,
    options: ACTIVITIES.map((one) => ({ value: one, label: t(STATUS_WORDS[one]) })),
  },
];

function columns(zone: string): Column<Client>[] {
  return [
    {
      id: 'name',
      label: t('Client'),
      always: true,
      sort: { by: 'name' },
      cell: (row) => (
        <Text as="span" strong truncate maxWidth="20rem" title={row.name}>
          {row.name}
        </Text>
      ),
    },
    {
      id: 'institution',
      label: t('Institution'),
      sort: { by: 'institution' },
      cell: (row) => institutionWord(row.institution),
    },
    {
      id: 'categories',
      label: t('Categories'),
      cell: (row) => row.categories.map((one) => t(CATEGORY_WORDS[one])).join(', ') || '—',
    },
    {
      id: 'portfolios',
      label: t('Portfolios'),
      end: true,
      sort: { by: 'portfolios', first: 'desc' },
      cell: (row) => row.portfolios,
    },
    { id: 'contact', label: t('Contact'), cell: (row) => row.contactName ?? '—' },
    { id: 'city', label: t('City'), cell: (row) => row.city ?? '—' },
    {
      id: 'status',
      label: t('Status'),
      cell: (row) =>
        row.active ? (
          <Badge tone="paid" icon="check">
            {t('Active')}
          </Badge>
        ) : (
          <Badge tone="neutral" icon="blocked">
            {t('Inactive')}
          </Badge>
        ),
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

export default function ClientsPage() {
  const zone = useZone();
  const navigate = useNavigate();
  const { query, change } = useTableQuery(FILTERS);
  const result = useClients(pageOf(query, CLIENT_SORTS, FILTERS));
  const shown = useMemo(() => columns(zone), [zone]);
  useShortcuts([{ keys: 'n', label: t('Add a client'), run: () => navigate(deskPaths.createClient()) }]);
  const add = (
    <LinkButton look="primary" to={deskPaths.createClient()} icon="plus">
      {t('Add client')}
    </LinkButton>
  );
  return (
    <DeskPage>
      <RecordList
        name="clients"
        title={t('Clients')}
        noun={t('clients')}
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
        onOpen={(row) => navigate(deskPaths.editClient(row.id))}
        empty={
          <EmptyState icon="info" title={t('No clients yet')} action={add}>
            {t('A client is the lender whose loans you collect. Portfolios belong to clients.')}
          </EmptyState>
        }
      />
    </DeskPage>
  );
}
