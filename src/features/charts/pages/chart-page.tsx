/** /data-visualization/new and /data-visualization/edit?id=: a chart in its form, drawn below while it is made. */
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Chart, createChart, oneChart, updateChart } from '../../../../core/contract/charts';
import {
  CHART_DAYS,
  CHART_KINDS,
  CHART_ROLES,
  CHART_STEPS,
  type ChartShape,
  chartColumn,
  chartFaults,
  dimensionsOf,
  isTime,
  LINES,
  measuresOf,
} from '../../../../core/domain/charts';
import { roleLabel } from '../../../../core/domain/roles';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, EmptyState, LinkButton, Row, Skeleton, showToast } from '../../../ui';
import { ConfirmDialog, DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { EntityForm, type FormSection } from '../../forms';
import { columnLabel } from '../../reports';
import { ChartCard } from '../components/chart-card';
import { useChart, useDeleteChart, usePreview } from '../queries';
import { daysWords, kindWords, measureWords, REPORT_CHOICES, reportWords, sentenceOf, stepWords } from '../words';

type Values = ChartShape & Pick<Chart, 'name' | 'categories'>;

const BLANK: Values = {
  ...{ name: '', categories: [], kind: 'bars', report: 'calls', measure: LINES, how: 'sum', by: 'agent' },
  ...{ split: null, step: 'day', days: 'last-30', most: 10 },
};

/** What fits another report or kind stays; what does not begins anew. */
function fitting(values: Values): Partial<Values> {
  const wanted = dimensionsOf(values.report).filter((column) => values.kind !== 'line' || isTime(column));
  const wants = values.kind !== 'number';
  const by = wants ? (wanted.find(({ id }) => id === values.by) ?? wanted[0])?.id : undefined;
  const split = ['heat', 'line', 'table'].includes(values.kind) && values.split !== by ? values.split : null;
  const known = values.measure === LINES || measuresOf(values.report).some(({ id }) => id === values.measure);
  return {
    by: by ?? null,
    split: dimensionsOf(values.report).some(({ id }) => id === split) ? split : null,
    ...(!known && { measure: LINES, how: 'sum' }),
  };
}

function sections(values: Values): FormSection<Values>[] {
  const { report, kind, by } = values;
  const choices = (columns: ReturnType<typeof dimensionsOf>) =>
    columns.map((column) => ({ value: column.id, label: columnLabel(column.id) }));
  const column = chartColumn(report, by);
  const second = kind === 'heat' || kind === 'line' || kind === 'table';
  return [
    {
      beside: true,
      fields: {
        name: { label: t('Name'), hint: t('For example: {sentence}', { sentence: sentenceOf(values) }) },
        kind: {
          label: t('Kind'),
          required: 'unsaid',
          options: CHART_KINDS.map((value) => ({ value, label: kindWords(value) })),
          with: (next) => fitting({ ...values, kind: next as Values['kind'] }),
        },
        report: {
          label: t('Report'),
          required: 'unsaid',
          options: REPORT_CHOICES.map((value) => ({ value, label: reportWords(value) })),
          with: (next) => fitting({ ...values, report: next as Values['report'] }),
        },
        days: {
          label: t('Days'),
          required: 'unsaid',
          options: CHART_DAYS.map((value) => ({ value, label: daysWords(value) })),
        },
        measure: {
          label: t('What is measured'),
          kind: 'choice',
          required: 'unsaid',
          options: [LINES, ...measuresOf(report).map(({ id }) => id)].map((value) => ({
            value,
            label: measureWords(report, value),
          })),
          with: (next) => (next === LINES ? { how: 'sum' } : {}),
        },
        how: values.measure !== LINES && {
          label: t('How'),
          required: 'unsaid',
          options: [
            { value: 'sum', label: t('Added up') },
            { value: 'average', label: t('Average of a line') },
          ],
        },
        by: kind !== 'number' && {
          label: t('Told apart by'),
          kind: 'choice',
          required: 'unsaid',
          options: choices(dimensionsOf(report).filter((one) => kind !== 'line' || isTime(one))),
        },
        step: column !== undefined &&
          isTime(column) && {
            label: t('Time goes'),
            required: 'unsaid',
            options: CHART_STEPS.map((value) => ({ value, label: stepWords(value) })),
          },
        split: second && {
          label: t('And by'),
          kind: 'choice',
          required: 'unsaid',
          none: t('Nothing else'),
          options: choices(dimensionsOf(report).filter(({ id }) => id !== by)),
        },
        most: kind !== 'number' && {
          label: t('At most so many are shown'),
          required: 'unsaid',
        },
        categories: {
          label: t('Shown to'),
          required: 'unsaid',
          hint: t('On their home, over the lines that they may see. To nobody while you try it out.'),
          options: CHART_ROLES.map((value) => ({ value, label: roleLabel(value) })),
        },
      },
    },
  ];
}

const valuesOf = ({ id: _, version: __, updatedBy: ___, updatedAt: ____, ...values }: Chart): Values => values;

function Preview({ values }: { values: Values }) {
  const { data, error, refetch } = usePreview(shapeOf(values));
  const chart: Chart = { ...values, ...data?.shape, id: '', version: 0, updatedBy: null, updatedAt: '' };
  return <ChartCard chart={chart} asked={{ data: data?.figures, error, refetch }} />;
}

const shapeOf = ({ name: _, categories: __, most, ...shape }: Values): ChartShape => ({ ...shape, most: Number(most) });

function ChartForm({ chart }: { chart?: Chart }) {
  const navigate = useNavigate();
  const { id = '', version = 0 } = chart ?? {};
  return (
    <EntityForm
      at="page"
      draft={`chart.${id || 'new'}`}
      label={chart ? t('Edit Data Visualization') : t('New Data Visualization')}
      to={chart ? updateChart : createChart}
      {...(chart && { params: { id }, version })}
      values={chart ? valuesOf(chart) : BLANK}
      sections={sections}
      check={(values) => chartFaults(shapeOf(values))}
      {...(chart && { newest: { from: oneChart, record: (one: Chart) => one, values: valuesOf } })}
      again={['charts']}
      send={t('Save chart')}
      below={(values) => <Preview values={values} />}
      onStored={() => {
        showToast(t('Chart saved'), { tone: 'saved' });
        navigate(deskPaths.charts());
      }}
    />
  );
}

function DeleteChart({ chart }: { chart: Chart }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteChart();
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('Delete')}</Button>
      {asking && (
        <ConfirmDialog
          danger
          title={t('Delete the chart {name}?', { name: chart.name })}
          confirm={t('Delete chart')}
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(chart.id, { onSuccess: () => navigate(deskPaths.charts()) })}
        >
          {t('It goes from every home that shows it. The report stays.')}
        </ConfirmDialog>
      )}
    </>
  );
}

export default function ChartPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const editing = location.pathname.endsWith('/edit');
  const { data, error, refetch } = useChart(editing ? id : '');
  const all = <LinkButton to={deskPaths.charts()}>{t('See all charts')}</LinkButton>;
  return (
    <DeskPage>
      <Row apart>
        <DeskTitle>{editing ? t('Edit Data Visualization') : t('New Data Visualization')}</DeskTitle>
        <Row gap="2">
          {data && <DeleteChart chart={data} />}
          {all}
        </Row>
      </Row>
      {!editing && <ChartForm />}
      {editing && id === '' && (
        <EmptyState icon="search" title={t('Which chart?')} action={all}>
          {t('Choose one from the list to change it.')}
        </EmptyState>
      )}
      {editing && id !== '' && !data && !error && <Skeleton lines={8} height="2rem" />}
      {editing && !data && error && (
        <ProblemState problem={problemOf(error)} retry={() => void refetch()} action={all} />
      )}
      {editing && data && <ChartForm key={`${data.id} ${data.version}`} chart={data} />}
    </DeskPage>
  );
}
