/** Days off of one person, written down by somebody above them. */
import { addLeave } from '../../../../core/contract/leaves';
import type { Person } from '../../../../core/contract/people';
import { addDays, dayOf } from '../../../../core/domain/dates';
import { LEAVE_BACK_DAYS, MOST_LEAVE_DAYS } from '../../../../core/domain/leaves';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, typedOf } from '../../forms';
import { useZone } from '../../session';
import { AFTER_LEAVE } from '../leave-parts';

export function AddLeave({ person, onClose }: { person: Pick<Person, 'id' | 'fullName'>; onClose: () => void }) {
  const today = dayOf(Date.now(), useZone());
  return (
    <EntityForm
      at="dialog"
      draft={`leave.${person.id}`}
      label={t('Leave of {name}', { name: person.fullName })}
      to={addLeave}
      values={{ ...typedOf(addLeave), personId: person.id, from: today, until: today }}
      sections={({ from }) => [
        {
          note: t('While they are away, rules give them no loans, and who gives loans by hand is told.'),
          fields: {
            from: {
              label: t('First day off'),
              input: { today, min: addDays(today, -LEAVE_BACK_DAYS) },
              with: (day) => ({ until: day }),
            },
            until: {
              label: t('Last day off'),
              input: { today, min: [from, today].sort().at(-1), max: addDays(from || today, MOST_LEAVE_DAYS - 1) },
            },
            reason: { label: t('Reason'), kind: 'text' },
          },
        },
      ]}
      again={AFTER_LEAVE}
      send={t('Keep the leave')}
      onStored={() => {
        showToast(t('Leave kept'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
