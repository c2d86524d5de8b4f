/** Rehearsing the rules, and the rehearsals and commits of before with one of them open. */
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote, ProblemState, useListAddress } from '../../../ui/kit';
import { allocationSet, useRunActions, useRuns } from '../queries';
import { RunTable } from './run-table';
import { RunView } from './run-view';

export function Rehearsals() {
  const [address, setAddress] = useListAddress();
  const rules = allocationSet.useRules();
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
        <RunTable
          runs={runs.data}
          when={t('Rehearsed at')}
          chosen={chosen}
          onOpen={open}
          columns={[{ label: t('Version of the rules'), num: true, cell: ({ rulesVersion }) => rulesVersion }]}
        />
      )}
    </Stack>
  );
}
