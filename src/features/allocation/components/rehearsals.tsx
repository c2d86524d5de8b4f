/** Rehearsing the rules, and the rehearsals and commits of before with one of them open. */
import { useState } from 'react';
import { dayOf } from '../../../../core/domain/dates';
import { addMonths } from '../../../../core/domain/working-days';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, EmptyState, Row, Select, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote, ProblemState, useListAddress } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { allocationSet, isAtWork, type Rehearsal, useRunActions, useRuns } from '../queries';
import { Beside } from './beside';
import { RunTable } from './run-table';
import { RunView } from './run-view';

export function Rehearsals() {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const rules = allocationSet.useRules();
  const runs = useRuns('runs');
  const versions = allocationSet.useVersions();
  const { rehearse } = useRunActions();
  const chosen = address.get('run') ?? runs.data?.[0]?.id ?? '';
  const beside = address.get('beside') ?? '';
  const [version, setVersion] = useState('');
  const last = addMonths(dayOf(Date.now(), zone), -1).slice(0, 7);
  const open = (run: string) => setAddress({ run }, { replace: true });
  const begin = (of: Rehearsal) =>
    rehearse.mutate(
      { ...of, ...(version !== '' && { version: Number(version) }) },
      { onSuccess: ({ id }) => open(id) },
    );
  const problem = problemOf(runs.error);
  const none = rules.data !== undefined && rules.data.rules.length === 0;
  return (
    <Stack gap="4" minWidth="0">
      <Row apart gap="3" flexWrap="wrap">
        <Text>{t('A rehearsal shows what the rules would change. It changes nothing itself.')}</Text>
        <Row gap="3" flexWrap="wrap">
          {versions.data && versions.data.length > 1 && (
            <Select
              aria-label={t('Version of the rules')}
              value={version}
              placeholder={t('The newest rules')}
              onChange={setVersion}
              options={versions.data.map((one) => ({
                value: String(one.version),
                label: t('Version {version}', { version: one.version }),
              }))}
            />
          )}
          <Button disabled={none || rehearse.isPending} onClick={() => begin({ month: last })}>
            {t('Replay {month}', { month: monthWords(`${last}-01`) })}
          </Button>
          <Button look="primary" busy={rehearse.isPending} disabled={none} onClick={() => begin({})}>
            {t('Rehearse the rules')}
          </Button>
        </Row>
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
      {chosen !== '' && beside !== '' && <Beside id={chosen} other={beside} />}
      {chosen !== '' && <RunView key={chosen} id={chosen} />}
      {runs.data && runs.data.length > 1 && (
        <RunTable
          runs={runs.data}
          when={t('Rehearsed at')}
          chosen={chosen}
          onOpen={open}
          columns={[{ label: t('Version of the rules'), num: true, cell: ({ rulesVersion }) => rulesVersion }]}
          beside={(run) => (
            <Button
              small
              disabled={run.id === chosen || isAtWork(run.state)}
              aria-pressed={run.id === beside}
              onClick={() => setAddress({ run: chosen, beside: run.id === beside ? '' : run.id }, { replace: true })}
            >
              {t('Beside it')}
            </Button>
          )}
        />
      )}
    </Stack>
  );
}
