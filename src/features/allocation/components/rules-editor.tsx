/** The rules by which loans are given, with how many loans each takes. */
import { RULE_WRITERS, type RuleSet } from '../../../../core/contract/allocation';
import { type AllocationRule, givesAnew, ruleFaults } from '../../../../core/domain/allocation';
import { parseRole } from '../../../../core/domain/roles';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Skeleton } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { allocationSet, type RuleChoices, useCounts, useRuleChoices } from '../queries';
import { isUnfinished, newRule } from '../rule-edit';
import { countWords, faultWords, ruleSentence } from '../words';
import { OrderedRules, useWrittenRules } from './ordered-rules';
import { RuleFields } from './rule-fields';

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
          choices.processes,
        ].flatMap((list) => list.map(({ id, name }) => [id, name] as const))
      : [],
  );

/** Agencies that may receive loans are offered; one that is named all the same was stopped since. */
const namesStoppedAgency = (rule: AllocationRule, choices: RuleChoices | undefined): boolean =>
  choices !== undefined &&
  (rule.kind === 'agency' || rule.target.of === 'agency') &&
  rule.target.ids.some((id) => !choices.agencies.some((one) => one.id === id));

function problemOfProcesses({ kind, target }: AllocationRule, choices: RuleChoices | undefined): string | undefined {
  if (kind !== 'process') return undefined;
  const named = choices?.processes.filter(({ id }) => target.ids.includes(id)) ?? [];
  if (named.some(({ stopped }) => stopped)) return t('It names a process that is stopped');
  return new Set(named.map(({ portfolio }) => portfolio.id)).size > 1
    ? t('Its processes are of several portfolios: write a rule for each')
    : undefined;
}

function List({ set }: { set: RuleSet }) {
  const choices = useRuleChoices();
  const written = useWrittenRules('allocation.rules', set, useMayWriteRules());
  const { rules, mayWrite } = written;
  const counts = useCounts(rules.map(({ condition }) => condition));
  const faults = ruleFaults(rules);
  const names = { ...set.names, ...nameable(choices.data) };
  const problemOfRule = (rule: AllocationRule): string | undefined => {
    // A list without values contradicts everything, but its writer has only not come to it.
    if (isUnfinished(rule)) return t('Something is not filled in yet');
    const fault = faults.get(rule.id);
    if (fault) return faultWords(fault);
    if (!rule.active) return undefined;
    return namesStoppedAgency(rule, choices.data)
      ? t('It names an agency that is locked or switched off')
      : problemOfProcesses(rule, choices.data);
  };
  return (
    <OrderedRules
      set={set}
      hooks={allocationSet}
      written={written}
      sentenceOf={(rule) => ruleSentence(rule, names)}
      countOf={(at) =>
        [
          countWords(counts.data?.matching[at], counts.data),
          rules[at] && givesAnew(rules[at]) && t('Nobody keeps their loans: each run may move them again'),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      problemOf={problemOfRule}
      fieldsOf={(rule, change) => choices.data && <RuleFields rule={rule} choices={choices.data} onChange={change} />}
      fresh={() => newRule(t('New rule'))}
      empty={
        mayWrite
          ? t('Write the first one: which loans go to whom.')
          : t('An administrator writes them; then they can be rehearsed here.')
      }
    />
  );
}

export function RulesEditor() {
  const rules = allocationSet.useRules();
  const problem = problemOf(rules.error);
  if (problem && !rules.data) return <ProblemState problem={problem} retry={rules.refetch} />;
  return rules.data ? <List key={rules.data.version} set={rules.data} /> : <Skeleton lines={6} />;
}
