import { useState } from 'react';
import { BUCKETS, type Bucket } from '../../../../core/domain/buckets';
import { uuidv7 } from '../../../../core/domain/ids';
import { t, tn } from '../../../i18n';
import {
  Button,
  Field,
  NumberInput,
  Row,
  SegmentedChoice,
  Select,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { DraftNote, FieldGrid, Modal, MultiSelect, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useMakeList, useProcesses } from '../queries';
import { saidFields, Trouble } from './process-dialog';

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
  const zone = useZone();
  const processes = useProcesses({ sort: 'name', size: MOST });
  const count = useMakeList();
  const make = useMakeList();
  const [id] = useState(() => uuidv7());
  const draft = useDraft<Typed>('dial-list.new', EMPTY);
  const [openedWith] = useState(draft.changedAt);
  const value = chosen === undefined ? draft.value : { ...draft.value, processId: chosen };
  const own = (processes.data?.rows ?? []).filter(({ mayEdit }) => mayEdit);
  const change = (part: Partial<Typed>) => {
    draft.set({ ...value, ...part });
    count.reset();
    make.reset();
  };
  const body = (preview: boolean) => ({
    id,
    processId: value.processId,
    name:
      value.name.trim() ||
      t('List of {process}', { process: own.find((one) => one.id === value.processId)?.name ?? '' }),
    filter: {
      buckets: value.buckets,
      dpdFrom: numberOf(value.dpdFrom),
      dpdTo: numberOf(value.dpdTo),
      brokenPromise: value.promise === 'broken',
      restedDays: numberOf(value.restedDays),
    },
    preview,
  });
  const errors = saidFields(make.error ?? count.error);
  const found = count.data?.found;
  return (
    <Modal
      title={t('List from loans')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button busy={count.isPending} disabled={value.processId === ''} onClick={() => count.mutate(body(true))}>
            {t('Count loans')}
          </Button>
          <Button
            look="primary"
            busy={make.isPending}
            disabled={value.processId === '' || found === 0}
            onClick={() =>
              make.mutate(body(false), {
                onSuccess: ({ list }) => {
                  draft.discard();
                  showToast(t('List made'), { tone: 'saved' });
                  if (list) onMade(list.id);
                },
              })
            }
          >
            {t('Make list')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Trouble error={make.error ?? count.error} />
        {draft.changedAt !== undefined && openedWith !== undefined && (
          <DraftNote at={openedWith} zone={zone} onDiscard={draft.discard} />
        )}
        <FieldGrid>
          <Field label={t('Process')} required error={errors.processId}>
            <Select
              value={value.processId}
              disabled={chosen !== undefined}
              placeholder={processes.data ? t('Choose') : t('Loading')}
              onChange={(processId) => change({ processId })}
              options={own.map((one) => ({ value: one.id, label: `${one.name} · ${one.portfolio.name}` }))}
            />
          </Field>
          <Field label={t('Name of the list')} optional error={errors.name}>
            <TextInput value={value.name} onChange={(name) => change({ name })} maxLength={80} />
          </Field>
          <Field label={t('Buckets')} hint={t('All of them when none is chosen.')} group>
            <MultiSelect
              label={t('Buckets')}
              value={value.buckets}
              onChange={(buckets) => change({ buckets: BUCKETS.filter((one) => buckets.includes(one)) })}
              options={BUCKETS.map((one) => ({ value: one, label: one }))}
            />
          </Field>
          <Field label={t('Not called for days')} hint={t('Leave empty for all.')}>
            <NumberInput value={value.restedDays} maxLength={3} onChange={(restedDays) => change({ restedDays })} />
          </Field>
          <Field label={t('DPD from')}>
            <NumberInput value={value.dpdFrom} maxLength={4} onChange={(dpdFrom) => change({ dpdFrom })} />
          </Field>
          <Field label={t('DPD to')}>
            <NumberInput value={value.dpdTo} maxLength={4} onChange={(dpdTo) => change({ dpdTo })} />
          </Field>
          <Field label={t('Promises')} group>
            <SegmentedChoice<Typed['promise']>
              columns={2}
              value={value.promise}
              onChange={(promise) => change({ promise })}
              options={[
                { value: 'any', label: t('Any') },
                { value: 'broken', label: t('Broken') },
              ]}
            />
          </Field>
        </FieldGrid>
        <Row role="status">
          {errors.filter && <Text tone="danger">{errors.filter}</Text>}
          {found !== undefined && <Text strong>{tn(found, '{n} loan matches', '{n} loans match')}</Text>}
        </Row>
      </Stack>
    </Modal>
  );
}
