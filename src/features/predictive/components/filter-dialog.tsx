import { useState } from 'react';
import { makeDialList } from '../../../../core/contract/predictive';
import { BUCKETS, type Bucket } from '../../../../core/domain/buckets';
import { uuidv7 } from '../../../../core/domain/ids';
import { t, tn } from '../../../i18n';
import { Button, Row, showToast, Text } from '../../../ui';
import { EntityForm, type FieldRow } from '../../forms';
import { PROCESSES } from '../process-form';
import { useCountList, useProcesses } from '../queries';
import { saidFields, Trouble } from './trouble';

interface Typed {
  processId: string;
  name: string;
  buckets: Bucket[];
  dpdFrom: string;
  dpdTo: string;
  promise: 'any' | 'broken';
  restedDays: string;
}
const EMPTY: Typed = { processId: '', name: '', buckets: [], dpdFrom: '', dpdTo: '', promise: 'any', restedDays: '' };
const numberOf = (typed: string) => (typed === '' ? null : Number(typed));
const MOST = 250;

/** A list from the loans of a process's portfolio: counted first, then made. */
export function FilterDialog({
  processId: chosen,
  onMade,
  onClose,
}: {
  /** Where the process is chosen already. */
  processId?: string;
  onMade: (id: string) => void;
  onClose: () => void;
}) {
  const processes = useProcesses({ sort: 'name', size: MOST });
  const count = useCountList();
  /** Of which filter the count is. */
  const [counted, setCounted] = useState('');
  const own = (processes.data?.rows ?? []).filter(({ mayEdit }) => mayEdit);
  const bodyOf = (typed: Typed) => {
    const processId = chosen ?? typed.processId;
    const process = own.find(({ id }) => id === processId)?.name ?? '';
    return {
      processId,
      name: typed.name.trim() || t('List of {process}', { process }),
      filter: {
        buckets: typed.buckets,
        dpdFrom: numberOf(typed.dpdFrom),
        dpdTo: numberOf(typed.dpdTo),
        brokenPromise: typed.promise === 'broken',
        restedDays: numberOf(typed.restedDays),
      },
      preview: false,
    };
  };
  const isCounted = (typed: Typed) => counted === JSON.stringify(typed);
  const days = (label: string, most: number, hint?: string): FieldRow => ({
    label,
    kind: 'digits',
    required: 'unsaid',
    most,
    ...(hint && { hint }),
  });
  return (
    <EntityForm
      at="dialog"
      draft="dial-list.new"
      label={t('List from loans')}
      to={makeDialList}
      values={{ ...EMPTY, processId: chosen ?? '' }}
      sections={() => [
        {
          beside: true,
          fields: {
            processId: {
              label: t('Process'),
              options: own.map((one) => ({ value: one.id, label: `${one.name} · ${one.portfolio.name}` })),
              input: { placeholder: processes.data ? t('Choose') : t('Loading') },
              fixed: chosen,
            },
            name: { label: t('Name of the list'), required: false },
            buckets: {
              label: t('Buckets'),
              kind: 'several',
              required: 'unsaid',
              hint: t('All of them when none is chosen.'),
              options: BUCKETS.map((one) => ({ value: one, label: one })),
            },
            restedDays: days(t('Not called for days'), 3, t('Leave empty for all.')),
            dpdFrom: days(t('DPD from'), 4),
            dpdTo: days(t('DPD to'), 4),
            promise: {
              label: t('Promises'),
              kind: 'segments',
              required: 'unsaid',
              options: [
                { value: 'any', label: t('Any') },
                { value: 'broken', label: t('Broken') },
              ],
            },
          },
        },
      ]}
      also={bodyOf}
      unready={(typed) => bodyOf(typed).processId === '' || (isCounted(typed) && count.data?.found === 0)}
      again={PROCESSES}
      below={(typed) =>
        isCounted(typed) && (
          <Row role="status">
            <Trouble error={count.error} />
            {count.error && <Text tone="danger">{Object.values(saidFields(count.error)).join(' ')}</Text>}
            {count.data && <Text strong>{tn(count.data.found, '{n} loan matches', '{n} loans match')}</Text>}
          </Row>
        )
      }
      beside={(typed) => (
        <Button
          busy={count.isPending}
          disabled={bodyOf(typed).processId === ''}
          onClick={() => {
            setCounted(JSON.stringify(typed));
            count.mutate({ id: uuidv7(), ...bodyOf(typed) });
          }}
        >
          {t('Count loans')}
        </Button>
      )}
      send={t('Make list')}
      onStored={({ list }) => {
        showToast(t('List made'), { tone: 'saved' });
        if (list) onMade(list.id);
      }}
      onClose={onClose}
    />
  );
}
