/** /post-allocation and /new-post-allocation: what became of the loans that rules or people gave as a job. */

import { formatDateTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { ChipChoice, EmptyState, Field, LinkButton, Row, Select, Skeleton, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState, useListAddress } from '../../../ui/kit';
import { useZone } from '../../session';
import { Outcomes, type OutcomesBy } from '../components/outcomes';
import { outcomeWords } from '../components/run-view';
import { useRuns } from '../queries';

export default function PostAllocationPage() {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const byRules = useRuns('runs');
  const byHand = useRuns('hand');
  const problem = problemOf(byRules.error ?? byHand.error);
  const given =
    byRules.data &&
    byHand.data &&
    [...byRules.data, ...byHand.data]
      .filter((run) => run.given > run.restored)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const run = address.get('run') ?? given?.[0]?.id ?? '';
  const by: OutcomesBy = address.get('by') === 'rule' ? 'rule' : 'holder';
  return (
    <DeskPage>
      <Stack gap="4" minWidth="0">
        <Row apart gap="3" flexWrap="wrap">
          <DeskTitle>{t('Post Allocation')}</DeskTitle>
          <ChipChoice<OutcomesBy>
            label={t('What to show')}
            value={by}
            onChange={(next) => setAddress({ run, by: next }, { replace: true })}
            options={[
              { value: 'holder', label: t('By holder') },
              { value: 'rule', label: t('By rule') },
            ]}
          />
        </Row>
        {problem && !given && <ProblemState problem={problem} />}
        {!given && !problem && <Skeleton lines={5} />}
        {given?.length === 0 && (
          <EmptyState
            title={t('Nothing was given as a job yet')}
            action={<LinkButton to={deskPaths.ruleLoans()}>{t('Rule Engine Loans')}</LinkButton>}
          />
        )}
        {given && given.length > 0 && (
          <>
            <Field label={t('Allocation')}>
              <Select
                value={run}
                onChange={(next) => setAddress({ run: next, by }, { replace: true })}
                options={given.map((one) => ({
                  value: one.id,
                  label: [
                    formatDateTime(one.createdAt, zone),
                    one.hand ? (one.hand.to ?? t('By hand')) : t('Rules, version {n}', { n: one.rulesVersion }),
                    outcomeWords(one),
                  ].join(' · '),
                }))}
              />
            </Field>
            <Outcomes key={run} run={run} by={by} />
            <Text size="small" tone="muted">
              {t(
                'Counted since each loan was given. Work and payments of anybody count, as an agency’s people work its loans.',
              )}
            </Text>
          </>
        )}
      </Stack>
    </DeskPage>
  );
}
