/** Which loans go to which agencies, in which parts and until when; it is rehearsed before anything is given. */
import type { AllocationRule } from '../../../../core/domain/allocation';
import { ruleFaults } from '../../../../core/domain/allocation';
import { dayOf } from '../../../../core/domain/dates';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, Card, DayInput, Field, Heading, Row, Skeleton, Stack, Text, TextArea, TextInput } from '../../../ui';
import { DraftNote, MultiSelect, ProblemNote, ProblemState, TickList, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useCounts, useRuleChoices, useRunActions } from '../queries';
import { ALLOCATION_ASKS, isUnfinished, newRule, withShares } from '../rule-edit';
import { countWords, faultWords } from '../words';
import { ConditionEditor } from './condition-editor';
import { Shares } from './shares';

interface Asked {
  rule: AllocationRule;
  recallOn: string;
  reason: string;
}
const fresh = (): Asked => ({
  rule: withShares({ ...newRule(''), kind: 'agency', method: 'share', target: { of: 'chosen', ids: [] } }),
  recallOn: '',
  reason: '',
});

export function GiveToAgencies({ onRehearsed }: { onRehearsed: (run: string) => void }) {
  const zone = useZone();
  const choices = useRuleChoices();
  const draft = useDraft<Asked>('agency-allocation', fresh());
  const { agencies } = useRunActions();
  const { rule, recallOn, reason } = draft.value;
  const counts = useCounts([rule.condition]);
  if (!choices.data)
    return choices.error ? (
      <ProblemState problem={problemOf(choices.error)} retry={choices.refetch} />
    ) : (
      <Skeleton lines={6} />
    );
  const options = choices.data.agencies.map(({ id, name }) => ({ value: id, label: name }));
  const put = (next: AllocationRule) => draft.set({ ...draft.value, rule: withShares(next) });
  const fault = ruleFaults([rule]).get(rule.id);
  const over = recallOn !== '' && recallOn < dayOf(Date.now(), zone);
  const problem = isUnfinished(rule)
    ? t('Something is not filled in yet')
    : over
      ? t('This day is over')
      : fault && faultWords(fault);
  const rehearse = () =>
    agencies.mutate(
      { rule, recallOn: recallOn || null, reason },
      {
        onSuccess: ({ id }) => {
          draft.discard();
          onRehearsed(id);
        },
      },
    );
  return (
    <Card padding="4">
      <Stack gap="5">
        {draft.changedAt !== undefined && <DraftNote at={draft.changedAt} zone={zone} onDiscard={draft.discard} />}
        {agencies.error && <ProblemNote problem={failedWrite(agencies.error)} />}
        <Field label={t('What it is called')} required>
          <TextInput value={rule.name} maxLength={120} onChange={(name) => put({ ...rule, name })} />
        </Field>
        <Stack gap="3">
          <Heading size="title">{t('Which loans')}</Heading>
          <ConditionEditor
            condition={rule.condition}
            asks={ALLOCATION_ASKS}
            choices={choices.data}
            onChange={(condition) => put({ ...rule, condition })}
          />
          <Text size="small" tone="muted">
            {countWords(counts.data?.matching[0], counts.data)}
          </Text>
        </Stack>
        <Field label={t('Which agencies')} group>
          <MultiSelect
            label={t('Which agencies')}
            options={options}
            value={rule.target.ids}
            onChange={(ids) => put({ ...rule, target: { of: 'chosen', ids } })}
            placeholder={t('Choose')}
          />
        </Field>
        <Shares rule={rule} options={options} onChange={put} />
        <TickList
          searchFrom={Number.POSITIVE_INFINITY}
          options={[{ value: 'keep', label: t('Whoever has a loan keeps it, while there is room') }]}
          value={rule.keepPresent ? ['keep'] : []}
          onChange={(ticked) => put({ ...rule, keepPresent: ticked.length > 0 })}
        />
        <Field label={t('Last day with the agency')} hint={t('On the day after it goes back by itself')} optional>
          <DayInput value={recallOn} onChange={(day) => draft.set({ ...draft.value, recallOn: day })} />
        </Field>
        <Field label={t('Reason')} optional>
          <TextArea value={reason} maxLength={300} onChange={(text) => draft.set({ ...draft.value, reason: text })} />
        </Field>
        <Row gap="3" flexWrap="wrap">
          <Button look="primary" busy={agencies.isPending} disabled={problem !== undefined} onClick={rehearse}>
            {t('Rehearse it')}
          </Button>
          {problem && draft.changedAt !== undefined && <Text tone="danger">{problem}</Text>}
        </Row>
      </Stack>
    </Card>
  );
}
