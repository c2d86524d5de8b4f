import { useState } from 'react';
import { BUCKETS } from '../../../../core/domain/buckets';
import { Button, ChipChoice, Field, Sheet, Stack, TextInput } from '../../../ui';
import { type ListQuery, NO_QUERY, PTP_FILTERS, PTP_WORDS } from '../loans/loan-query';

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
      title="Filter loans"
      footer={
        <>
          <Button onClick={() => setHeld({ ...NO_QUERY, text, sort })}>Clear</Button>
          <Button look="primary" onClick={() => onApply(held)}>
            Show {countOf(held).toLocaleString('en-IN')}
          </Button>
        </>
      }
    >
      <Stack gap="5">
        <Field label="Plan" group>
          <ChipChoice
            value={held.plan}
            onChange={(plan) => set({ plan })}
            options={[
              { value: 'any', label: 'All loans' },
              { value: 'today', label: 'On today’s plan' },
            ]}
          />
        </Field>
        <Field label="Bucket (days past due)" group>
          <ChipChoice
            multi
            value={held.buckets}
            onChange={(buckets) => set({ buckets })}
            options={BUCKETS.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field label="Promise to pay" group>
          <ChipChoice
            value={held.ptp}
            onChange={(ptp) => set({ ptp })}
            options={PTP_FILTERS.map((value) => ({ value, label: PTP_WORDS[value] }))}
          />
        </Field>
        <Field label="Not visited for" group>
          <ChipChoice
            value={String(held.notVisitedDays) as (typeof NOT_VISITED)[number]}
            onChange={(days) => set({ notVisitedDays: Number(days) })}
            options={NOT_VISITED.map((value) => ({ value, label: value === '0' ? 'Any' : `${value} days` }))}
          />
        </Field>
        <Field label="Pincode" hint="The first digits are enough">
          <TextInput
            inputMode="numeric"
            value={held.pincode}
            onChange={(typed) => set({ pincode: typed.replace(/\D/g, '').slice(0, 6) })}
            autoComplete="off"
          />
        </Field>
      </Stack>
    </Sheet>
  );
}
