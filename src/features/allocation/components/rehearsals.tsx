/** Rehearsing the rules, and the rehearsals and commits of before with one of them open. */
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Card, DateText, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote, ProblemState, Table, TableScroll, useListAddress } from '../../../ui/kit';
import { useZone } from '../../session';
import { useRules, useRunActions, useRuns } from '../queries';
import { STATE_TONES, stateWords } from '../words';
import { outcomeWords, RunView } from './run-view';

export function Rehearsals() {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const rules = useRules();
  const runs = useRuns();
  const { rehearse } = useRunActions();
  const chosen = address.get('run') ?? runs.data?.[0]?.id ?? '';
  const open = (run: string) => setAddress({ run }, { replace: true });
  const problem = problemOf(runs.error);
  const none = rules.data !== undefined && rules.data.rules.length === 0;
  return (
    <Stack gap="4" minWidth="0">
      <Row apart gap="3" flexWrap="wrap">
        <Text>{t('A rehearsal shows what the rules would change. It changes nothing itself.')}</Text>
        <Button
          look="primary"
          busy={rehearse.isPending}
          disabled={none}
          onClick={() => rehearse.mutate(undefined, { onSuccess: ({ id }) => open(id) })}
        >
          {t('Rehearse the rules')}
        </Button>
      </Row>
      {rehearse.error && <ProblemNote problem={failedWrite(rehearse.error)} />}
      {problem && !runs.data && <ProblemState problem={problem} />}
      {!runs.data && !problem && <Skeleton lines={5} />}
      {runs.data?.length === 0 && (
        <EmptyState title={t('Nothing was rehearsed yet')}>
          {none
            ? t('There is no rule yet. An administrator writes the first one.')
            : t('Rehearse the rules to see what they would change.')}
        </EmptyState>
      )}
      {chosen !== '' && <RunView key={chosen} id={chosen} />}
      {runs.data && runs.data.length > 1 && (
        <Card>
          <TableScroll>
            <Table stacks>
              <thead>
                <tr>
                  <th>{t('Rehearsed at')}</th>
                  <th>{t('By')}</th>
                  <th className="num">{t('Version of the rules')}</th>
                  <th>{t('State')}</th>
                  <th>{t('Outcome')}</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {runs.data.map((run) => (
                  <tr key={run.id} data-open={run.id === chosen || undefined}>
                    <td data-label={t('Rehearsed at')}>
                      <DateText value={run.createdAt} time zone={zone} />
                    </td>
                    <td data-label={t('By')}>{run.madeBy ?? '–'}</td>
                    <td className="num" data-label={t('Version of the rules')}>
                      {run.rulesVersion}
                    </td>
                    <td data-label={t('State')}>
                      <Badge tone={STATE_TONES[run.state]}>{stateWords(run.state)}</Badge>
                    </td>
                    <td data-label={t('Outcome')}>{outcomeWords(run)}</td>
                    <td>
                      <Button small disabled={run.id === chosen} onClick={() => open(run.id)}>
                        {t('Show')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </TableScroll>
        </Card>
      )}
    </Stack>
  );
}
