/** Of which month the board is and how old it is, a count that runs, and questions that wait for an answer. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { boardList } from '../../../../core/contract/leaderboard';
import { addDays, formatDateTime, formatDay } from '../../../../core/domain/dates';
import type { DataOf } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, Row, Text } from '../../../ui';
import { JobProgress } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { BOARD } from '../queries';

const LOOK_MS = 2000;

export function BoardAge({
  data,
  picker,
  count,
  onMonth,
}: {
  data: DataOf<typeof boardList> | undefined;
  picker: ReactNode;
  count: ReactNode;
  onMonth: (month: string) => void;
}) {
  const zone = useZone();
  const [waits] = data?.waiting ?? [];
  const counted = data?.counted;
  return (
    <>
      {waits && (
        <Banner
          tone="warn"
          title={t('A question about {month} waits for your answer', { month: monthWords(waits.month) })}
          action={
            <Button look="quiet" onClick={() => onMonth(waits.month)}>
              {t('Show that month')}
            </Button>
          }
        >
          {t('Open your row to read and answer it.')}
        </Banner>
      )}
      <Row apart gap="3">
        {picker}
        <Row gap="3">
          {data && (
            <Text size="small" tone="muted">
              {counted
                ? t('Up to the end of {day}, counted {when}', {
                    day: formatDay(addDays(counted.before, -1)),
                    when: formatDateTime(counted.at, zone),
                  })
                : t('This month was not counted')}
            </Text>
          )}
          {count}
        </Row>
      </Row>
      {data?.counting?.state === 'counting' && <Counting {...data.counting} />}
      {data?.counting?.state === 'failed' && (
        <Banner tone="danger" title={t('The last count did not come to its end')}>
          {t('What is shown is the one before. The next night counts again.')}
        </Banner>
      )}
    </>
  );
}

/** Looks again until it is over. */
function Counting({ done, total }: { done: number; total: number }) {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [BOARD] }), LOOK_MS);
    return () => clearInterval(timer);
  }, [client]);
  return <JobProgress label={t('Counting')} done={done} total={total} />;
}
