/** Loans that go back to their lender soon, and those that went: chosen ones are extended together. */
import { useMemo } from 'react';
import { RECALL_VIEWS, type Recall } from '../../../../core/contract/loan-sheets';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, DateText, EmptyState, Money, Stack, Text } from '../../../ui';
import { type Column, PAGE_SIZE, RecordList, useSelection, useTableQuery } from '../../../ui/kit';
import { useZone } from '../../session';
import { useRecalls } from '../loan-queries';

const FILTERS = ['view', 'within'] as const;
const VIEWS = { near: 'Going back soon', recalled: 'Back with the lender' } as const;
const WITHIN = ['7', '30', '90'] as const;

const columnsOf = (): Column<Recall>[] => [
  {
    id: 'loan',
    label: t('Borrower'),
    always: true,
    cell: (row) => (
      <Stack gap="0">
        <Text as="span" strong>
          {row.borrower}
        </Text>
        <Text as="span" size="tiny" tone="muted">
          {row.loanNumber}
        </Text>
      </Stack>
    ),
  },
  { id: 'recallOn', label: t('Last day here'), cell: (row) => <DateText value={row.recallOn} /> },
  { id: 'pos', label: t('POS'), end: true, cell: (row) => <Money paise={row.posPaise} /> },
  { id: 'heldBy', label: t('Held by'), cell: (row) => row.heldBy ?? '–' },
  { id: 'client', label: t('Client'), cell: (row) => row.client },
  { id: 'portfolio', label: t('Portfolio'), cell: (row) => row.portfolio },
];

export function Recalls({ onExtend }: { onExtend: (loanNumbers: string[]) => void }) {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const view = RECALL_VIEWS.find((one) => one === query.filters.view?.[0]) ?? 'near';
  const within = WITHIN.find((one) => one === query.filters.within?.[0]) ?? '30';
  const list = useRecalls({ view, within, q: query.q || undefined, page: query.page, size: PAGE_SIZE });
  const { selection, set, clear } = useSelection(`${view} ${within} ${query.q}`);
  const columns = useMemo(columnsOf, []);
  const chosen = selection.kind === 'some' ? [...selection.ids] : [];
  return (
    <RecordList
      name="recalls"
      title={t(VIEWS[view])}
      noun={t('loans')}
      searchLabel={t('Loan or borrower')}
      filters={[
        {
          name: 'view',
          label: t('Which'),
          single: true,
          options: RECALL_VIEWS.map((value) => ({ value, label: t(VIEWS[value]) })),
        },
        {
          name: 'within',
          label: t('Within'),
          single: true,
          options: WITHIN.map((value) => ({ value, label: t('{n} days', { n: value }) })),
        },
      ]}
      columns={columns}
      result={list}
      problem={problemOf(list.error)}
      zone={zone}
      query={query}
      change={change}
      keyOf={(row) => row.loanNumber}
      nameOf={(row) => row.borrower}
      chosen={{
        selection,
        onSelection: set,
        actions: (
          <Button
            small
            look="primary"
            onClick={() => {
              onExtend(chosen);
              clear();
            }}
          >
            {t('Extend these')}
          </Button>
        ),
      }}
      empty={
        <EmptyState icon="loans" title={t('No loan here')}>
          {t('Loans with a recall date appear here before they go back to their lender.')}
        </EmptyState>
      }
    />
  );
}
