/** The settings of a process as they are typed, and what they come to. */
import { createProcess, type Process } from '../../../core/contract/predictive';
import { NEW_PROCESS, PROCESS_LIMITS, RETRIED } from '../../../core/domain/predictive';
import { t } from '../../i18n';
import { TextInput } from '../../ui';
import { type FieldRow, type FormSection, type TypedBody, typedOf } from '../forms';
import { modeWords } from './words';

/** Queries that show processes, by the first of their key. */
export const PROCESSES = ['processes', 'dial-lists'];

/** `callerIds` with commas between them. */
export type TypedProcess = Omit<TypedBody<typeof createProcess>, 'id' | 'callerIds'> & { callerIds: string };

export function typedProcess(process?: Process): TypedProcess {
  const { id: _, ...typed } = typedOf(createProcess, process ?? NEW_PROCESS);
  return {
    ...typed,
    portfolioId: process?.portfolio.id ?? '',
    callerIds: (process ?? NEW_PROCESS).callerIds.join(', '),
    agentIds: process?.agents.map(({ id }) => id) ?? [],
  };
}

export const processBody = ({ callerIds }: TypedProcess) => ({ callerIds: callerIds.split(/[\s,;]+/).filter(Boolean) });

export const isUnready = ({ name, portfolioId }: TypedProcess) => name.trim() === '' || portfolioId === '';

const retryWords = (): Record<(typeof RETRIED)[number], string> => ({
  'no-answer': t('After no answer, minutes'),
  busy: t('After busy, minutes'),
  dropped: t('After a dropped call, minutes'),
  error: t('After an error, minutes'),
});

export interface ProcessChoices {
  portfolios: { id: string; name: string }[];
  agents: { id: string; name: string; process: string | null }[];
}

function agentOptions(agents: ProcessChoices['agents'], process: Process | undefined) {
  const known = new Set(agents.map(({ id }) => id));
  return [
    ...agents.map(({ id, name, process: other }) => ({
      value: id,
      label: name,
      ...(other !== null && other !== process?.name && { hint: other }),
    })),
    // Put there by somebody else.
    ...(process?.agents ?? []).filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** `process` is the one that is changed, whose portfolio stays. */
export function processSections(
  { mode }: TypedProcess,
  choices: ProcessChoices | undefined,
  withAgents: boolean,
  process?: Process,
): (FormSection<TypedProcess> | false)[] {
  const plain = (label: string, hint?: string): FieldRow => ({ label, required: 'unsaid', ...(hint && { hint }) });
  const hours = { min: PROCESS_LIMITS.hours.from, max: PROCESS_LIMITS.hours.to };
  const ahead = mode === 'predictive';
  return [
    {
      beside: true,
      fields: {
        name: { label: t('Name') },
        portfolioId: {
          label: t('Portfolio'),
          options: choices?.portfolios.map(({ id, name }) => ({ value: id, label: name })) ?? [],
          input: { placeholder: choices ? t('Choose') : t('Loading') },
          ...(process && {
            draw: () => <TextInput value={process.portfolio.name} onChange={() => undefined} disabled />,
          }),
        },
        mode: {
          ...plain(
            t('Mode'),
            ahead
              ? t('Dials ahead of the agents, as far as the drop cap lets it.')
              : t('One call at a time for each agent who waits.'),
          ),
          words: (one) => modeWords()[one === 'progressive' ? one : 'predictive'],
        },
        callerIds: {
          ...plain(t('Caller ids'), t('What the borrower sees; several with commas. The dialer’s own when empty.')),
          kind: 'text',
          input: { inputMode: 'tel' },
        },
        maxLevel: ahead && plain(t('Lines for each waiting agent'), t('1 to 3')),
        dropPercent: ahead && plain(t('Drop cap, %'), t('Answered calls of a day that may find no agent.')),
        fromTime: { ...plain(t('Calls from')), input: hours },
        untilTime: {
          ...plain(
            t('Calls until'),
            t('Within {from} and {to}; each borrower’s own rules come on top.', { ...PROCESS_LIMITS.hours }),
          ),
          input: hours,
        },
        maxAttempts: plain(t('Attempts at a number')),
        priority: plain(t('Priority'), t('1 to 9: agents who chose no process work the lowest number first.')),
        ...Object.fromEntries(RETRIED.map((result) => [`retry.${result}`, plain(retryWords()[result])])),
      },
    },
    withAgents && {
      fields: {
        agentIds: {
          ...plain(t('Agents'), t('They are dialed for while they are ready; each works one process.')),
          options: agentOptions(choices?.agents ?? [], process),
        },
      },
    },
  ];
}
