import { deactivatePerson, type Person } from '../../../../core/contract/people';
import { t, tn } from '../../../i18n';
import { Banner, showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';

/** Asks for the reason and says what stays behind: loans, people below, phones. */
export function DeactivateDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, fullName: name, loans, below } = person;
  return (
    <EntityForm
      at="dialog"
      size="small"
      danger
      draft={`people.deactivate.${id}`}
      label={t('Deactivate {name}?', { name })}
      to={deactivatePerson}
      params={{ id }}
      values={{ reason: '', withdrawPhones: true }}
      above={
        <>
          <Text>
            {t('They are signed out everywhere at once and cannot sign in again until they are reactivated.')}
          </Text>
          {(loans > 0 || below > 0) && (
            <Banner tone="warn" title={t('What stays with them')}>
              {loans > 0 && (
                <div>
                  {tn(loans, '{n} loan, until it is allocated anew', '{n} loans, until they are allocated anew')}
                </div>
              )}
              {below > 0 && (
                <div>
                  {tn(below, '{n} person below, until they are moved', '{n} people below, until they are moved')}
                </div>
              )}
            </Banner>
          )}
        </>
      }
      sections={() => [
        {
          fields: {
            reason: { label: t('Reason'), kind: 'area', input: { rows: 2 } },
            withdrawPhones: {
              label: t('Withdraw their phones: unsent work is delivered for review, then the phone erases itself'),
              kind: 'tick',
            },
          },
        },
      ]}
      again={['people']}
      send={t('Deactivate user')}
      failed={t('Nothing was changed')}
      onStored={() => {
        showToast(t('{name} is out: every session has ended', { name }), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
