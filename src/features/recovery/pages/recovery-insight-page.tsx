/** /recovery-insight, the advanced predictor (domain 1.13): each loan's chance to pay, why, and how good the model is that says it. */
import { lazy } from 'react';
import { type PredictorAccount, predictorAccounts } from '../../../../core/contract/predictor';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton } from '../../../ui';
import { type Column, countColumn, moneyColumn, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { ModelCard } from '../components/model-card';
import { shareWords } from '../feature-words';
import { PREDICTOR, usePredictorModel } from '../predictor-queries';

// What writes comes with the press that needs it.
const AccountPanel = lazy(() => import('../components/account-panel'));

const columns = (_: Listing<typeof predictorAccounts>): Column<PredictorAccount>[] => [
  nameColumn('loanNumber', t('Loan'), (row) => row.loanNumber),
  textColumn('borrower', t('Borrower'), (row) => row.borrower),
  textColumn('chance', t('Chance to pay'), (row) => shareWords(row.chance), { end: true, sort: true }),
  moneyColumn('posPaise', t('POS'), (row) => row.posPaise, { short: true }),
  textColumn('bucket', t('Bucket'), (row) => row.bucket),
  countColumn('dpd', t('DPD'), (row) => row.dpd, { notOnPhone: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio, { notOnPhone: true }),
];

export default function RecoveryInsightPage() {
  const portfolios = usePredictorModel().data?.portfolios ?? [];
  return (
    <EntityList
      name={PREDICTOR}
      from={predictorAccounts}
      pageSize={25}
      title={t('Advanced Predictor')}
      noun={t('loans')}
      columns={columns}
      searchLabel={t('Loan number or borrower')}
      filters={{
        bucket: { label: t('Bucket') },
        portfolioId: { label: t('Portfolio'), options: portfolios.map(({ id, name }) => ({ value: id, label: name })) },
      }}
      actions={<LinkButton to={deskPaths.recovery()}>{t('Basic Predictor')}</LinkButton>}
      above={<ModelCard />}
      nameOf={(row) => row.loanNumber}
      panel={({ id, close }) => <AccountPanel key={id} loanId={id} onClose={close} />}
      empty={{
        icon: 'search',
        title: t('None of your loans has a chance yet'),
        text: t('Open loans get theirs each night, once the tenant’s own months teach enough.'),
      }}
    />
  );
}
