/** What all letters of a portfolio say of the lender: address, account, grievance contact, signatory. */
import { type LetterFacts, saveLetterFacts } from '../../../../core/contract/portfolio-letters';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';

const NONE: LetterFacts = { address: '', paymentAccount: '', grievanceContact: '', signatory: '' };

export function LetterFactsDialog({
  id,
  facts,
  onClose,
}: {
  id: string;
  facts: LetterFacts | null;
  onClose: () => void;
}) {
  return (
    <EntityForm
      at="dialog"
      draft={`portfolio.${id}.letter-facts`}
      label={t('What letters say of the lender')}
      to={saveLetterFacts}
      params={{ id }}
      values={facts ?? NONE}
      sections={() => [
        {
          fields: {
            address: { label: t('Address'), kind: 'area', input: { rows: 2 } },
            paymentAccount: { label: t('Account for the payment') },
            grievanceContact: { label: t('Grievance contact') },
            signatory: { label: t('Signatory') },
          },
        },
      ]}
      again={['portfolio']}
      send={t('Save')}
      onStored={() => {
        showToast(t('Saved'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
      cancelDiscards
    />
  );
}
