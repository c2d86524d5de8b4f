/** Chosen rows of the queue decided in one press; what came of each is said by name. */
import { lazy, Suspense, useState } from 'react';
import { decideMany, MOST_DECIDED, type SettlementRow } from '../../../../core/contract/settlements';
import { formatRupees } from '../../../../core/domain/money';
import { useWrite } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, showToast } from '../../../ui';
import { Modal, SmallTable } from '../../../ui/kit';
import { StageBadge } from '../words';

const DecideDialog = lazy(() => import('./decide-dialog').then((part) => ({ default: part.DecideDialog })));

const STEPS = [
  { step: 'approve', label: 'Approve {n}', title: 'Approve these settlements?', look: 'primary' },
  { step: 'reject', label: 'Reject {n}', title: 'Reject these settlements?', look: undefined },
] as const;

export function DecideMany({ rows, clear }: { rows: readonly SettlementRow[]; clear: () => void }) {
  // As they were seen when the press came: the list goes on below.
  const [chosen, setChosen] = useState<{ at: (typeof STEPS)[number]; rows: readonly SettlementRow[] }>();
  const decide = useWrite(
    decideMany,
    ({ step, remarks }: { step: 'approve' | 'reject'; remarks: string }) => ({
      body: {
        step,
        remarks,
        chosen: (chosen?.rows ?? []).map(({ id, stage, round }) => ({ settlementId: id, stage, round })),
      },
    }),
    { again: ['settlements'] },
  );
  const close = () => {
    setChosen(undefined);
    decide.reset();
  };
  const left = decide.data?.rows.filter(({ refused }) => refused !== null) ?? [];
  return (
    <>
      {STEPS.map((one) => {
        const may = rows.filter(({ steps }) => steps.includes(one.step)).slice(0, MOST_DECIDED);
        return (
          <Button
            key={one.step}
            small
            {...(one.look && { look: one.look })}
            disabled={may.length === 0}
            onClick={() => setChosen({ at: one, rows: may })}
          >
            {t(one.label, { n: may.length })}
          </Button>
        );
      })}
      {chosen && !decide.data && (
        <Suspense>
          <DecideDialog
            step={chosen.at.step}
            title={t(chosen.at.title)}
            about={`${tn(chosen.rows.length, '{n} settlement', '{n} settlements')} · ${formatRupees(
              chosen.rows.reduce((sum, { payable }) => sum + payable, 0),
            )}`}
            take={{
              isPending: decide.isPending,
              error: decide.error,
              mutate: ({ remarks }) =>
                decide.mutate(
                  { step: chosen.at.step, remarks },
                  {
                    onSuccess: (answer) => {
                      if (answer.rows.some(({ refused }) => refused !== null)) return;
                      showToast(tn(answer.rows.length, '{n} settlement decided', '{n} settlements decided'), {
                        tone: 'saved',
                      });
                      close();
                      clear();
                    },
                  },
                ),
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {chosen && left.length > 0 && decide.data && (
        <Modal
          title={t('{done} decided, {left} not', { done: decide.data.rows.length - left.length, left: left.length })}
          onClose={() => {
            close();
            clear();
          }}
        >
          <SmallTable
            label={t('What came of each')}
            rows={decide.data.rows}
            keyOf={({ settlementId }) => settlementId}
            columns={[
              {
                label: t('Borrower'),
                cell: ({ settlementId }) => {
                  const row = chosen.rows.find(({ id }) => id === settlementId);
                  return row ? `${row.borrower} · ${row.number}` : '–';
                },
              },
              {
                label: t('Outcome'),
                cell: ({ stage, refused }) => (stage ? <StageBadge stage={stage} /> : said(refused ?? '')),
              },
            ]}
          />
        </Modal>
      )}
    </>
  );
}
