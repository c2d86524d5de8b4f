/** Revenue that somebody brought or did not bring beside what is counted. */
import { useState } from 'react';
import { correctRevenue } from '../../../../core/contract/revenue';
import { uuidv7 } from '../../../../core/domain/ids';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { type PersonKey, REVENUES } from '../queries';

export function CorrectionForm({ of }: { of: PersonKey }) {
  const [id, setId] = useState(uuidv7);
  return (
    <EntityForm
      key={id}
      at="page"
      draft={`revenue-correction.${of.userId}.${of.month}`}
      label={t('Correction')}
      to={correctRevenue}
      params={of}
      values={{ direction: 'more', amountPaise: '', reason: '' }}
      sections={() => [
        {
          title: t('Correction'),
          note: t('Revenue beside what is counted. It is never changed, only taken back by another one.'),
          beside: true,
          fields: {
            direction: { label: t('Direction'), kind: 'segments', words: { more: 'Adds', less: 'Takes away' } },
            amountPaise: { label: t('Amount'), required: true },
            reason: { label: t('Why'), required: true },
          },
        },
      ]}
      also={() => ({ id })}
      again={REVENUES}
      send={t('Add correction')}
      failed={t('Nothing was changed')}
      onStored={() => {
        setId(uuidv7());
        showToast(t('The correction was added'), { tone: 'saved' });
      }}
    />
  );
}
