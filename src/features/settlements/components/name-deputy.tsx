/** Who decides for somebody, and in which days. */
import { useState } from 'react';
import { goAway, listColleagues } from '../../../../core/contract/settlement-absences';
import { addDays, dayOf } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { problemOf, useAnswer } from '../../../api';
import { t } from '../../../i18n';
import { Skeleton, showToast, Text } from '../../../ui';
import { Modal, ProblemState } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';

export function NameDialog({ onClose }: { onClose: () => void }) {
  const colleagues = useAnswer(listColleagues, ['settlements', 'colleagues'], {});
  const today = dayOf(new Date(), useZone());
  const [id] = useState(() => uuidv7());
  const { data } = colleagues;
  const title = t('Name a colleague');
  if (data && data.rows.length > 0)
    return (
      <EntityForm
        at="dialog"
        draft="settlement.absence"
        label={title}
        to={goAway}
        values={{ deputyId: '', from: today, to: addDays(today, 7) }}
        sections={() => [
          {
            fields: {
              deputyId: {
                label: t('Colleague'),
                kind: 'choice',
                none: t('Choose'),
                options: data.rows.map(({ id: value, name }) => ({ value, label: name })),
                hint: t(
                  'They have your role, and decide in your place about what you might decide, not about offers of their own.',
                ),
              },
              from: { label: t('From'), input: { min: today } },
              to: { label: t('Until'), input: { min: today } },
            },
          },
        ]}
        also={() => ({ id })}
        again={['settlements']}
        send={t('Save')}
        onStored={({ deputy }) => {
          showToast(t('{name} decides for you in these days', { name: deputy }), { tone: 'saved' });
          onClose();
        }}
        onClose={onClose}
        cancelDiscards
      />
    );
  return (
    <Modal title={title} size="small" onClose={onClose}>
      {colleagues.isError ? (
        <ProblemState problem={problemOf(colleagues.error)} retry={() => void colleagues.refetch()} />
      ) : data ? (
        <Text>{t('Nobody else has your role under the same superior.')}</Text>
      ) : (
        <Skeleton lines={2} />
      )}
    </Modal>
  );
}
