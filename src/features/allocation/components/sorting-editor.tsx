/** The tenant's sorting rules, beside somebody's list as it would stand under them. */
import type { SortingRuleSet } from '../../../../core/contract/sorting-rules';
import { sortingFaults } from '../../../../core/domain/sorting-faults';
import type { SortingRule } from '../../../../core/domain/work-order';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Skeleton, Stack } from '../../../ui';
import { ProblemNote, ProblemState, useKept } from '../../../ui/kit';
import { useRuleChoices } from '../queries';
import { isUnfinished, newSortingRule } from '../rule-edit';
import { sortingSet, useSortingPreview } from '../sorting-queries';
import { faultWords, sortingSentence } from '../words';
import { OrderedRules, useWrittenRules } from './ordered-rules';
import { SortingFields } from './sorting-fields';
import { SortingPreview } from './sorting-preview';

function List({ set }: { set: SortingRuleSet }) {
  const choices = useRuleChoices();
  const written = useWrittenRules<SortingRule>('sorting.rules', set, true);
  const [person, setPerson] = useKept('sorting.preview', '');
  const { rules } = written;
  const faults = sortingFaults(rules);
  const problemOfRule = (rule: SortingRule) => {
    if (isUnfinished(rule)) return t('Something is not filled in yet');
    const fault = faults.get(rule.id);
    return fault && faultWords(fault);
  };
  const preview = useSortingPreview(person, rules, !rules.some(isUnfinished));
  const countOf = (at: number) => {
    const under = preview.data?.under[at];
    return under === undefined || person === ''
      ? ''
      : tn(preview.data?.total ?? 0, '{under} of {n} loan in the preview', '{under} of {n} loans in the preview', {
          under,
        });
  };
  const problem = problemOf(choices.error);
  return (
    <Stack gap="5">
      <OrderedRules
        set={set}
        hooks={sortingSet}
        written={written}
        sentenceOf={sortingSentence}
        countOf={countOf}
        problemOf={problemOfRule}
        fieldsOf={(rule, change) =>
          choices.data && <SortingFields rule={rule} choices={choices.data} onChange={change} />
        }
        fresh={() => newSortingRule(t('New rule'))}
        empty={t('Write the first one: which loans are worked first. Until then every list has its usual order.')}
      />
      {problem && <ProblemNote problem={problem} />}
      {choices.data && (
        <SortingPreview
          rules={rules}
          choices={choices.data}
          person={person}
          onPerson={setPerson}
          shown={preview.data}
          error={preview.error}
        />
      )}
    </Stack>
  );
}

export function SortingEditor() {
  const rules = sortingSet.useRules();
  const problem = problemOf(rules.error);
  if (problem && !rules.data) return <ProblemState problem={problem} retry={rules.refetch} />;
  return rules.data ? <List key={rules.data.version} set={rules.data} /> : <Skeleton lines={6} />;
}
