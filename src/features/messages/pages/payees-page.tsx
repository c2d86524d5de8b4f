/** The UPI account of each lender: where the money of payment links goes. */
import { useCallback, useState } from 'react';
import { listPayees, type Payee, setPayee } from '../../../../core/contract/payment-links';
import { fieldWords } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Badge, Banner, Button, Field, Stack, Text, TextInput } from '../../../ui';
import { type Column, DraftNote, Modal, nameColumn, textColumn, useDraft } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { useSignedIn, useZone } from '../../session';
import { useSetPayee } from '../queries';

export default function PayeesPage() {
  const [open, setOpen] = useState<Payee>();
  const mayEdit = mayAsk(setPayee, useSignedIn().profile);
  const columns = useCallback(
    (): Column<Payee>[] => [
      nameColumn('client', t('Lender'), (row) => row.client),
      {
        id: 'vpa',
        label: t('UPI address'),
        cell: (row) => row.vpa ?? <Badge tone="warn">{t('Not set: no payment links')}</Badge>,
      },
      textColumn('name', t('Name of the account'), (row) => row.name),
      {
        id: 'change',
        label: t('Change'),
        cell: (row) =>
          mayEdit && (
            <Button
              small
              onClick={() => setOpen(row)}
              aria-label={t('Change the account of {lender}', { lender: row.client })}
            >
              {row.vpa ? t('Change') : t('Set')}
            </Button>
          ),
      },
    ],
    [mayEdit],
  );
  return (
    <>
      <EntityList
        name="payees"
        from={listPayees}
        title={t('Payment Accounts')}
        noun={t('lenders')}
        above={
          <Text tone="muted">
            {t('Payment links of a lender’s loans pay into this UPI account. Links that were sent keep theirs.')}
          </Text>
        }
        columns={columns}
        keyOf={(row) => row.clientId}
        nameOf={(row) => row.client}
        empty={{ icon: 'info', title: t('No lender yet'), text: t('Add a client first; its account is set here.') }}
      />
      {open && <PayeeDialog payee={open} onClose={() => setOpen(undefined)} />}
    </>
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
