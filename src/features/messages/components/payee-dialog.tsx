/** The UPI account of one lender, to be set or changed. */
import { type Payee, setPayee } from '../../../../core/contract/payment-links';
import { successes } from '../../../api';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, typedOf } from '../../forms';

export function PayeeDialog({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`payee.${payee.clientId}`}
      label={t('Account of {lender}', { lender: payee.client })}
      to={setPayee}
      params={{ clientId: payee.clientId }}
      values={typedOf(setPayee, payee)}
      sections={() => [
        {
          fields: {
            vpa: { label: t('UPI address'), hint: t('As the bank gave it: name@bank'), kind: 'text', most: 120 },
            name: { label: t('Name of the account'), hint: t('Borrowers see it before they pay.') },
          },
        },
      ]}
      again={['payees']}
      send={t('Save the account')}
      onStored={() => {
        showToast(successes.updated, { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
