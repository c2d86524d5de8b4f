/** /new-settlement-allocation: loans in settlement, given to those who may negotiate them. */
import { Suspense, useMemo, useState } from 'react';
import { parseRole } from '../../../../core/domain/roles';
import { SHOWN_STAGES, stagesFor } from '../../../../core/domain/settlements/sight';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, EmptyState, LinkButton } from '../../../ui';
import { DeskPage, PAGE_SIZE, RecordList, useSelection, useTableQuery } from '../../../ui/kit';
import { GiveLoans } from '../../desk';
import { useSignedIn, useZone } from '../../session';
import { useSettlements } from '../queries';
import { settlementColumns } from '../settlement-columns';
import { stageWords } from '../words';

const FILTERS = ['stage'] as const;

export default function NewSettlementAllocationPage() {
  const zone = useZone();
  const { role } = useSignedIn().profile;
  const { query, change } = useTableQuery(FILTERS);
  const stage = SHOWN_STAGES.find((one) => one === query.filters.stage?.[0]);
  const list = useSettlements({ stage, q: query.q || undefined, page: query.page, size: PAGE_SIZE });
  const { selection, set: setSelection, clear } = useSelection(`${stage ?? ''} ${query.q}`);
  const [giving, setGiving] = useState(false);
  const columns = useMemo(settlementColumns, []);
  const loanIds = selection.kind === 'some' ? [...selection.ids] : [];
  const done = () => {
    setGiving(false);
    clear();
    void list.refetch();
  };
  return (
    <DeskPage>
      <RecordList
        name="settlement-allocation"
        title={t('New Settlement Allocation')}
        noun={t('settlements')}
        actions={
          <LinkButton small to={deskPaths.settlement()}>
            {t('Settlement')}
          </LinkButton>
        }
        searchLabel={t('Loan, settlement or borrower')}
        filters={[
          {
            name: 'stage',
            label: t('Stage'),
            single: true,
            options: stagesFor(parseRole(role.name)).map((value) => ({ value, label: stageWords(value) })),
          },
        ]}
        columns={columns}
        result={list}
        problem={problemOf(list.error)}
        zone={zone}
        query={query}
        change={change}
        // One settlement of a loan is open at a time, and it is the loan that is given.
        keyOf={(row) => row.loanId}
        nameOf={(row) => row.borrower}
        chosen={{
          selection,
          onSelection: setSelection,
          actions: (
            <Button small look="primary" onClick={() => setGiving(true)}>
              {t('Give to…')}
            </Button>
          ),
        }}
        empty={
          <EmptyState icon="rupee" title={t('No loan is in settlement')}>
            {t('Loans with an open settlement appear here, to be given to those who may negotiate them.')}
          </EmptyState>
        }
      />
      <Suspense>
        {giving && loanIds.length > 0 && (
          <GiveLoans
            count={loanIds.length}
            idsOf={() => Promise.resolve(loanIds)}
            onClose={() => setGiving(false)}
            onDone={done}
          />
        )}
      </Suspense>
    </DeskPage>
  );
}
