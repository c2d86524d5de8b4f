import { useState } from 'react';
import { BUCKETS } from '../../../../core/domain/buckets';
import { t } from '../../../i18n';
import { Button, ChipChoice, Field, Sheet, Stack, TextInput } from '../../../ui';
import { LEGAL, PAID_WORDS, PTP_WORDS, VISIT_WORDS } from '../loans/filter-words';
import { type ListQuery, NO_QUERY, PAID_FILTERS, PTP_FILTERS, VISIT_FILTERS } from '../loans/loan-query';

const NOT_VISITED = ['0', '3', '7', '15', '30'] as const;

/** All filters in reach of a thumb; the button says how many loans they leave. */
export default function FilterSheet({
  query,
  countOf,
  onApply,
  onClose,
}: {
  query: ListQuery;
  countOf: (query: ListQuery) => number;
  onApply: (query: ListQuery) => void;
  onClose: () => void;
}) {
  const [held, setHeld] = useState(query);
  const set = (more: Partial<ListQuery>) => setHeld((before) => ({ ...before, ...more }));
  const { text, sort } = query;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Filter loans')}
      footer={
        <>
          <Button onClick={() => setHeld({ ...NO_QUERY, text, sort })}>{t('Clear')}</Button>
          <Button look="primary" onClick={() => onApply(held)}>
            {t('Show {n}', { n: countOf(held).toLocaleString('en-IN') })}
          </Button>
        </>
      }
    >
      <Stack gap="5">
        <Field label={t('Plan')} group>
          <ChipChoice
            value={held.plan}
            onChange={(plan) => set({ plan })}
            options={[
              { value: 'any', label: t('All loans') },
              { value: 'today', label: t('On today’s plan') },
            ]}
          />
        </Field>
        <Field label={t('Next visit')} group>
          <ChipChoice
            value={held.visit}
            onChange={(visit) => set({ visit })}
            options={VISIT_FILTERS.map((value) => ({ value, label: t(VISIT_WORDS[value]) }))}
          />
        </Field>
        <Field label={t('Bucket (days past due)')} group>
          <ChipChoice
            multi
            value={held.buckets}
            onChange={(buckets) => set({ buckets })}
            options={BUCKETS.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field label={t('Promise to pay')} group>
          <ChipChoice
            value={held.ptp}
            onChange={(ptp) => set({ ptp })}
            options={PTP_FILTERS.map((value) => ({ value, label: t(PTP_WORDS[value]) }))}
          />
        </Field>
        <Field label={t('Not visited for')} group>
          <ChipChoice
            value={String(held.notVisitedDays) as (typeof NOT_VISITED)[number]}
            onChange={(days) => set({ notVisitedDays: Number(days) })}
            options={NOT_VISITED.map((value) => ({
              value,
              label: value === '0' ? t('Any') : t('{n} days', { n: value }),
            }))}
          />
        </Field>
        <Field label={t('Paid')} hint={t('Confirmed by the lender, or taken at the door')} group>
          <ChipChoice
            value={held.paid}
            onChange={(paid) => set({ paid })}
            options={PAID_FILTERS.map((value) => ({ value, label: t(PAID_WORDS[value]) }))}
          />
        </Field>
        <Field label={t('Legal')} group>
          <ChipChoice
            multi
            value={held.legal ? ['yes'] : []}
            onChange={(chosen) => set({ legal: chosen.length > 0 })}
            options={[{ value: 'yes', label: t(LEGAL) }]}
          />
        </Field>
        <Field label={t('Pincode')} hint={t('The first digits are enough')}>
          <TextInput
            inputMode="numeric"
            enterKeyHint="done"
            onKeyDown={(event) => {
              if (event.key === 'Enter') onApply(held);
            }}
            value={held.pincode}
            onChange={(typed) => set({ pincode: typed.replace(/\D/g, '').slice(0, 6) })}
            autoComplete="off"
          />
        </Field>
      </Stack>
    </Sheet>
  );
}
