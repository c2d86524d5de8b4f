/** The caller's own targets of the month and time in the dialer. Each is there only where there is something to show. */
import { formatTime } from '../../../../core/domain/dates';
import { METRIC_FACTS } from '../../../../core/domain/targets';
import { t, tn } from '../../../i18n';
import { Badge, Card, chakra, Heading, Row, Stack, Text } from '../../../ui';
import { clockWords, STATE_WORDS } from '../../dialer';
import { useZone } from '../../session';
import { metricWords, monthWords, valueWords } from '../../targets';
import { useDialerDay, useOwnTargets } from '../day-queries';

const Tiles = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: 'repeat(auto-fill, minmax(13rem, 1fr))',
    listStyleType: 'none',
    '& > li': { padding: '3', borderRadius: 'small', background: 'sunken', display: 'grid', gap: '1' },
    '& strong': { fontSize: 'title', fontVariantNumeric: 'tabular-nums' },
  },
});
const States = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))',
    '& > div': { padding: '3', borderRadius: 'small', background: 'sunken' },
    '& dt': { color: 'muted', fontSize: 'small' },
    '& dd': { fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' },
  },
});
const Track = chakra('div', {
  base: { height: '6px', borderRadius: 'full', background: 'line', overflow: 'hidden', '& > div': { height: 'full' } },
});

export function OwnTargets() {
  const { data } = useOwnTargets();
  if (!data || data.rows.length === 0) return null;
  return (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading as="h2">{t('Your targets')}</Heading>
          <Text size="small" tone="muted">
            {monthWords(data.month)} · {tn(data.days.left, '{n} working day left', '{n} working days left')}
          </Text>
        </Row>
        <Tiles aria-label={t('Your targets')}>
          {data.rows.map((row) => {
            const reached = row.percent !== null && row.percent >= 100;
            const place = [row.portfolio?.name, row.bucket === 'any' ? null : row.bucket].filter(Boolean).join(' · ');
            return (
              <li key={`${row.metric} ${row.bucket} ${row.portfolio?.id}`} title={t(METRIC_FACTS[row.metric].formula)}>
                <Text size="small">
                  {metricWords(row.metric)}
                  {place && ` · ${place}`}
                </Text>
                <Row gap="2">
                  <strong>{valueWords(row.metric, row.achieved)}</strong>
                  <Text as="span" size="small" tone="muted">
                    {t('of {target}', { target: valueWords(row.metric, row.target) })}
                  </Text>
                </Row>
                <Track aria-hidden="true">
                  <chakra.div
                    background={reached ? 'paid' : 'accent'}
                    style={{ width: `${Math.min(100, Math.max(0, row.percent ?? 0))}%` }}
                  />
                </Track>
                <Row gap="2">
                  {row.percent !== null && (
                    <Badge tone={reached ? 'paid' : 'accent'} {...(reached && { icon: 'check' as const })}>
                      {row.percent} %
                    </Badge>
                  )}
                  {row.drr !== null && row.drr > 0 && (
                    <Text as="span" size="small" title={t('What is missing ÷ working days left, today included')}>
                      {t('DRR {amount} a day', { amount: valueWords(row.metric, row.drr) })}
                    </Text>
                  )}
                </Row>
              </li>
            );
          })}
        </Tiles>
      </Stack>
    </Card>
  );
}

const STATES = ['talk', 'wrap-up', 'idle', 'dialing', 'ringing', 'hold', 'break'] as const;

export function DialerTime() {
  const zone = useZone();
  const { data, error } = useDialerDay();
  const total = data ? STATES.reduce((sum, state) => sum + data.today[state], 0) : 0;
  if (!data || total === 0) return null;
  return (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading as="h2">{t('Your time in the dialer')}</Heading>
          <Text size="small" tone="muted">
            {clockWords(total)} · {tn(data.calls.answered, '{n} call answered', '{n} calls answered')} ·{' '}
            {error ? t('from {time}', { time: formatTime(data.asOf, zone) }) : formatTime(data.asOf, zone)}
          </Text>
        </Row>
        <States>
          {STATES.map((state) => (
            <div key={state}>
              <dt>{t(STATE_WORDS[state].label)}</dt>
              <dd>{clockWords(data.today[state])}</dd>
            </div>
          ))}
        </States>
      </Stack>
    </Card>
  );
}
