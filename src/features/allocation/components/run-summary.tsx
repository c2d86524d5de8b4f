/** What a rehearsal would change: for each kind of holder, by rule, and for whom. */
import type { RunSummary as Summary } from '../../../../core/contract/allocation';
import { t, tn } from '../../../i18n';
import { Box, Card, Heading, Money, Stack, Text } from '../../../ui';
import { Table, TableScroll } from '../../../ui/kit';
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
      <TableScroll>
        <Table stacks>
          <thead>
            <tr>
              <th>{t('Name')}</th>
              <th className="num">{t('Gets')}</th>
              <th className="num">{t('Gives up')}</th>
              <th className="num">{t('Loans, now and then')}</th>
              <th>{t('Load')}</th>
              <th className="num">{t('Principal then')}</th>
              <th className="num">{t('Speaks their language')}</th>
            </tr>
          </thead>
          <tbody>
            {holders.map((one) => (
              <tr key={`${one.kind}-${one.id}`}>
                <td data-label={t('Name')}>{one.name}</td>
                <td className="num" data-label={t('Gets')}>
                  {one.gets}
                </td>
                <td className="num" data-label={t('Gives up')}>
                  {one.loses}
                </td>
                <td className="num" data-label={t('Loans, now and then')}>
                  {one.before.loans} → {one.after.loans}
                </td>
                <td data-label={t('Load')}>
                  <Bars before={one.before.loans} after={one.after.loans} most={most} />
                </td>
                <td className="num" data-label={t('Principal then')}>
                  <Money paise={one.after.pos} />
                </td>
                <td className="num" data-label={t('Speaks their language')}>
                  {one.gets > 0 ? t('{n} of {all}', { n: one.speaks, all: one.gets }) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
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
