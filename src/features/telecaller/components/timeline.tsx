/** What happened on a loan, newest first; by kind when there is much of it. */
import { useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { formatDay } from '../../../../core/domain/dates';
import { paymentModeWord } from '../../../../core/domain/record-words';
import { ApiError } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Badge, Button, ChipChoice, chakra, DateText, Heading, Money, Stack, Text } from '../../../ui';
import { useZone } from '../../session';
import { type TimelineEntry, useTimeline } from '../loan-queries';
import { lookOf } from '../words';

const Line = chakra('ol', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    '& > li': {
      position: 'relative',
      paddingInlineStart: '5',
      paddingBottom: '4',
      borderInlineStartWidth: '2px',
      borderInlineStartStyle: 'solid',
      borderColor: 'line',
      marginInlineStart: '1.5',
    },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-6px',
      top: '0.4rem',
      boxSize: '2.5',
      borderRadius: 'full',
      background: 'control',
    },
    '& > li:last-of-type': { paddingBottom: '0', borderColor: 'transparent' },
  },
});

const KINDS = {
  all: { label: 'All', fits: () => true },
  calls: { label: 'Calls', fits: ({ channel }: TimelineEntry) => channel === 'call' },
  visits: { label: 'Visits', fits: ({ channel }: TimelineEntry) => channel === 'field' },
  promises: { label: 'Promises', fits: ({ ptp }: TimelineEntry) => ptp !== null },
  payments: { label: 'Payments', fits: ({ paidPaise }: TimelineEntry) => paidPaise !== null },
} as const;
type Kind = keyof typeof KINDS;

const STATES: Partial<Record<NonNullable<TimelineEntry['local']>, string>> = {
  queued: 'Saved on this device',
  sending: 'Sending',
  'retry-later': 'Saved on this device',
  'waiting-for-login': 'Waits for your sign-in',
  'needs-you': 'Needs you',
  quarantined: 'With your supervisor',
};

export function Timeline({ loan }: { loan: Loan }) {
  const zone = useZone();
  const [kind, setKind] = useState<Kind>('all');
  const { entries, error, more, loadMore } = useTimeline(loan);
  const shown = entries.filter(KINDS[kind].fits);
  const offline = error instanceof ApiError && error.offline;
  return (
    <Stack as="section" gap="3" aria-label={t('Timeline')}>
      <Heading as="h3">{t('Timeline')}</Heading>
      <ChipChoice
        label={t('What to show')}
        value={kind}
        onChange={setKind}
        options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: t(KINDS[value].label) }))}
      />
      {error && (
        <Text size="small" tone="muted">
          {offline ? t('No network: the newest entries on this device.') : t('Older entries could not be loaded.')}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text tone="muted">
          {entries.length === 0 ? t('Nobody has called or visited yet.') : t('Nothing of this kind yet.')}
        </Text>
      ) : (
        <Line>
          {shown.map((entry) => {
            const look = lookOf(entry.class, entry.channel);
            const state = entry.local && STATES[entry.local];
            return (
              <li key={entry.id}>
                <Badge tone={look.tone} icon={look.icon}>
                  {said(entry.codeLabel)}
                </Badge>
                <Stack gap="0.5" marginTop="1">
                  <Text size="small" tone="muted">
                    <DateText value={entry.at} time near zone={zone} /> · {entry.by}
                    {entry.process && ` · ${t('Process')} ${entry.process}`}
                  </Text>
                  {entry.ptp && (
                    <Text>
                      {t('Promised')} <Money paise={entry.ptp.amountPaise} /> · {formatDay(entry.ptp.dueOn)}
                    </Text>
                  )}
                  {entry.paidPaise !== null && (
                    <Text>
                      {t('Paid')} <Money paise={entry.paidPaise} />
                    </Text>
                  )}
                  {entry.claim && (
                    <Text>
                      {t('Paid on')} {formatDay(entry.claim.paidOn)} · {said(paymentModeWord(entry.claim.mode))}
                    </Text>
                  )}
                  {entry.instalments !== undefined && (
                    <Text>{tn(entry.instalments, 'In {n} payment', 'In {n} payments')}</Text>
                  )}
                  {entry.nextVisitOn && <Text>{t('Next visit {day}', { day: formatDay(entry.nextVisitOn) })}</Text>}
                  {entry.remarks && <Text>{entry.remarks}</Text>}
                  {state ? (
                    <Text size="small" tone="muted">
                      {t(state)}
                    </Text>
                  ) : (
                    entry.receiptNo && (
                      <Text size="small" tone="muted">
                        {entry.receiptNo}
                        {entry.chainSeq !== undefined &&
                          ` · ${t('entry {n} of the audit chain', { n: entry.chainSeq })}`}
                      </Text>
                    )
                  )}
                </Stack>
              </li>
            );
          })}
        </Line>
      )}
      {more && (
        <Button small onClick={loadMore}>
          {t('Show older ones')}
        </Button>
      )}
    </Stack>
  );
}
