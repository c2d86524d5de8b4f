/** The portfolios that the caller may see: searched, filtered by state, client and agency, one of them beside the list. */
import { useCallback, useMemo, useRef } from 'react';
import { PORTFOLIO_PAGE, PORTFOLIO_SORTS, type PortfolioRow } from '../../../../core/contract/portfolios';
import { formatRupeesShort } from '../../../../core/domain/money';
import { PORTFOLIO_TABS } from '../../../../core/domain/portfolio-rules';
import { ApiError } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Banner, Button, Card, EmptyState, LinkButton, Money, Row, Stack, Text } from '../../../ui';
import {
  type Column,
  DataTable,
  DeskPage,
  DeskTitle,
  FilterBar,
  institutionWord,
  ListFoot,
  useListAddress,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { PortfolioPanel } from '../components/portfolio-panel';
import { Asked } from '../components/screen-state';
import { regionWords } from '../portfolio-words';
import { useChoices, usePortfolios } from '../queries';

const FILTERS = ['active', 'client', 'agency'] as const;

const number = new Intl.NumberFormat('en-IN');

function columns(): Column<PortfolioRow>[] {
  return [
    {
      id: 'name',
      label: t('Portfolio'),
      always: true,
      sort: { by: 'name' },
      cell: (row) => (
        <Text as="span" strong truncate maxWidth="18rem" title={row.name}>
          {row.name}
        </Text>
      ),
    },
    { id: 'client', label: t('Client'), sort: { by: 'client' }, cell: (row) => row.client.name },
    {
      id: 'state',
      label: t('State'),
      cell: (row) =>
        row.active ? (
          <Badge tone="paid" icon="check">
            {t('Active')}
          </Badge>
        ) : (
          <Badge tone="blocked" icon="blocked">
            {t('Not active')}
          </Badge>
        ),
    },
    {
      id: 'tabs',
      label: t('Tabs saved'),
      cell: (row) => (
        <Badge
          tone={row.saved.length === PORTFOLIO_TABS.length ? 'paid' : 'warn'}
          icon={row.saved.length === PORTFOLIO_TABS.length ? 'check' : 'clock'}
        >
          {t('{n} of 4', { n: row.saved.length })}
        </Badge>
      ),
    },
    {
      id: 'loans',
      label: t('Open loans'),
      end: true,
      sort: { by: 'loans', first: 'desc' },
      cell: (row) => number.format(row.loans),
    },
    {
      id: 'pos',
      label: 'POS',
      end: true,
      sort: { by: 'pos', first: 'desc' },
      cell: (row) => <Money paise={row.posPaise} short />,
    },
    { id: 'telecallers', label: t('Telecallers'), end: true, cell: (row) => number.format(row.collectors) },
    { id: 'agents', label: t('Field agents'), end: true, cell: (row) => number.format(row.fieldAgents) },
    { id: 'region', label: t('Region'), sort: { by: 'region' }, cell: (row) => regionWords()[row.region] },
    {
      id: 'products',
      label: t('Products'),
      hidden: true,
      notOnPhone: true,
      cell: (row) => (
        <Text as="span" truncate display="block" maxWidth="14rem" title={row.products.join(', ')}>
          {row.products.join(', ')}
        </Text>
      ),
    },
    { id: 'managers', label: t('Managers'), end: true, hidden: true, cell: (row) => number.format(row.managers) },
    { id: 'agencies', label: t('Agencies'), end: true, hidden: true, cell: (row) => number.format(row.agencies) },
    {
      id: 'institution',
      label: t('Institution type'),
      hidden: true,
      notOnPhone: true,
      cell: (row) => institutionWord(row.institutionType),
    },
  ];
}

export default function PortfoliosPage() {
  const { query, change } = useTableQuery(FILTERS);
  const [address, setAddress] = useListAddress();
  const open = address.get('open') ?? '';
  const show = useCallback(
    (id: string | undefined) =>
      setAddress(
        (held) => {
          const next = new URLSearchParams(held);
          if (id) next.set('open', id);
          else next.delete('open');
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const table = useRef<HTMLDivElement>(null);
  const choices = useChoices();
  const active = query.filters.active?.[0];
  const agency = query.filters.agency?.[0];
  const sort = PORTFOLIO_SORTS.find((one) => one === query.sort?.by);
  const portfolios = usePortfolios(
    {
      pageNumber: query.page,
      pageSize: PORTFOLIO_PAGE,
      q: query.q || undefined,
      client: query.filters.client?.[0],
      sort,
      dir: query.sort?.dir,
    },
    { ...((active === 'true' || active === 'false') && { active }), ...(agency && { agencyid: agency }) },
  );
  const all = useMemo(columns, []);
  const settings = useTableSettings('portfolios', all);
  const narrowed = query.q !== '' || Object.keys(query.filters).length > 0;
  const shown = portfolios.data?.content.find(({ id }) => id === open);
  const offline = portfolios.error instanceof ApiError && portfolios.error.offline;
  const pos = portfolios.data?.content.reduce((sum, row) => sum + row.posPaise, 0) ?? 0;

  return (
    <DeskPage beside={shown !== undefined}>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{t('Portfolios')}</DeskTitle>
          <LinkButton to={deskPaths.portfolio()} look="primary" icon="plus">
            {t('Create Portfolio')}
          </LinkButton>
        </Row>
        {portfolios.error && portfolios.data && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')} />
        )}
        <Asked query={portfolios} search lines={10}>
          {(page) => (
            <Card flush ref={table}>
              <FilterBar
                searchLabel={t('Portfolio, client or product')}
                query={query}
                onChange={change}
                settings={settings}
                columns={all}
                filters={[
                  {
                    name: 'active',
                    label: t('State'),
                    single: true,
                    options: [
                      { value: 'true', label: t('Active') },
                      { value: 'false', label: t('Not active') },
                    ],
                  },
                  {
                    name: 'client',
                    label: t('Client'),
                    single: true,
                    options: (choices.data?.clients ?? []).map((one) => ({ value: one.id, label: one.name })),
                  },
                  {
                    name: 'agency',
                    label: t('Agency'),
                    single: true,
                    options: (choices.data?.agencies ?? []).map((one) => ({
                      value: one.id,
                      label: one.name,
                      hint: one.hint,
                    })),
                  },
                ]}
              />
              <DataTable
                label={t('Portfolios')}
                columns={all.map((column) =>
                  column.id === 'pos' ? { ...column, total: formatRupeesShort(pos) } : column,
                )}
                rows={page.content}
                keyOf={(row) => row.id}
                nameOf={(row) => row.name}
                settings={settings}
                sort={query.sort ?? { by: 'name', dir: 'asc' }}
                onSort={(next) => change({ sort: next })}
                onOpen={(row) => show(row.id)}
                openKey={open}
                stale={portfolios.isPlaceholderData}
                empty={
                  narrowed ? (
                    <EmptyState
                      icon="search"
                      title={query.q ? t('Nothing found for “{q}”', { q: query.q }) : t('No portfolio matches')}
                      action={
                        <Button onClick={() => change({ q: '', filters: {} })}>{t('Show all portfolios')}</Button>
                      }
                    />
                  ) : (
                    <EmptyState
                      icon="loans"
                      title={t('No portfolio yet')}
                      action={
                        <LinkButton to={deskPaths.portfolio()} look="primary">
                          {t('Create the first portfolio')}
                        </LinkButton>
                      }
                    >
                      {t('A portfolio holds a client’s loans, who works them, what is said, and what is earned.')}
                    </EmptyState>
                  )
                }
              />
              {page.totalElements > 0 && (
                <ListFoot
                  page={query.page}
                  pageSize={PORTFOLIO_PAGE}
                  total={page.totalElements}
                  noun={t('portfolios')}
                  onPage={(next) => change({ page: next })}
                />
              )}
            </Card>
          )}
        </Asked>
      </Stack>
      {shown && (
        <PortfolioPanel
          row={shown}
          onClose={() => {
            show(undefined);
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
          }}
        />
      )}
    </DeskPage>
  );
}
