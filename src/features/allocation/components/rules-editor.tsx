/** The rules in their order, read aloud as sentences with how many loans each takes; written, ordered and saved by those who may. */
import { type DragEvent, useState } from 'react';
import { RULE_WRITERS, type RuleSet } from '../../../../core/contract/allocation';
import { type AllocationRule, ruleFaults } from '../../../../core/domain/allocation';
import { formatDateTime } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { failedWrite, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Button, Card, EmptyState, IconButton, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, DraftNote, ProblemNote, ProblemState, useDraft } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { type RuleChoices, useCounts, useRuleChoices, useRules, useSaveRules } from '../queries';
import { isUnfinished, moved, newRule, replaced, without } from '../rule-edit';
import { faultWords, ruleSentence } from '../words';
import { RuleFields } from './rule-fields';
import { Versions } from './versions';

interface Written {
  version: number;
  rules: AllocationRule[];
}

export function useMayWriteRules(): boolean {
  const role = parseRole(useSignedIn().profile.role.name);
  return RULE_WRITERS.some((one) => one === role);
}

const nameable = (choices: RuleChoices | undefined): Record<string, string> =>
  Object.fromEntries(
    choices
      ? [
          choices.clients,
          choices.portfolios,
          choices.agencies,
          choices.managers,
          choices.collectors,
          choices.fieldAgents,
        ].flatMap((list) => list.map(({ id, name }) => [id, name] as const))
      : [],
  );

/** Agencies that may receive loans are offered; one that is named all the same was stopped since. */
const namesStoppedAgency = (rule: AllocationRule, choices: RuleChoices | undefined): boolean =>
  choices !== undefined &&
  (rule.kind === 'agency' || rule.target.of === 'agency') &&
  rule.target.ids.some((id) => !choices.agencies.some((one) => one.id === id));

function countWords(
  count: number | undefined,
  looked: { lookedAt: number; whole: boolean; total: number } | undefined,
): string {
  if (count === undefined || !looked) return '';
  if (looked.whole && count === 0) return t('No loan matches now');
  if (looked.whole) return tn(count, '{n} loan', '{n} loans');
  if (looked.lookedAt === 0) return t('Too many loans to count here: the rehearsal counts them');
  return t('about {n} loans, by a sample of {looked}', {
    n: Math.round((count / looked.lookedAt) * looked.total).toLocaleString('en-IN'),
    looked: looked.lookedAt.toLocaleString('en-IN'),
  });
}

function RuleCard({
  rule,
  at,
  last,
  names,
  count,
  problem,
  choices,
  mayWrite,
  open,
  onOpen,
  onChange,
  onMove,
  onRemove,
}: {
  rule: AllocationRule;
  at: number;
  last: boolean;
  names: Record<string, string>;
  count: string;
  problem: string | undefined;
  choices: RuleChoices | undefined;
  mayWrite: boolean;
  open: boolean;
  onOpen: () => void;
  onChange: (rule: AllocationRule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const drag = {
    draggable: !open,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', String(at)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const from = Number(event.dataTransfer.getData('text/plain'));
      if (Number.isInteger(from)) onMove(from);
    },
  };
  return (
    <Card padding="4" {...(mayWrite && drag)}>
      <Stack gap="3">
        <Row apart gap="3" alignItems="flex-start" flexWrap="wrap">
          <Stack gap="1" flex="1 1 20rem" minWidth="0">
            <Row gap="2">
              <Text strong>
                {at + 1}. {rule.name}
              </Text>
              {!rule.active && <Badge tone="blocked">{t('switched off')}</Badge>}
            </Row>
            <Text>{ruleSentence(rule, names)}</Text>
            <Text size="small" tone={problem ? 'danger' : 'muted'}>
              {[problem, count].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
          {mayWrite && (
            <Row gap="1">
              <Button
                small
                disabled={at === 0}
                aria-label={t('Move {name} up', { name: rule.name })}
                onClick={() => onMove(at - 1)}
              >
                ↑
              </Button>
              <Button
                small
                disabled={last}
                aria-label={t('Move {name} down', { name: rule.name })}
                onClick={() => onMove(at + 1)}
              >
                ↓
              </Button>
              <Button small onClick={() => onChange({ ...rule, active: !rule.active })}>
                {rule.active ? t('Switch off') : t('Switch on')}
              </Button>
              <Button small aria-expanded={open} onClick={onOpen}>
                {open ? t('Close') : t('Edit')}
              </Button>
              <IconButton icon="close" label={t('Remove {name}', { name: rule.name })} onClick={onRemove} />
            </Row>
          )}
        </Row>
        {open && (choices ? <RuleFields rule={rule} choices={choices} onChange={onChange} /> : <Skeleton lines={4} />)}
      </Stack>
    </Card>
  );
}

function List({ set }: { set: RuleSet }) {
  const zone = useZone();
  const mayWrite = useMayWriteRules();
  const choices = useRuleChoices();
  const draft = useDraft<Written>('allocation.rules', { version: set.version, rules: set.rules });
  const save = useSaveRules();
  const [open, setOpen] = useState('');
  const [removing, setRemoving] = useState<number>();
  const rules = mayWrite ? draft.value.rules : set.rules;
  const put = (next: AllocationRule[]) => draft.set({ version: draft.value.version, rules: next });
  const counts = useCounts(rules.map(({ condition }) => condition));
  const faults = ruleFaults(rules);
  const names = { ...set.names, ...nameable(choices.data) };
  const problemOfRule = (rule: AllocationRule): string | undefined => {
    // A list without values contradicts everything, but its writer has only not come to it.
    if (isUnfinished(rule)) return t('Something is not filled in yet');
    const fault = faults.get(rule.id);
    if (fault) return faultWords(fault);
    return rule.active && namesStoppedAgency(rule, choices.data)
      ? t('It names an agency that is locked or switched off')
      : undefined;
  };
  const refused = rules.some((rule) => problemOfRule(rule) !== undefined);
  const changed = mayWrite && draft.changedAt !== undefined;

  async function keep() {
    try {
      await save.mutateAsync(draft.value);
      draft.discard();
      setOpen('');
      showToast(t('The rules are saved'), { tone: 'saved' });
    } catch {
      // Said above the rules; the draft stays.
    }
  }
  const add = () => {
    const rule = newRule(t('New rule'));
    put([...rules, rule]);
    setOpen(rule.id);
  };
  const gone = removing === undefined ? undefined : rules[removing];

  return (
    <Stack gap="4">
      {changed && draft.changedAt !== undefined && (
        <DraftNote
          at={draft.changedAt}
          zone={zone}
          onDiscard={() => {
            draft.discard();
            save.reset();
          }}
        />
      )}
      {save.error && <ProblemNote problem={failedWrite(save.error)} />}
      {rules.length === 0 && (
        <EmptyState title={t('No rules yet')}>
          {mayWrite
            ? t('Write the first one: which loans go to whom.')
            : t('An administrator writes them; then they can be rehearsed here.')}
        </EmptyState>
      )}
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          at={at}
          last={at === rules.length - 1}
          names={names}
          count={countWords(counts.data?.matching[at], counts.data)}
          problem={problemOfRule(rule)}
          choices={choices.data}
          mayWrite={mayWrite}
          open={open === rule.id}
          onOpen={() => setOpen(open === rule.id ? '' : rule.id)}
          onChange={(next) => put(replaced(rules, at, next))}
          onMove={(other) => put(Math.abs(other - at) === 1 ? moved(rules, at, other) : moved(rules, other, at))}
          onRemove={() => setRemoving(at)}
        />
      ))}
      {mayWrite && (
        <Row gap="3" flexWrap="wrap">
          <Button onClick={add}>{t('Add a rule')}</Button>
          <Button look="primary" busy={save.isPending} disabled={!changed || refused} onClick={() => void keep()}>
            {t('Save the rules')}
          </Button>
          <Versions onChoose={put} />
        </Row>
      )}
      {set.savedAt && (
        <Text size="small" tone="muted">
          {t('Version {version}, saved by {name} on {time}', {
            version: set.version,
            name: set.savedBy ?? t('somebody'),
            time: formatDateTime(set.savedAt, zone),
          })}
        </Text>
      )}
      {removing !== undefined && gone && (
        <ConfirmDialog
          title={t('Remove the rule {name}?', { name: gone.name })}
          confirm={t('Remove')}
          danger
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            put(without(rules, removing));
            setRemoving(undefined);
          }}
        >
          <Text>{t('Earlier versions keep it.')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

export function RulesEditor() {
  const rules = useRules();
  const problem = problemOf(rules.error);
  if (problem && !rules.data) return <ProblemState problem={problem} />;
  return rules.data ? <List key={rules.data.version} set={rules.data} /> : <Skeleton lines={6} />;
}
