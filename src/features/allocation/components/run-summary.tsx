/** What a rehearsal would change: for each kind of holder, by rule, and for whom. */
import { useState } from 'react';
import type { RunSummary as Summary } from '../../../../core/contract/allocation';
import { type Day, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import { Box, Card, ChipChoice, Heading, Money, Row, Stack, Text } from '../../../ui';
import { SmallTable } from '../../../ui/kit';
import { monthWords } from '../../targets';
import { exclusionWords, kindWords, priceWords } from '../words';

type Holder = Summary['holders'][number];

/** By what loads can be compared; each now and then. */
const MEASURES = {
  loans: ({ before, after }: Holder) => ({ before: before.loans, after: after.loans }),
  pos: ({ before, after }: Holder) => ({ before: before.pos, after: after.pos }),
  worth: ({ worth }: Holder) => worth ?? { before: 0, after: 0 },
};
type Measure = keyof typeof MEASURES;

/** How many times the average the fullest holds, to a tenth; null where nobody holds anything. */
function spreadOf(values: readonly number[]): number | null {
  const sum = values.reduce((all, one) => all + one, 0);
  return sum > 0 ? Math.round((Math.max(...values) / (sum / values.length)) * 10) / 10 : null;
}

function spreadWords(holders: readonly Holder[], measure: Measure): string {
  const loads = holders.map(MEASURES[measure]);
  const [before, after] = [spreadOf(loads.map((load) => load.before)), spreadOf(loads.map((load) => load.after))];
  if (after === null) return '';
  return before === null
    ? t('The fullest would have {after} times the average.', { after })
    : t('The fullest would have {after} times the average, and has {before} times now.', { after, before });
}

/** A bar for what somebody holds now, and one for what they would. */
function Bars({ before, after, most }: { before: number; after: number; most: number }) {
  const bar = (value: number, background: string) => (
    <Box height="1" borderRadius="full" background={background} width={`${Math.round((100 * value) / most)}%`} />
  );
  return (
    <Stack gap="1" minWidth="6rem" aria-hidden>
      {bar(before, 'line')}
      {bar(after, 'accent')}
    </Stack>
  );
}

/** `dealt`: of one rule alone, whose percentages leave some where they are; `renewsOn`: until when agencies then have also what they keep. */
function Kinds({ kinds, dealt, renewsOn }: Pick<Summary, 'kinds'> & { dealt: boolean; renewsOn: Day | null }) {
  return (
    <Stack gap="1">
      {kinds.map((one) => (
        <Text key={one.kind}>
          <strong>{kindWords(one.kind)}: </strong>
          {[
            tn(one.moved, '{n} loan changes hands', '{n} loans change hands'),
            renewsOn
              ? tn(one.kept, '{n} stays with its agency until {day}', '{n} stay with their agencies until {day}', {
                  day: formatDay(renewsOn),
                })
              : tn(one.kept, '{n} stays by a rule', '{n} stay by a rule'),
            one.full > 0 && tn(one.full, '{n} finds no room', '{n} find no room'),
            one.nobodyEligible > 0 && tn(one.nobodyEligible, '{n} finds nobody', '{n} find nobody'),
            one.retained > 0 &&
              (one.kind === 'process'
                ? tn(one.retained, '{n} stands in a process already', '{n} stand in a process already')
                : tn(one.retained, '{n} is retained', '{n} are retained')),
            one.noRule > 0 &&
              (dealt
                ? tn(one.noRule, '{n} stays where it is', '{n} stay where they are')
                : tn(one.noRule, '{n} is taken by no rule', '{n} are taken by no rule')),
            one.km && t('{after} km to the borrower on average, {before} km now', one.km),
            !!one.leftPaise &&
              t('{amount} expected of loans nobody would hold', { amount: formatRupees(one.leftPaise) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
    </Stack>
  );
}

function Rules({ rules }: Pick<Summary, 'rules'>) {
  return (
    <Stack gap="2">
      <Heading size="title">{t('By rule')}</Heading>
      {rules.map((rule) => (
        <Stack key={rule.id} gap="0">
          <Text>
            <strong>{rule.name}: </strong>
            {[
              tn(rule.matched, '{n} loan matches', '{n} loans match'),
              tn(rule.placed, '{n} with a holder', '{n} with a holder'),
              tn(rule.moved, '{n} moves', '{n} move'),
              rule.gapPercent !== null &&
                (rule.gapPercent === 0
                  ? t('the cheapest plan there is')
                  : t('at most {percent} % above the cheapest plan', { percent: rule.gapPercent })),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {rule.prices?.map((price) => (
            <Text key={price.wish} size="small" tone="muted">
              {priceWords(price)}
            </Text>
          ))}
          {rule.excluded.length > 0 && (
            <Text size="small" tone="muted">
              {t('Gets nothing: {names}', {
                names: rule.excluded.map((one) => `${one.name} (${exclusionWords(one)})`).join(', '),
              })}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function Holders({ holders, worthMonth, replayed }: Pick<Summary, 'holders' | 'worthMonth'> & { replayed: boolean }) {
  const [chosen, setChosen] = useState<Measure>('loans');
  const hasWorth = !!worthMonth && holders.some(({ worth }) => worth);
  const hasKm = holders.some(({ km }) => km && (km.before !== null || km.after !== null));
  const measure = hasWorth || chosen !== 'worth' ? chosen : 'loans';
  const worthName = replayed ? t('Really paid') : t('Expected');
  const most = Math.max(1, ...holders.map(MEASURES[measure]).flatMap(({ before, after }) => [before, after]));
  const km = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : t('{km} km', { km: value });
  return (
    <Stack gap="2" minWidth="0">
      <Row apart gap="3" flexWrap="wrap">
        <Heading size="title">{t('For whom')}</Heading>
        <ChipChoice<Measure>
          label={t('Compare loads by')}
          value={measure}
          onChange={setChosen}
          options={[
            { value: 'loans', label: t('Loans') },
            { value: 'pos', label: t('Principal') },
            ...(hasWorth ? [{ value: 'worth' as const, label: worthName }] : []),
          ]}
        />
      </Row>
      <Text size="small" tone="muted">
        {[...new Set(holders.map(({ kind }) => kind))]
          .map((kind) => [
            kindWords(kind),
            spreadWords(
              holders.filter((one) => one.kind === kind),
              measure,
            ),
          ])
          .filter(([, words]) => words !== '')
          .map(([kind, words]) => `${kind}: ${words}`)
          .join(' ')}
      </Text>
      {hasWorth && (
        <Text size="small" tone="muted">
          {replayed
            ? t('Really paid: what these loans paid in {month}, whoever held them then.', {
                month: monthWords(`${worthMonth}-01`),
              })
            : t('Expected: what loans of the same portfolio and bucket paid of their principal in {month}.', {
                month: monthWords(`${worthMonth}-01`),
              })}
        </Text>
      )}
      <SmallTable
        keyOf={(one) => `${one.kind}-${one.id}`}
        rows={holders}
        columns={[
          { label: t('Name'), cell: ({ name }) => name },
          { label: t('Gets'), num: true, cell: ({ gets }) => gets },
          { label: t('Gives up'), num: true, cell: ({ loses }) => loses },
          {
            label: t('Loans, now and then'),
            num: true,
            cell: ({ before, after }) => `${before.loans} → ${after.loans}`,
          },
          { label: t('Load'), cell: (one) => <Bars {...MEASURES[measure](one)} most={most} /> },
          { label: t('Principal then'), num: true, cell: ({ after }) => <Money paise={after.pos} /> },
          ...(hasWorth
            ? [{ label: worthName, num: true, cell: ({ worth }: Holder) => <Money paise={worth?.after ?? 0} /> }]
            : []),
          ...(hasKm
            ? [
                {
                  label: t('Km, now and then'),
                  num: true,
                  cell: (one: Holder) => `${km(one.km?.before)} → ${km(one.km?.after)}`,
                },
              ]
            : []),
          {
            label: t('Speaks their language'),
            num: true,
            cell: ({ gets, speaks, kind }) =>
              gets > 0 && kind !== 'process' ? t('{n} of {all}', { n: speaks, all: gets }) : '–',
          },
        ]}
      />
    </Stack>
  );
}

export function RunSummary({
  summary,
  replayed,
  dealt,
  renewsOn,
}: {
  summary: Summary;
  replayed: boolean;
  dealt: boolean;
  renewsOn: Day | null;
}) {
  return (
    <Card padding="4">
      <Stack gap="5" minWidth="0">
        <Kinds kinds={summary.kinds} dealt={dealt} renewsOn={renewsOn} />
        <Rules rules={summary.rules} />
        {summary.holders.length > 0 && (
          <Holders holders={summary.holders} worthMonth={summary.worthMonth} replayed={replayed} />
        )}
      </Stack>
    </Card>
  );
}
