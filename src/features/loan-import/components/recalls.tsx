/** Loans that go back to their lender soon, and those that went: chosen ones are extended together. */
import { listRecalls, type Recall } from '../../../../core/contract/loan-sheets';
import { t } from '../../../i18n';
import { Button } from '../../../ui';
import { type Column, dayColumn, moneyColumn, personColumn, textColumn, useListAddress } from '../../../ui/kit';
import { EntityList } from '../../lists';

const VIEWS = { near: 'Going back soon', recalled: 'Back with the lender' } as const;
const WITHIN = ['7', '30', '90'] as const;

const columns = (): Column<Recall>[] => [
  personColumn('loan', t('Borrower'), (row) => ({ name: row.borrower, detail: row.loanNumber })),
  dayColumn('recallOn', t('Last day here'), (row) => row.recallOn),
  moneyColumn('pos', t('POS'), (row) => row.posPaise),
  textColumn('heldBy', t('Held by'), (row) => row.heldBy),
  textColumn('client', t('Client'), (row) => row.client),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio),
];

export function Recalls({ onExtend }: { onExtend: (loanNumbers: string[]) => void }) {
  const [address] = useListAddress();
  return (
    <EntityList
      part="headed"
      name="recalls"
      under="loans"
      from={listRecalls}
      title={t(address.get('view') === 'recalled' ? VIEWS.recalled : VIEWS.near)}
      noun={t('loans')}
      columns={columns}
      searchLabel={t('Loan or borrower')}
      filters={{
        view: { label: t('Which'), words: (one) => t(VIEWS[one]) },
        within: {
          label: t('Within'),
          options: WITHIN.map((value) => ({ value, label: t('{n} days', { n: value }) })),
        },
      }}
      keyOf={(row) => row.loanNumber}
      nameOf={(row) => row.borrower}
      bulk={{
        actions: ({ ids, clear }) => (
          <Button
            small
            look="primary"
            onClick={() => {
              onExtend(ids);
              clear();
            }}
          >
            {t('Extend these')}
          </Button>
        ),
      }}
      empty={{
        icon: 'loans',
        title: t('No loan here'),
        text: t('Loans with a recall date appear here before they go back to their lender.'),
      }}
    />
  );
}
