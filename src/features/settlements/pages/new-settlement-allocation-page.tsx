/** /new-settlement-allocation: loans in settlement, given to those who may negotiate them. */

import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { listSettlements } from '../../../../core/contract/settlements';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, LinkButton } from '../../../ui';
import { GiveLoans } from '../../desk';
import { type Chosen, EntityList } from '../../lists';
import { useSignedIn } from '../../session';
import { LOOK_MS } from '../queries';
import { settlementColumns, stageFilter } from '../settlement-columns';

export default function NewSettlementAllocationPage() {
  const { role } = useSignedIn().profile;
  const client = useQueryClient();
  const [giving, setGiving] = useState<Chosen<typeof listSettlements>>();
  const done = () => {
    setGiving(undefined);
    giving?.clear();
    void client.invalidateQueries({ queryKey: ['settlements'] });
  };
  return (
    <>
      <EntityList
        name="settlement-allocation"
        under="settlements"
        from={listSettlements}
        every={LOOK_MS}
        title={t('New Settlement Allocation')}
        noun={t('settlements')}
        actions={
          <LinkButton small to={deskPaths.settlement()}>
            {t('Settlement')}
          </LinkButton>
        }
        columns={settlementColumns}
        searchLabel={t('Loan, settlement or borrower')}
        filters={{ stage: stageFilter(role.name) }}
        // One settlement of a loan is open at a time, and it is the loan that is given.
        keyOf={(row) => row.loanId}
        nameOf={(row) => row.borrower}
        bulk={{
          actions: (chosen) => (
            <Button small look="primary" onClick={() => setGiving(chosen)}>
              {t('Give to…')}
            </Button>
          ),
        }}
        empty={{
          icon: 'rupee',
          title: t('No loan is in settlement'),
          text: t('Loans with an open settlement appear here, to be given to those who may negotiate them.'),
        }}
      />
      <Suspense>
        {giving && (
          <GiveLoans
            count={giving.count}
            idsOf={() => Promise.resolve(giving.ids)}
            onClose={() => setGiving(undefined)}
            onDone={done}
          />
        )}
      </Suspense>
    </>
  );
}
