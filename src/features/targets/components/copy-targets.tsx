import { copyTargets } from '../../../../core/contract/targets';
import { t, tn } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { monthWords } from '../target-words';

/** Percent by which targets are raised or, below nothing, lowered; undefined where it is none. */
function percentOf(typed: string): number | undefined {
  const percent = /^[+−-]?\d{1,3}(\.\d)?$/.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : undefined;
  return percent !== undefined && percent >= -100 && percent <= 500 ? percent : undefined;
}

export function CopyTargets({ month, before, onClose }: { month: string; before: string; onClose: () => void }) {
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`target.copy.${month}`}
      label={t('Copy the targets of {month}', { month: monthWords(before) })}
      to={copyTargets}
      values={{ percent: '0' }}
      sections={({ percent }) => [
        {
          fields: {
            percent: {
              label: t('Raised or lowered by, %'),
              kind: 'text',
              required: 'unsaid',
              most: 6,
              hint: t('0 copies them as they were; what {month} has already stays.', { month: monthWords(month) }),
              taken: percentOf(percent) === undefined ? t('Between −100 and 500.') : undefined,
            },
          },
        },
      ]}
      also={({ percent }) => ({ month, percent: percentOf(percent) ?? 0 })}
      again={['targets']}
      send={t('Copy targets')}
      onStored={({ copied, kept }) => {
        const words = tn(copied, '{n} target copied', '{n} targets copied');
        const more = kept > 0 ? `, ${tn(kept, '{n} was there already', '{n} were there already')}` : '';
        showToast(`${words}${more}`, { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
