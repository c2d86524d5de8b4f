/** A chart in its card: its title says what it shows, and a press turns it into a table. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chart, ChartFigures } from '../../../../core/contract/charts';
import { formatDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, Card, Heading, Row, Skeleton, Stack, Text } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { daysWords, sentenceOf } from '../words';
import { Drawing, FigureTable } from './drawing';

export interface AskedFigures extends Pick<UseQueryResult, 'error' | 'refetch'> {
  data: ChartFigures | undefined;
}

export function ChartCard({ chart, asked }: { chart: Chart; asked: AskedFigures }) {
  const [asTable, setAsTable] = useState(false);
  const { data, error, refetch } = asked;
  const tabled = chart.kind === 'table' || chart.kind === 'heat' || chart.kind === 'number';
  return (
    <Card padding="4" as="section" aria-label={chart.name || sentenceOf(chart)}>
      <Stack gap="3" minHeight="9rem" minWidth="0">
        <Row apart gap="3">
          <Stack gap="0">
            <Heading size="title">{chart.name || sentenceOf(chart)}</Heading>
            <Text size="small" tone="muted">
              {daysWords(chart.days)}
              {data && ` · ${formatDay(data.from)} – ${formatDay(data.to)}`}
            </Text>
          </Stack>
          {data && !tabled && data.keys.length > 0 && (
            <Button small look="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? t('As a chart') : t('As a table')}
            </Button>
          )}
        </Row>
        {!data && !error && <Skeleton lines={4} />}
        {!data && error && <ProblemState problem={problemOf(error)} retry={() => void refetch()} />}
        {data && (asTable ? <FigureTable chart={chart} figures={data} /> : <Drawing chart={chart} figures={data} />)}
      </Stack>
    </Card>
  );
}
