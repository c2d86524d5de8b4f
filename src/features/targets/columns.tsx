/** What the grid of targets shows of each. */
import type { Target } from '../../../core/contract/targets';
import { parseTarget, typedTarget } from '../../../core/domain/targets';
import { t } from '../../i18n';
import { Text } from '../../ui';
import { type Column, InlineEdit, personColumn, statusColumn } from '../../ui/kit';
import { aboutWords, metricWords, valueWords } from './target-words';

export interface Acts {
  save: (target: Target, value: number) => Promise<void>;
}

/** Behind the plan, on it, or not to be said: by the share of working days that are gone. */
function tone(percent: number | null, gone: number): 'paid' | 'warn' | 'danger' | undefined {
  if (percent === null) return undefined;
  if (percent >= 100 || percent >= gone) return 'paid';
  return percent >= gone - 15 ? 'warn' : 'danger';
}

const figure = (id: 'achieved' | 'drr' | 'projection', label: string): Column<Target> => ({
  id,
  label,
  end: true,
  cell: (row) => valueWords(row.metric, row[id]),
});

export function targetColumns(gone: number, { save }: Acts): Column<Target>[] {
  return [
    personColumn('name', t('For'), (row) => ({ name: row.name, detail: aboutWords(row) }), { sort: true }),
    // Both stand below the name; as columns they are there for whoever sorts by them.
    { id: 'metric', label: t('Metric'), hidden: true, sort: { by: 'metric' }, cell: (row) => metricWords(row.metric) },
    { id: 'bucket', label: t('Bucket'), hidden: true, cell: (row) => (row.bucket === 'any' ? t('Any') : row.bucket) },
    {
      id: 'target',
      label: t('Target'),
      end: true,
      sort: { by: 'target', first: 'desc' },
      cell: (row) =>
        row.mayEdit && !row.lockedAt ? (
          // A press on the value changes it; elsewhere on the row it opens the row.
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the keys and presses of the field from the row
          <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
            <InlineEdit
              label={t('Target of {name}', { name: `${row.name}, ${aboutWords(row)}` })}
              value={typedTarget(row.metric, row.target)}
              shown={valueWords(row.metric, row.target)}
              check={(typed) =>
                parseTarget(row.metric, typed) === undefined ? t('This is no value for this metric.') : undefined
              }
              onSave={(typed) => save(row, parseTarget(row.metric, typed) ?? row.target)}
            />
          </span>
        ) : (
          valueWords(row.metric, row.target)
        ),
    },
    figure('achieved', t('Achieved')),
    {
      id: 'percent',
      label: '%',
      end: true,
      cell: (row) => {
        if (row.percent === null) return '–';
        const how = tone(row.percent, gone);
        return (
          <Text as="span" strong {...(how && { tone: how })}>
            {row.percent} %
          </Text>
        );
      },
    },
    figure('drr', 'DRR'),
    figure('projection', t('Projection')),
    statusColumn('lock', t('State'), (row) =>
      row.lockedAt
        ? { words: t('Locked'), tone: 'blocked', icon: 'lock' }
        : { words: t('Not locked'), tone: 'neutral', icon: 'edit' },
    ),
  ];
}
