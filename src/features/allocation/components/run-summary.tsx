/** What a rehearsal would change: for each kind of holder, by rule, and for whom. */
import type { RunSummary as Summary } from '../../../../core/contract/allocation';
import { t, tn } from '../../../i18n';
import { Box, Card, Heading, Money, Stack, Text } from '../../../ui';
import { SmallTable } from '../../../ui/kit';
import { exclusionWords, kindWords } from '../words';

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

function Kinds({ kinds }: Pick<Summary, 'kinds'>) {
  return (
    <Stack gap="1">
      {kinds.map((one) => (
        <Text key={one.kind}>
          <strong>{kindWords(one.kind)}: </strong>
          {[
            tn(one.moved, '{n} loan changes hands', '{n} loans change hands'),
            tn(one.kept, '{n} stays by a rule', '{n} stay by a rule'),
            one.full > 0 && tn(one.full, '{n} finds no room', '{n} find no room'),
            one.nobodyEligible > 0 && tn(one.nobodyEligible, '{n} finds nobody', '{n} find nobody'),
            one.retained > 0 && tn(one.retained, '{n} is retained', '{n} are retained'),
            one.noRule > 0 && tn(one.noRule, '{n} is taken by no rule', '{n} are taken by no rule'),
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
          {rule.excluded.length > 0 && (
            <Text size="small" tone="muted">
              {t('Gets nothing: {names}', {
                names: rule.excluded.map(({ name, why }) => `${name} (${exclusionWords(why)})`).join(', '),
              })}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function Holders({ holders }: Pick<Summary, 'holders'>) {
  const most = Math.max(1, ...holders.flatMap(({ before, after }) => [before.loans, after.loans]));
  return (
    <Stack gap="2" minWidth="0">
      <Heading size="title">{t('For whom')}</Heading>
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
          {
            label: t('Load'),
            cell: ({ before, after }) => <Bars before={before.loans} after={after.loans} most={most} />,
          },
          { label: t('Principal then'), num: true, cell: ({ after }) => <Money paise={after.pos} /> },
          {
            label: t('Speaks their language'),
            num: true,
            cell: ({ gets, speaks }) => (gets > 0 ? t('{n} of {all}', { n: speaks, all: gets }) : '–'),
          },
        ]}
      />
    </Stack>
  );
}

export function RunSummary({ summary }: { summary: Summary }) {
  return (
    <Card padding="4">
      <Stack gap="5" minWidth="0">
        <Kinds kinds={summary.kinds} />
        <Rules rules={summary.rules} />
        {summary.holders.length > 0 && <Holders holders={summary.holders} />}
      </Stack>
    </Card>
  );
}
