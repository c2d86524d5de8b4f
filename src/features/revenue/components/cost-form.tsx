/** What a person costs from a month on. */
import { setEmployeeCost } from '../../../../core/contract/revenue';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { monthWords } from '../../targets';
import { type PersonKey, REVENUES } from '../queries';

export const CostForm = ({ of, costPaise }: { of: PersonKey; costPaise: number | null }) => (
  <EntityForm
    at="page"
    draft={`revenue-cost.${of.userId}.${of.month}`}
    label={t('Cost')}
    to={setEmployeeCost}
    params={of}
    values={{ costPaise: costPaise === null ? '' : String(costPaise / 100) }}
    sections={() => [
      {
        title: t('Cost'),
        note: t('Salary, travel and seat of a month. It holds from {month} on; earlier months keep theirs.', {
          month: monthWords(of.month),
        }),
        fields: { costPaise: { label: t('Cost a month'), required: true } },
      },
    ]}
    again={REVENUES}
    send={t('Save cost')}
    failed={t('Nothing was changed')}
    onStored={() => showToast(t('The cost was saved'), { tone: 'saved' })}
  />
);
