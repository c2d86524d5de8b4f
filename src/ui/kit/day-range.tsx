import type { ReactNode } from 'react';
import { type Day, dayOf } from '../../../core/domain/dates';
import { type NamedRange, namedRanges } from '../../../core/domain/typed-day';
import { t } from '../../i18n';
import { Button } from '../button';
import { DayInput } from '../day-input';
import { Field } from '../field';
import { Row, Stack } from '../layout';
import { FieldGrid } from './desk-page';

const rangeNames = (): Record<NamedRange['name'], string> => ({
  today: t('Today'),
  yesterday: t('Yesterday'),
  week: t('This week'),
  month: t('This month'),
  'last-month': t('Last month'),
});

/**
 * Days from and to, with the ranges that are asked for most by one press. An end that is cleared answers ''. `children` are
 * fields before them. That `to` comes before `from` is said by whoever asks (`error`).
 */
export function DayRange({
  from,
  to,
  onChange,
  today = dayOf(Date.now()),
  min,
  max,
  error,
  children,
}: {
  from: Day | '';
  to: Day | '';
  onChange: (range: { from: Day | ''; to: Day | '' }) => void;
  /** In the tenant's zone. */
  today?: Day;
  min?: Day;
  max?: Day;
  error?: string | undefined;
  children?: ReactNode;
}) {
  const bounds = { today, min, max };
  return (
    <Stack gap="2">
      <FieldGrid>
        {children}
        <Field label={t('From')}>
          <DayInput {...bounds} value={from} onChange={(day) => onChange({ from: day, to })} />
        </Field>
        <Field label={t('To')} error={error}>
          <DayInput {...bounds} value={to} onChange={(day) => onChange({ from, to: day })} />
        </Field>
      </FieldGrid>
      <Row role="group" aria-label={t('Days')} gap="1.5">
        {namedRanges(today, min, max).map((range) => {
          const chosen = range.from === from && range.to === to;
          return (
            <Button
              key={range.name}
              look={chosen ? 'soft' : 'quiet'}
              aria-pressed={chosen}
              fontWeight="medium"
              onClick={() => onChange({ from: range.from, to: range.to })}
            >
              {rangeNames()[range.name]}
            </Button>
          );
        })}
      </Row>
    </Stack>
  );
}
