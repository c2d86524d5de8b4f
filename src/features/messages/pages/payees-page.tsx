/** The UPI account of each lender: where the money of payment links goes. */
import { useCallback, useState } from 'react';
import { listPayees, type Payee, setPayee } from '../../../../core/contract/payment-links';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Badge, Button, Text } from '../../../ui';
import { type Column, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { useSignedIn } from '../../session';
import { PayeeDialog } from '../components/payee-dialog';

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
