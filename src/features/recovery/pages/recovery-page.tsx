/** /Recovery, the basic predictor (domain 1.13): what loans may be expected to pay within a month, and which of them. */
import { useNavigate } from 'react-router-dom';
import { type RecoveryAccount, recoveryAccounts } from '../../../../core/contract/recovery';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { LinkButton } from '../../../ui';
import { type Column, moneyColumn, nameColumn, textColumn, useListAddress } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn } from '../../session';
import { ForecastCard } from '../components/forecast-card';
import { OwnLists } from '../components/own-lists';
import { RECOVERY, useForecast, useLists } from '../queries';

const columns = (_: Listing<typeof recoveryAccounts>): Column<RecoveryAccount>[] => [
  nameColumn('loanNumber', t('Loan'), (row) => row.loanNumber),
  textColumn('borrower', t('Borrower'), (row) => row.borrower),
  textColumn('grade', t('Grade'), (row) => row.grade),
  moneyColumn('expectedPaise', t('Expected'), (row) => row.expectedPaise, { sort: true }),
  moneyColumn('posPaise', t('POS'), (row) => row.posPaise, { short: true }),
  textColumn('bucket', t('Bucket'), (row) => row.bucket),
  textColumn('paidMonths', t('Paid in'), (row) => t('{n} of 3 months', { n: row.paidMonths }), { notOnPhone: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio, { notOnPhone: true }),
];

export default function RecoveryPage() {
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const [, setAddress] = useListAddress();
  const { data: lists = [] } = useLists();
  const portfolios = useForecast({}).data?.portfolios ?? [];
  const choose = (id: string) =>
    setAddress((held) => {
      if (id) held.set('listId', id);
      else held.delete('listId');
      held.delete('page');
      return held;
    });
  return (
    <EntityList
      name={RECOVERY}
      from={recoveryAccounts}
      pageSize={25}
      title={t('Basic Predictor')}
      noun={t('loans')}
      columns={columns}
      searchLabel={t('Loan number or borrower')}
      filters={{
        grade: { label: t('Grade') },
        bucket: { label: t('Bucket') },
        portfolioId: { label: t('Portfolio'), options: portfolios.map(({ id, name }) => ({ value: id, label: name })) },
        listId: { label: t('List'), options: lists.map(({ id, name }) => ({ value: id, label: name })) },
      }}
      above={({ query: { filters } }) => {
        const [listId] = filters.listId ?? [];
        const [portfolioId] = filters.portfolioId ?? [];
        return (
          <>
            <OwnLists chosen={lists.find(({ id }) => id === listId)} onChoose={choose} />
            <ForecastCard listId={listId} portfolioId={portfolioId} />
          </>
        );
      }}
      actions={<LinkButton to={deskPaths.recoveryInsight()}>{t('Advanced Predictor')}</LinkButton>}
      nameOf={(row) => row.loanNumber}
      onOpen={
        mayEnter(profile.role, routeOf('loans')) ? (row) => navigate(deskPaths.loans({ loan: row.id })) : undefined
      }
      empty={{
        icon: 'search',
        title: t('None of your loans was counted'),
        text: t('A loan is counted from the night after it came in, for whoever holds it then.'),
      }}
    />
  );
}
