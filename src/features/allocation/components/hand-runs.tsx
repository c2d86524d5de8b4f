/** What was given by hand as jobs: everything that matched a filter, and lists of numbers, with one of them open. */
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Card, DateText, EmptyState, Skeleton, Stack } from '../../../ui';
import { ProblemState, Table, TableScroll, useListAddress } from '../../../ui/kit';
import { useZone } from '../../session';
import { useHandRuns } from '../queries';
import { STATE_TONES, stateWords } from '../words';
import { outcomeWords, RunView } from './run-view';

export function HandRuns() {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const runs = useHandRuns();
  const problem = problemOf(runs.error);
  if (problem && !runs.data) return <ProblemState problem={problem} />;
  if (!runs.data) return <Skeleton lines={5} />;
  if (runs.data.length === 0)
    return (
      <EmptyState title={t('Nothing was given as a job yet')}>
        {t('Choose loans in the list, or give them by their numbers.')}
      </EmptyState>
    );
  const chosen = address.get('run') ?? '';
  return (
    <Stack gap="4" minWidth="0">
      {chosen !== '' && <RunView key={chosen} id={chosen} />}
      <Card>
        <TableScroll>
          <Table stacks>
            <thead>
              <tr>
                <th>{t('When')}</th>
                <th>{t('By')}</th>
                <th>{t('Loans')}</th>
                <th>{t('Given to')}</th>
                <th>{t('State')}</th>
                <th>{t('Outcome')}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {runs.data.map((run) => (
                <tr key={run.id} data-open={run.id === chosen || undefined}>
                  <td data-label={t('When')}>
                    <DateText value={run.createdAt} time zone={zone} />
                  </td>
                  <td data-label={t('By')}>{run.madeBy ?? '–'}</td>
                  <td data-label={t('Loans')}>{run.hand?.fileName ?? t('All that matched a filter')}</td>
                  <td data-label={t('Given to')}>{run.hand?.to ?? '–'}</td>
                  <td data-label={t('State')}>
                    <Badge tone={STATE_TONES[run.state]}>{stateWords(run.state)}</Badge>
                  </td>
                  <td data-label={t('Outcome')}>{outcomeWords(run)}</td>
                  <td>
                    <Button
                      small
                      disabled={run.id === chosen}
                      onClick={() => setAddress({ view: 'hand', run: run.id }, { replace: true })}
                    >
                      {t('Show')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      </Card>
    </Stack>
  );
}
