/** The UPI account of each lender: where the money of payment links goes. */
import { useState } from 'react';
import { type Payee, setPayee } from '../../../../core/contract/payment-links';
import { fieldWords, problemOf } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Badge, Banner, Button, Card, EmptyState, Field, Skeleton, Stack, Text, TextInput } from '../../../ui';
import {
  DeskPage,
  DeskTitle,
  DraftNote,
  Modal,
  ProblemNote,
  ProblemState,
  Table,
  TableScroll,
  useDraft,
} from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { usePayees, useSetPayee } from '../queries';

export default function PayeesPage() {
  const { data, error, refetch } = usePayees();
  const [open, setOpen] = useState<Payee>();
  const mayEdit = mayAsk(setPayee, useSignedIn().profile);
  return (
    <DeskPage>
      <Stack gap="1">
        <DeskTitle>{t('Payment Accounts')}</DeskTitle>
        <Text tone="muted">
          {t('Payment links of a lender’s loans pay into this UPI account. Links that were sent keep theirs.')}
        </Text>
      </Stack>
      {error && data && <ProblemNote problem={problemOf(error)} />}
      {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {!error && !data && <Skeleton lines={5} height="2.5rem" />}
      {data && (
        <Card flush>
          {data.length === 0 ? (
            <EmptyState title={t('No lender yet')}>{t('Add a client first; its account is set here.')}</EmptyState>
          ) : (
            <TableScroll>
              <Table stacks aria-label={t('Payment Accounts')}>
                <thead>
                  <tr>
                    <th scope="col">{t('Lender')}</th>
                    <th scope="col">{t('UPI address')}</th>
                    <th scope="col">{t('Name of the account')}</th>
                    <th scope="col">
                      <span style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{t('Change')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((payee) => (
                    <tr key={payee.clientId}>
                      <td>{payee.client}</td>
                      <td data-label={t('UPI address')}>
                        {payee.vpa ?? <Badge tone="warn">{t('Not set: no payment links')}</Badge>}
                      </td>
                      <td data-label={t('Name of the account')}>{payee.name ?? '–'}</td>
                      <td style={{ textAlign: 'end' }}>
                        {mayEdit && (
                          <Button
                            small
                            onClick={() => setOpen(payee)}
                            aria-label={t('Change the account of {lender}', { lender: payee.client })}
                          >
                            {payee.vpa ? t('Change') : t('Set')}
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </TableScroll>
          )}
        </Card>
      )}
      {open && <PayeeDialog payee={open} onClose={() => setOpen(undefined)} />}
    </DeskPage>
  );
}

function PayeeDialog({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const zone = useZone();
  const draft = useDraft(`payee.${payee.clientId}`, { vpa: payee.vpa ?? '', name: payee.name ?? '' });
  const { value, discard } = draft;
  // What was typed now is no draft of before.
  const [keptAt] = useState(draft.changedAt);
  const change = (part: Partial<typeof value>) => draft.set({ ...value, ...part });
  const { mutate, isPending, error } = useSetPayee();
  const wrong = fieldWords(error);
  const save = () =>
    mutate(
      { clientId: payee.clientId, ...value },
      {
        onSuccess() {
          discard();
          onClose();
        },
      },
    );
  return (
    <Modal
      title={t('Account of {lender}', { lender: payee.client })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={isPending} onClick={save}>
            {t('Save the account')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {keptAt && draft.changedAt && <DraftNote at={keptAt} zone={zone} onDiscard={discard} />}
        {error && Object.keys(wrong).length === 0 && <Banner tone="danger" title={error.message} />}
        <Field label={t('UPI address')} hint={t('As the bank gave it: name@bank')} error={wrong.vpa} required>
          <TextInput value={value.vpa} onChange={(vpa) => change({ vpa })} autoComplete="off" maxLength={120} />
        </Field>
        <Field
          label={t('Name of the account')}
          hint={t('Borrowers see it before they pay.')}
          error={wrong.name}
          required
        >
          <TextInput value={value.name} onChange={(name) => change({ name })} maxLength={80} />
        </Field>
      </Stack>
    </Modal>
  );
}
