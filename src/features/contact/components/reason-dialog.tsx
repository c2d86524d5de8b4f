import { endPreference, type Lift, liftHold } from '../../../../core/contract/contact';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { CONTACTS } from '../queries';

export type Asked = { kind: 'end'; id: string; words: string } | { kind: 'lift'; what: Lift; words: string };

/** Why a hold is lifted or a wish ended. */
export default function ReasonDialog({
  loanId,
  asked,
  onClose,
}: {
  loanId: string;
  asked: Asked;
  onClose: () => void;
}) {
  const { words: what } = asked;
  const form = {
    at: 'dialog',
    size: 'small',
    values: { reason: '' },
    above: <Text>{t('The borrower may be contacted again, as far as the other rules allow.')}</Text>,
    sections: () => [{ fields: { reason: { label: t('Reason'), hint: t('Kept in the audit with your name.') } } }],
    again: CONTACTS,
    onStored: () => {
      showToast(t('Contact is judged anew'), { tone: 'saved' });
      onClose();
    },
    onClose,
  } as const;
  if (asked.kind === 'lift')
    return (
      <EntityForm
        {...form}
        draft={`contact.reason.${loanId}.${asked.what}`}
        label={t('Lift: {what}', { what })}
        to={liftHold}
        params={{ loanId }}
        also={() => ({ what: asked.what })}
        send={t('Lift the hold')}
      />
    );
  return (
    <EntityForm
      {...form}
      draft={`contact.reason.${loanId}.${asked.id}`}
      label={t('End: {what}', { what })}
      to={endPreference}
      params={{ loanId, id: asked.id }}
      send={t('End the wish')}
    />
  );
}
