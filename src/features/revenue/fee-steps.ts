/** What is asked at each step of a client's fee after its approval. */
import type { ClientFee } from '../../../core/contract/revenue';
import { formatRupees } from '../../../core/domain/money';
import { t } from '../../i18n';

export const STEPS = {
  approved: {
    to: 'invoiced',
    label: 'Invoice',
    values: { invoiceNumber: '' },
    fields: (_: ClientFee, today: string) => ({
      invoiceNumber: { label: t('Invoice number'), required: true },
      on: { label: t('Invoice date'), required: true, input: { today, max: today } },
    }),
    send: 'Mark as invoiced',
    done: 'Fee marked as invoiced',
  },
  invoiced: {
    to: 'received',
    label: 'Money of the invoice',
    values: { receivedPaise: '', reference: '' },
    fields: (fee: ClientFee, today: string) => ({
      receivedPaise: {
        label: t('Amount received'),
        required: true,
        hint: t('{amount} with GST, less the tax that the client withheld', {
          amount: formatRupees(fee.feePaise + fee.gstPaise),
        }),
      },
      reference: { label: t('Reference number'), required: true, hint: t('UTR or cheque number of the transfer') },
      on: { label: t('Received on'), required: true, input: { today, max: today } },
    }),
    send: 'Mark as received',
    done: 'Fee marked as received',
  },
} as const;

export const backWords = ({ status, invoiceNumber }: ClientFee): string =>
  status === 'received'
    ? t('The invoice waits for its money again.')
    : status === 'invoiced'
      ? t('Invoice {number} is cancelled, and the fee is counted anew. Send the client a credit note.', {
          number: invoiceNumber ?? '',
        })
      : t('It is counted from payments again until somebody approves it.');
