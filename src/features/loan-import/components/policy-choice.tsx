/** What happens to loan numbers that are there already, and to those that are not; counted once the file was checked. */
import type { DuplicatePolicy } from '../../../../core/domain/loan-import';
import { t } from '../../../i18n';
import { chakra, Heading, Stack, Text } from '../../../ui';
import { FieldGrid } from '../../../ui/kit';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    padding: '2',
    borderRadius: 'small',
    cursor: 'pointer',
    alignItems: 'baseline',
    _hover: { background: 'sunken' },
    '& input': { accentColor: 'var(--c-accent)', flex: 'none' },
    '&:has(:checked)': { background: 'accent-soft' },
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '-2px' },
  },
});

export const FRESH_WORDS = { insert: 'Add them', skip: 'Leave them out' };
export const KNOWN_WORDS = {
  update: 'Take the file’s values; an empty cell keeps what is there',
  replace: 'Take the file’s values; an empty cell empties the field',
  merge: 'Only fill what is empty',
  skip: 'Leave them as they are',
  refuse: 'Refuse them',
};

/** How many rows of this file each part of the policy is about. */
export interface PolicyCounts {
  fresh: number;
  known: number;
}

const number = new Intl.NumberFormat('en-IN');

function Choices<Value extends string>({
  title,
  count,
  name,
  value,
  options,
  onChange,
}: {
  title: string;
  count: number | undefined;
  name: string;
  value: Value;
  options: readonly { value: Value; words: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <Stack as="fieldset" gap="1" border="0" padding="0" minWidth="0">
      <legend style={{ fontWeight: 700, fontSize: 'var(--fs-small)', marginBottom: '0.25rem' }}>
        {count === undefined ? title : `${title} · ${number.format(count)}`}
      </legend>
      {options.map((option) => (
        <Choice key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <Text as="span">{option.words}</Text>
        </Choice>
      ))}
    </Stack>
  );
}

export function PolicyChoice({
  policy,
  counts,
  onlyChanges,
  onChange,
}: {
  policy: DuplicatePolicy;
  counts?: PolicyCounts | undefined;
  /** A file of changes adds no loan. */
  onlyChanges: boolean;
  onChange: (policy: DuplicatePolicy) => void;
}) {
  return (
    <Stack gap="3">
      <Heading>{t('What happens to which loans')}</Heading>
      <FieldGrid>
        {!onlyChanges && (
          <Choices
            title={t('Loan numbers that you do not have')}
            count={counts?.fresh}
            name="policy-fresh"
            value={policy.fresh}
            options={(['insert', 'skip'] as const).map((value) => ({ value, words: t(FRESH_WORDS[value]) }))}
            onChange={(fresh) => onChange({ ...policy, fresh })}
          />
        )}
        <Choices
          title={t('Loan numbers that you have')}
          count={counts?.known}
          name="policy-known"
          value={policy.known}
          options={(['update', 'merge', 'replace', 'skip', 'refuse'] as const).map((value) => ({
            value,
            words: t(KNOWN_WORDS[value]),
          }))}
          onChange={(known) => onChange({ ...policy, known })}
        />
      </FieldGrid>
    </Stack>
  );
}
