/** The fourth tab (specification 2.10): for whom, in which mode, and the tiers of each. */
import { useState } from 'react';
import type { Incentives } from '../../../../core/contract/incentives';
import {
  INCENTIVE_TYPES,
  type IncentiveType,
  type Tier,
  type TierWarning,
  tierErrors,
  tierWarnings,
} from '../../../../core/domain/incentives';
import { successes } from '../../../api';
import { t, tn } from '../../../i18n';
import {
  Badge,
  Banner,
  Button,
  Card,
  ChipChoice,
  Field,
  Heading,
  IconButton,
  Row,
  SegmentedChoice,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { FieldGrid, Table, TableScroll } from '../../../ui/kit';
import { useSaveIncentives } from '../queries';
import { TabFrame, useTabForm } from '../tab-form';

/** As typed: a field that is half written is no number yet. */
interface TypedTier {
  min: string;
  max: string;
  amount: string;
}
interface Values {
  incentiveType: IncentiveType;
  roles: ('ta' | 'fa')[];
  ta: TypedTier[];
  fa: TypedTier[];
}

/** Lakhs are read by their commas; typing needs none. */
const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });
const typedOf = (tiers: readonly Tier[]): TypedTier[] =>
  tiers.map(({ min, max, amount }) => ({
    min: grouped.format(min),
    max: grouped.format(max),
    amount: grouped.format(amount),
  }));
const number = (typed: string): number => Number(typed.replace(/[₹,%\s]/g, ''));
const tiersOf = (typed: readonly TypedTier[]): Tier[] =>
  typed.map(({ min, max, amount }) => ({ min: number(min), max: number(max), amount: number(amount) }));

const valuesOf = (loaded: Incentives): Values => {
  const roles: Values['roles'] = [];
  if (loaded.taIncentives.length > 0) roles.push('ta');
  if (loaded.faIncentives.length > 0) roles.push('fa');
  return {
    incentiveType: loaded.incentiveType,
    roles: roles.length > 0 || loaded.version > 0 ? roles : ['ta', 'fa'],
    ta: typedOf(loaded.taIncentives),
    fa: typedOf(loaded.faIncentives),
  };
};

function check({ roles, ...tiers }: Values): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const audience of roles)
    for (const [at, message] of tierErrors(
      tiers[audience].map(({ min, max, amount }) => ({ min: clean(min), max: clean(max), amount: clean(amount) })),
    ))
      wrong[`${audience}.${at}`] = message;
  return wrong;
}
const clean = (typed: string) => typed.replace(/[₹,%\s]/g, '');

export function IncentiveTab({
  id,
  loaded,
  zone,
  onSaved,
}: {
  id: string;
  loaded: Incentives;
  zone: string;
  onSaved: () => void;
}) {
  const save = useSaveIncentives(id);
  const form = useTabForm<Values>(
    `portfolio.${id}.incentive`,
    { version: loaded.version, value: valuesOf(loaded) },
    {
      check,
      send: ({ incentiveType, roles, ta, fa }, version) =>
        save.mutateAsync({
          incentiveType,
          taIncentives: roles.includes('ta') ? tiersOf(ta) : [],
          faIncentives: roles.includes('fa') ? tiersOf(fa) : [],
          version,
        }),
    },
  );
  const { value, change } = form;
  return (
    <TabFrame
      form={form}
      label={t('Incentive')}
      saveLabel={t('Save incentive')}
      savedAt={loaded.savedAt}
      savedBy={loaded.savedBy}
      zone={zone}
      mayEdit={loaded.mayEdit}
      onSaved={() => {
        showToast(successes.incentiveUpdated, { tone: 'saved' });
        onSaved();
      }}
    >
      <Card>
        <Stack gap="4">
          <Row gap="3">
            <Badge icon="phone">{tn(loaded.telecallers, '{n} telecaller assigned', '{n} telecallers assigned')}</Badge>
            <Badge icon="pin">{tn(loaded.fieldAgents, '{n} field agent assigned', '{n} field agents assigned')}</Badge>
          </Row>
          <FieldGrid>
            <Field label={t('Roles')} group hint={t('Who earns an incentive on this portfolio')}>
              <ChipChoice
                multi
                value={value.roles}
                onChange={(roles) => change({ roles: (['ta', 'fa'] as const).filter((one) => roles.includes(one)) })}
                options={[
                  { value: 'ta', label: t('Telecallers') },
                  { value: 'fa', label: t('Field agents') },
                ]}
              />
            </Field>
            <Field
              label={t('Incentive mode')}
              group
              hint={
                value.incentiveType === 'Target'
                  ? t('Min and max are rupees collected in the month.')
                  : t('Min and max are percent collected of what was due.')
              }
            >
              <SegmentedChoice
                value={value.incentiveType}
                onChange={(incentiveType) => change({ incentiveType })}
                options={INCENTIVE_TYPES.map((one) => ({
                  value: one,
                  label: one === 'Target' ? t('Target') : t('Efficiency'),
                }))}
              />
            </Field>
          </FieldGrid>
        </Stack>
      </Card>
      {value.roles.length === 0 && (
        <Banner tone="info" title={t('Nobody earns an incentive')}>
          {t('Choose a role to give it tiers; saving now clears both.')}
        </Banner>
      )}
      {value.roles.map((audience) => (
        <TierTable
          key={audience}
          title={audience === 'ta' ? t('Telecaller tiers') : t('Field agent tiers')}
          type={value.incentiveType}
          tiers={value[audience]}
          errorAt={(at) => form.error(`${audience}.${at}`)}
          onChange={(tiers) => change({ [audience]: tiers })}
        />
      ))}
    </TabFrame>
  );
}

function warningWords(warning: TierWarning): string {
  switch (warning.kind) {
    case 'overlap':
      return t('Tiers {first} and {second} overlap; the higher one pays.', {
        first: warning.first + 1,
        second: warning.second + 1,
      });
    case 'gap':
      return t('Nothing new is earned between {from} and {to}.', {
        from: grouped.format(warning.from),
        to: grouped.format(warning.to),
      });
    case 'pays-less':
      return t('Tier {second} pays less than tier {first} below it.', {
        first: warning.first + 1,
        second: warning.second + 1,
      });
    case 'above-hundred':
      return t('Tier {n} goes above 100 %.', { n: warning.at + 1 });
  }
}

function TierTable({
  title,
  type,
  tiers,
  errorAt,
  onChange,
}: {
  title: string;
  type: IncentiveType;
  tiers: readonly TypedTier[];
  errorAt: (at: number) => string | undefined;
  onChange: (tiers: TypedTier[]) => void;
}) {
  // A tier that was just added takes the focus, so that it is filled in without the mouse.
  const [added, setAdded] = useState<number>();
  const right =
    tierErrors(tiers.map(({ min, max, amount }) => ({ min: clean(min), max: clean(max), amount: clean(amount) })))
      .size === 0;
  const warnings = right ? tierWarnings(tiersOf(tiers), type) : [];
  const set = (at: number, part: Partial<TypedTier>) =>
    onChange(tiers.map((tier, place) => (place === at ? { ...tier, ...part } : tier)));
  const unit = type === 'Target' ? '₹' : '%';
  const columns = [
    ['min', t('Min ({unit})', { unit })],
    ['max', t('Max ({unit})', { unit })],
    ['amount', t('Incentive (₹)')],
  ] as const;
  return (
    <Card flush>
      <Row apart paddingX="4" paddingY="3">
        <Heading>{title}</Heading>
        <Button
          small
          icon="plus"
          onClick={() => {
            setAdded(tiers.length);
            onChange([...tiers, { min: tiers.at(-1)?.max ?? '0', max: '', amount: '' }]);
          }}
        >
          {t('Add a tier')}
        </Button>
      </Row>
      {tiers.length === 0 ? (
        <Text tone="muted" paddingX="4" paddingBottom="4">
          {t('No tier yet.')}
        </Text>
      ) : (
        <TableScroll>
          <Table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('Tier')}</th>
                {columns.map(([field, label]) => (
                  <th key={field} scope="col">
                    {label}
                  </th>
                ))}
                <th scope="col">{t('Remove')}</th>
              </tr>
            </thead>
            <tbody>
              {tiers.map((tier, at) => {
                const error = errorAt(at);
                return (
                  <tr key={at}>
                    <th scope="row">
                      {at + 1}
                      {error && (
                        <Text
                          size="small"
                          tone="danger"
                          role="alert"
                          style={{ whiteSpace: 'normal', minWidth: '9rem' }}
                        >
                          {error}
                        </Text>
                      )}
                    </th>
                    {columns.map(([field, label]) => (
                      <td key={field}>
                        <TextInput
                          inputMode="decimal"
                          autoComplete="off"
                          autoFocus={added === at && field === 'max'}
                          aria-label={`${label}, ${t('tier {n}', { n: at + 1 })}`}
                          aria-invalid={error ? true : undefined}
                          maxLength={14}
                          minWidth="6rem"
                          value={tier[field]}
                          onChange={(typed) => set(at, { [field]: typed })}
                        />
                      </td>
                    ))}
                    <td>
                      <IconButton
                        icon="trash"
                        label={t('Remove tier {n}', { n: at + 1 })}
                        onClick={() => onChange(tiers.filter((_, place) => place !== at))}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </TableScroll>
      )}
      {warnings.length > 0 && (
        <Stack as="ul" gap="1" paddingX="4" paddingY="3" role="status" aria-label={t('Worth a second look')}>
          {warnings.map((warning) => (
            <Text as="li" key={JSON.stringify(warning)} size="small" tone="warn">
              {warningWords(warning)}
            </Text>
          ))}
        </Stack>
      )}
    </Card>
  );
}
