/** One figure of the insights with the rows behind it, or why they cannot be opened. */
import type { ReactNode } from 'react';
import {
  cohortCurves,
  INSIGHT_FIGURES,
  type InsightCell,
  type InsightFigure,
  WEEKDAYS,
} from '../../../../core/domain/insights';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Card, Heading, Link, Stack, Text } from '../../../ui';
import { Curves, SmallTable, Tint } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { figureWords, keyWords, measured, STEPS, shareOf, stepWords } from '../words';

interface Drawn {
  figure: InsightFigure;
  cells: readonly InsightCell[];
}

const linked = { color: 'var(--c-accent)', textDecoration: 'underline' };

/** The rows behind a figure: calls, promises or loans of the same scope. */
function Behind({ figure, from, to }: { figure: InsightFigure; from: string; to: string }): ReactNode {
  const { profile } = useSignedIn();
  if (figure === 'bounce' || figure === 'cohort')
    return t('No list of loans goes by it, so that its rows cannot be opened from here.');
  if (figure === 'promise')
    return mayEnter(profile.role, routeOf('loans')) ? (
      <Link to={deskPaths.loans({ ptp: 'broken' })} style={linked}>
        {t('Loans with a broken promise')}
      </Link>
    ) : (
      t('No list of loans is open to your role, so that its rows cannot be opened.')
    );
  return (
    <Link to={deskPaths.dailyCalls({ from, to })} style={linked}>
      {t('The calls of these days')}
    </Link>
  );
}

function Hours({ figure, cells }: Drawn) {
  const hours = [...new Set(cells.map(({ at }) => at))].sort((a, b) => a - b);
  const most = Math.max(1, ...cells.map(({ second }) => second));
  return (
    <SmallTable
      label={figureWords(figure)}
      rows={WEEKDAYS}
      keyOf={(day) => day}
      columns={[
        { label: t('Day'), cell: (day) => keyWords(figure, day) },
        ...hours.map((hour) => ({
          label: `${String(hour).padStart(2, '0')}:00`,
          num: true,
          cell: (day: string) => {
            const cell = cells.find(({ key, at }) => key === day && at === hour);
            return cell ? <Tint share={cell.second / most}>{`${cell.second} / ${cell.base}`}</Tint> : '–';
          },
        })),
      ]}
    />
  );
}

function Cohorts({ figure, cells }: Drawn) {
  const curves = cohortCurves(cells);
  const percent = (share: number | null | undefined) =>
    share === null || share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;
  const last = (shares: readonly (number | null)[]) => shares.filter((one) => one !== null).at(-1);
  return (
    <Stack gap="3">
      <Curves
        label={figureWords(figure)}
        ends={[stepWords(0), stepWords(STEPS.length - 1)]}
        curves={curves.map(({ key, shares }) => ({
          key,
          name: keyWords(figure, key),
          value: percent(last(shares)),
          points: STEPS.flatMap((at) => shares[at] ?? []),
        }))}
      />
      <SmallTable
        label={figureWords(figure)}
        rows={curves}
        keyOf={({ key }) => key}
        columns={[
          { label: t('Month'), cell: ({ key }) => keyWords(figure, key) },
          {
            label: t('Principal'),
            num: true,
            cell: ({ principal }) => measured(figure, { ...NOTHING, base: principal }, 0),
          },
          ...STEPS.map((at) => ({
            label: stepWords(at),
            num: true,
            cell: ({ shares }: (typeof curves)[number]) => percent(shares[at]),
          })),
        ]}
      />
    </Stack>
  );
}
const NOTHING: InsightCell = { key: '', at: 0, base: 0, first: 0, second: 0 };

function Keys({ figure, cells }: Drawn) {
  const { profile } = useSignedIn();
  const places = figure === 'pincode' && mayEnter(profile.role, routeOf('loans'));
  const { measures, unit } = INSIGHT_FIGURES[figure];
  return (
    <SmallTable
      label={figureWords(figure)}
      rows={cells}
      keyOf={({ key }) => key}
      columns={[
        {
          label: t('Of what'),
          cell: ({ key }) =>
            places && /^\d{6}$/.test(key) ? (
              <Link to={deskPaths.loans({ by: 'pincode', key, group: key })} style={linked}>
                {key}
              </Link>
            ) : (
              keyWords(figure, key)
            ),
        },
        ...([0, 1, 2] as const).map((place) => ({
          label: t(measures[place]),
          num: true,
          cell: (cell: InsightCell) =>
            place > 0 && unit === 'number'
              ? `${measured(figure, cell, place)} · ${shareOf(place === 1 ? cell.first : cell.second, cell.base)}`
              : measured(figure, cell, place),
        })),
      ]}
    />
  );
}

export function FigureCard({ figure, cells, from, to }: Drawn & { from: string; to: string }) {
  const Kind = figure === 'hour' ? Hours : figure === 'cohort' ? Cohorts : Keys;
  return (
    <Card padding="4" as="section" aria-label={figureWords(figure)}>
      <Stack gap="3" minWidth="0">
        <Stack gap="0">
          <Heading size="title">{figureWords(figure)}</Heading>
          <Text size="small" tone="muted">
            {t(INSIGHT_FIGURES[figure].formula)}
          </Text>
        </Stack>
        {cells.length === 0 ? (
          <Text tone="muted">{t('Nothing of yours in these days.')}</Text>
        ) : (
          <Kind figure={figure} cells={cells} />
        )}
        <Text size="small" tone="muted">
          <Behind {...{ figure, from, to }} />
        </Text>
      </Stack>
    </Card>
  );
}
