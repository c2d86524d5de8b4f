/** Chosen lines that leave no doubt, accepted in one press; what was refused is said by its line. */
import { useState } from 'react';
import { type BankLineRow, MOST_ACCEPTED } from '../../../../core/contract/reconciliation';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, showToast, Text } from '../../../ui';
import { ConfirmDialog, Modal, SmallTable } from '../../../ui/kit';
import { useAcceptMany } from '../queries';

export function AcceptMany({ rows, clear }: { rows: readonly BankLineRow[]; clear: () => void }) {
  // As they were seen when the press came: the list goes on below.
  const [chosen, setChosen] = useState<readonly BankLineRow[]>();
  const accept = useAcceptMany();
  const exact = rows.filter(({ status, score }) => status === 'matched' && score === 100).slice(0, MOST_ACCEPTED);
  const sum = (chosen ?? []).reduce((all, { amountPaise }) => all + amountPaise, 0);
  const refused = accept.data?.rows.filter((one) => one.refused !== null) ?? [];
  const close = () => {
    setChosen(undefined);
    accept.reset();
  };
  return (
    <>
      <Button small look="primary" disabled={exact.length === 0} onClick={() => setChosen(exact)}>
        {t('Accept {n} exact', { n: exact.length })}
      </Button>
      {chosen && !accept.data && (
        <ConfirmDialog
          title={t('Accept these lines?')}
          confirm={t('Accept')}
          busy={accept.isPending}
          problem={failedWrite(accept.error)}
          onConfirm={() =>
            accept.mutate(
              chosen.map(({ id }) => id),
              {
                onSuccess: ({ rows: done }) => {
                  if (done.some((one) => one.refused !== null)) return;
                  showToast(tn(done.length, '{n} line accepted', '{n} lines accepted'), { tone: 'saved' });
                  close();
                  clear();
                },
              },
            )
          }
          onClose={close}
        >
          <Text>{`${tn(chosen.length, '{n} line', '{n} lines')} · ${formatRupees(sum)}`}</Text>
        </ConfirmDialog>
      )}
      {chosen && accept.data && refused.length > 0 && (
        <Modal
          title={t('{done} accepted, {left} not', {
            done: accept.data.rows.length - refused.length,
            left: refused.length,
          })}
          onClose={() => {
            close();
            clear();
          }}
        >
          <SmallTable
            label={t('What was refused')}
            rows={refused}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('Line'),
                cell: ({ id }) => {
                  const row = chosen.find((one) => one.id === id);
                  return row ? `${formatRupees(row.amountPaise)} · ${row.reference ?? '–'}` : '–';
                },
              },
              { label: t('Why'), cell: (one) => said(one.refused ?? '') },
            ]}
          />
        </Modal>
      )}
    </>
  );
}
