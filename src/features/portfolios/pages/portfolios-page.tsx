/** The portfolios that the caller may see: searched, filtered by state, client and agency, one of them beside the list. */
import { PORTFOLIO_PAGE, type PortfolioRow, searchPortfolios } from '../../../../core/contract/portfolios';
import { formatRupeesShort } from '../../../../core/domain/money';
import { PORTFOLIO_TABS } from '../../../../core/domain/portfolio-rules';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import {
  type Column,
  countColumn,
  institutionWord,
  moneyColumn,
  nameColumn,
  statusColumn,
  textColumn,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { PortfolioPanel } from '../components/portfolio-panel';
import { regionWords } from '../portfolio-words';
import { searchProblem, useChoices } from '../queries';

const number = new Intl.NumberFormat('en-IN');

/** The totals are those of all portfolios of the search. */
const columns = ({ data }: Listing<typeof searchPortfolios>): Column<PortfolioRow>[] => [
  nameColumn('name', t('Portfolio'), (row) => row.name, { sort: true }),
  textColumn('client', t('Client'), (row) => row.client.name, { sort: true }),
  statusColumn('state', t('State'), (row) =>
    row.active
      ? { words: t('Active'), tone: 'paid', icon: 'check' }
      : { words: t('Not active'), tone: 'blocked', icon: 'blocked' },
  ),
  statusColumn('tabs', t('Tabs saved'), ({ saved }) => ({
    words: t('{n} of 4', { n: saved.length }),
    ...(saved.length === PORTFOLIO_TABS.length ? { tone: 'paid', icon: 'check' } : { tone: 'warn', icon: 'clock' }),
  })),
  countColumn('loans', t('Open loans'), (row) => row.loans, {
    sort: true,
    total: number.format(data?.totals.loans ?? 0),
  }),
  moneyColumn('pos', 'POS', (row) => row.posPaise, {
    short: true,
    sort: true,
    total: formatRupeesShort(data?.totals.posPaise ?? 0),
  }),
  countColumn('telecallers', t('Telecallers'), (row) => row.collectors),
  countColumn('agents', t('Field agents'), (row) => row.fieldAgents),
  textColumn('region', t('Region'), (row) => regionWords()[row.region], { sort: true }),
  nameColumn('products', t('Products'), (row) => row.products.join(', '), {
    always: false,
    hidden: true,
    notOnPhone: true,
  }),
  countColumn('managers', t('Managers'), (row) => row.managers, { hidden: true }),
  countColumn('agencies', t('Agencies'), (row) => row.agencies, { hidden: true }),
  textColumn('institution', t('Institution type'), (row) => institutionWord(row.institutionType), {
    hidden: true,
    notOnPhone: true,
  }),
];

export default function PortfoliosPage() {
  const choices = useChoices();
  const named = (list: readonly { id: string; name: string; hint?: string }[] = []) =>
    list.map(({ id, name, hint }) => ({ value: id, label: name, ...(hint && { hint }) }));
  return (
    <EntityList
      name="portfolios"
      from={searchPortfolios}
      pageSize={PORTFOLIO_PAGE}
      title={t('Portfolios')}
      noun={t('portfolios')}
      columns={columns}
      searchLabel={t('Portfolio, client or product')}
      filters={{
        active: { label: t('State'), words: (one) => (one === 'true' ? t('Active') : t('Not active')) },
        client: { label: t('Client'), options: named(choices.data?.clients) },
        agencyid: { label: t('Agency'), name: 'agency', options: named(choices.data?.agencies) },
      }}
      problem={({ error }) => searchProblem(error)}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      add={{ label: t('Create Portfolio'), first: t('Create the first portfolio'), to: deskPaths.portfolio() }}
      panel={({ row, close }) => row && <PortfolioPanel key={row.id} row={row} onClose={close} />}
      empty={{
        icon: 'loans',
        title: t('No portfolio yet'),
        text: t('A portfolio holds a client’s loans, who works them, what is said, and what is earned.'),
      }}
    />
  );
}
