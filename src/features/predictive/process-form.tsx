/** The settings of a process as they are typed, and what they come to. */
import type { Process } from '../../../core/contract/predictive';
import { NEW_PROCESS, PROCESS_LIMITS, PROCESS_MODES, type ProcessMode, RETRIED } from '../../../core/domain/predictive';
import { t } from '../../i18n';
import { Field, NumberInput, Select, Stack, TextInput } from '../../ui';
import { FieldGrid, MultiSelect } from '../../ui/kit';
import { modeWords } from './words';

/** Numbers stay as typed until they are sent. */
export interface TypedProcess {
  name: string;
  portfolioId: string;
  mode: ProcessMode;
  callerIds: string;
  maxLevel: string;
  dropPercent: string;
  fromTime: string;
  untilTime: string;
  maxAttempts: string;
  retry: Record<(typeof RETRIED)[number], string>;
  agentIds: string[];
}

const typedRetry = (retry: Process['retry']): TypedProcess['retry'] => ({
  'no-answer': String(retry['no-answer']),
  busy: String(retry.busy),
  dropped: String(retry.dropped),
  error: String(retry.error),
});

export const EMPTY_PROCESS: TypedProcess = {
  name: '',
  portfolioId: '',
  mode: NEW_PROCESS.mode,
  callerIds: '',
  maxLevel: String(NEW_PROCESS.maxLevel),
  dropPercent: String(NEW_PROCESS.dropPercent),
  fromTime: NEW_PROCESS.fromTime,
  untilTime: NEW_PROCESS.untilTime,
  maxAttempts: String(NEW_PROCESS.maxAttempts),
  retry: typedRetry(NEW_PROCESS.retry),
  agentIds: [],
};

export const typedOf = (process: Process): TypedProcess => ({
  name: process.name,
  portfolioId: process.portfolio.id,
  mode: process.mode,
  callerIds: process.callerIds.join(', '),
  maxLevel: String(process.maxLevel),
  dropPercent: String(process.dropPercent),
  fromTime: process.fromTime,
  untilTime: process.untilTime,
  maxAttempts: String(process.maxAttempts),
  retry: typedRetry(process.retry),
  agentIds: process.agents.map(({ id }) => id),
});

/** As the server takes them; what is wrong in them it says by their names. */
export const settingsOf = (typed: TypedProcess) => ({
  name: typed.name.trim(),
  mode: typed.mode,
  callerIds: typed.callerIds.split(/[\s,;]+/).filter(Boolean),
  maxLevel: Number(typed.maxLevel),
  dropPercent: Number(typed.dropPercent),
  fromTime: typed.fromTime,
  untilTime: typed.untilTime,
  maxAttempts: Number(typed.maxAttempts),
  retry: {
    'no-answer': Number(typed.retry['no-answer']),
    busy: Number(typed.retry.busy),
    dropped: Number(typed.retry.dropped),
    error: Number(typed.retry.error),
  },
  agentIds: typed.agentIds,
});

const retryWords = (): TypedProcess['retry'] => ({
  'no-answer': t('After no answer, minutes'),
  busy: t('After busy, minutes'),
  dropped: t('After a dropped call, minutes'),
  error: t('After an error, minutes'),
});

export interface ProcessChoices {
  portfolios: { id: string; name: string }[];
  agents: { id: string; name: string; process: string | null }[];
}

/** `errors` by field; `process` is the one that is changed, whose portfolio stays. */
export function ProcessForm({
  value,
  onChange,
  choices,
  errors,
  process,
  withAgents,
}: {
  value: TypedProcess;
  onChange: (value: TypedProcess) => void;
  choices: ProcessChoices | undefined;
  errors: Readonly<Record<string, string | undefined>>;
  process?: Process | undefined;
  withAgents: boolean;
}) {
  const change = (part: Partial<TypedProcess>) => onChange({ ...value, ...part });
  const known = new Set(choices?.agents.map(({ id }) => id));
  const agents = [
    ...(choices?.agents ?? []).map(({ id, name, process: other }) => ({
      value: id,
      label: name,
      ...(other !== null && other !== process?.name && { hint: other }),
    })),
    // Put there by somebody else.
    ...(process?.agents ?? []).filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const firstOf = (prefix: string) =>
    errors[prefix] ?? Object.entries(errors).find(([path]) => path.startsWith(`${prefix}.`))?.[1];
  return (
    <Stack gap="4">
      <FieldGrid>
        <Field label={t('Name')} required error={errors.name}>
          <TextInput value={value.name} onChange={(name) => change({ name })} maxLength={80} />
        </Field>
        <Field label={t('Portfolio')} required error={errors.portfolioId}>
          {process ? (
            <TextInput value={process.portfolio.name} onChange={() => undefined} disabled />
          ) : (
            <Select
              value={value.portfolioId}
              placeholder={choices ? t('Choose') : t('Loading')}
              onChange={(portfolioId) => change({ portfolioId })}
              options={(choices?.portfolios ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
          )}
        </Field>
        <Field
          label={t('Mode')}
          hint={
            value.mode === 'progressive'
              ? t('One call at a time for each agent who waits.')
              : t('Dials ahead of the agents, as far as the drop cap lets it.')
          }
        >
          <Select
            value={value.mode}
            onChange={(mode) => change({ mode })}
            options={PROCESS_MODES.map((one) => ({ value: one, label: modeWords()[one] }))}
          />
        </Field>
        <Field
          label={t('Caller ids')}
          hint={t('What the borrower sees; several with commas. The dialer’s own when empty.')}
          error={firstOf('callerIds')}
        >
          <TextInput value={value.callerIds} onChange={(callerIds) => change({ callerIds })} inputMode="tel" />
        </Field>
        {value.mode === 'predictive' && (
          <>
            <Field label={t('Lines for each waiting agent')} hint={t('1 to 3')} error={errors.maxLevel}>
              <TextInput value={value.maxLevel} onChange={(maxLevel) => change({ maxLevel })} inputMode="decimal" />
            </Field>
            <Field
              label={t('Drop cap, %')}
              hint={t('Answered calls of a day that may find no agent.')}
              error={errors.dropPercent}
            >
              <TextInput
                value={value.dropPercent}
                onChange={(dropPercent) => change({ dropPercent })}
                inputMode="decimal"
              />
            </Field>
          </>
        )}
        <Field label={t('Calls from')} error={errors.fromTime}>
          <TextInput
            type="time"
            value={value.fromTime}
            min={PROCESS_LIMITS.hours.from}
            max={PROCESS_LIMITS.hours.to}
            onChange={(fromTime) => change({ fromTime })}
          />
        </Field>
        <Field
          label={t('Calls until')}
          hint={t('Within {from} and {to}; each borrower’s own rules come on top.', { ...PROCESS_LIMITS.hours })}
          error={errors.untilTime}
        >
          <TextInput
            type="time"
            value={value.untilTime}
            min={PROCESS_LIMITS.hours.from}
            max={PROCESS_LIMITS.hours.to}
            onChange={(untilTime) => change({ untilTime })}
          />
        </Field>
        <Field label={t('Attempts at a number')} error={errors.maxAttempts}>
          <NumberInput value={value.maxAttempts} onChange={(maxAttempts) => change({ maxAttempts })} />
        </Field>
        {RETRIED.map((result) => (
          <Field key={result} label={retryWords()[result]} error={errors[`retry.${result}`]}>
            <NumberInput
              value={value.retry[result]}
              onChange={(minutes) => change({ retry: { ...value.retry, [result]: minutes } })}
            />
          </Field>
        ))}
      </FieldGrid>
      {withAgents && (
        <Field
          label={t('Agents')}
          hint={t('They are dialed for while they are ready; each works one process.')}
          error={firstOf('agentIds')}
          group
        >
          <MultiSelect
            label={t('Agents')}
            value={value.agentIds}
            onChange={(agentIds) => change({ agentIds: [...agentIds] })}
            options={agents}
          />
        </Field>
      )}
    </Stack>
  );
}
