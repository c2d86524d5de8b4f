/** The portfolios that the caller may see: searched, filtered by state, client and agency, one of them beside the list. */
import { useMemo } from 'react';
import { PORTFOLIO_PAGE, PORTFOLIO_SORTS, type PortfolioRow } from '../../../../core/contract/portfolios';
import { formatRupeesShort } from '../../../../core/domain/money';
import { PORTFOLIO_TABS } from '../../../../core/domain/portfolio-rules';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, EmptyState, LinkButton, Money, Text } from '../../../ui';
import { type Column, DeskPage, institutionWord, RecordList, useOpen, useTableQuery } from '../../../ui/kit';
import { useZone } from '../../session';
import { PortfolioPanel } from '../components/portfolio-panel';
import { regionWords } from '../portfolio-words';
import { listOf, searchProblem, useChoices, usePortfolios } from '../queries';

const FILTERS = ['active', 'client', 'agency'] as const;

const number = new Intl.NumberFormat('en-IN');

/** `pos` and `loans`: what all portfolios of the search add up to; paise and a count. */
function columns(pos: number, loans: number): Column<PortfolioRow>[] {
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
      total: number.format(loans),
      cell: (row) => number.format(row.loans),
    },
    {
      id: 'pos',
      label: 'POS',
      end: true,
      sort: { by: 'pos', first: 'desc' },
      total: formatRupeesShort(pos),
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
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const choices = useChoices();
  const active = query.filters.active?.[0];
  const agency = query.filters.agency?.[0];
  const portfolios = usePortfolios(
    {
      pageNumber: query.page,
      pageSize: PORTFOLIO_PAGE,
      q: query.q || undefined,
      client: query.filters.client?.[0],
      sort: PORTFOLIO_SORTS.find((one) => one === query.sort?.by),
      dir: query.sort?.dir,
    },
    { ...((active === 'true' || active === 'false') && { active }), ...(agency && { agencyid: agency }) },
  );
  const rows = portfolios.data?.content;
  const pos = portfolios.data?.totals.posPaise ?? 0;
  const loans = portfolios.data?.totals.loans ?? 0;
  const all = useMemo(() => columns(pos, loans), [pos, loans]);
  const shown = rows?.find(({ id }) => id === open);
  return (
    <DeskPage beside={shown !== undefined}>
      <RecordList
        name="portfolios"
        title={t('Portfolios')}
        noun={t('portfolios')}
        actions={
          <LinkButton to={deskPaths.portfolio()} look="primary" icon="plus">
            {t('Create Portfolio')}
          </LinkButton>
        }
        searchLabel={t('Portfolio, client or product')}
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
            options: (choices.data?.agencies ?? []).map((one) => ({ value: one.id, label: one.name, hint: one.hint })),
          },
        ]}
        columns={all}
        result={listOf(portfolios)}
        problem={searchProblem(portfolios.error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'name', dir: 'asc' }}
        pageSize={PORTFOLIO_PAGE}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={
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
        }
      />
      {shown && <PortfolioPanel key={shown.id} row={shown} onClose={() => setOpen('')} />}
    </DeskPage>
  );
}
