import type { HistoryEntry } from '../../../../core/contract/loans';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { CLASSES, type DispositionClass } from '../../../../core/domain/dispositions';
import { formatRupees } from '../../../../core/domain/money';
import { paymentModeWord } from '../../../../core/domain/record-words';
import { said, t, tn } from '../../../i18n';
import type { OutboxState } from '../../../offline/types';
import { paths } from '../../../routes';
import { Badge, chakra, EmptyState, Icon, LinkButton, type Tone } from '../../../ui';

const LOCAL_WORDS: Record<Exclude<OutboxState, 'accepted'>, { word: string; tone: Tone }> = {
  queued: { word: 'Saved on this phone', tone: 'accent' },
  sending: { word: 'Sending…', tone: 'accent' },
  'retry-later': { word: 'Saved on this phone', tone: 'accent' },
  'waiting-for-login': { word: 'Waits for sign-in', tone: 'warn' },
  'needs-you': { word: 'Needs you', tone: 'danger' },
  quarantined: { word: 'Kept for review', tone: 'blocked' },
};

const List = chakra('ol', {
  base: {
    listStyle: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: '1.5rem minmax(0, 1fr)',
      columnGap: '3',
      position: 'relative',
    },
    // The line that makes a timeline of it.
    '& > li:not(:last-child)::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '0.72rem',
      top: '1.75rem',
      bottom: '-1rem',
      width: '2px',
      background: 'line',
    },
    '& > li > svg': { color: 'muted', marginTop: '0.1rem' },
    '& .what': { fontWeight: 'bold', display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
    '& .when': { fontSize: 'small', color: 'muted' },
    '& .said': { fontSize: 'small', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  },
});

/** Facts of an entry in one line: what was paid, promised, planned. */
function factsOf(entry: HistoryEntry): string {
  return [
    entry.paidPaise !== null && t('Paid {paid}', { paid: formatRupees(entry.paidPaise) }),
    entry.ptp &&
      t('Promised {amount} for {day}', {
        amount: formatRupees(entry.ptp.amountPaise),
        day: formatDay(entry.ptp.dueOn),
      }),
    entry.claim &&
      t('Says paid on {day}, {mode}', {
        day: formatDay(entry.claim.paidOn),
        mode: said(paymentModeWord(entry.claim.mode)),
      }),
    entry.instalments !== undefined && tn(entry.instalments, 'In {n} payment', 'In {n} payments'),
    entry.nextVisitOn && t('Next visit {day}', { day: formatDay(entry.nextVisitOn) }),
    entry.photos > 0 && tn(entry.photos, '{n} photo', '{n} photos'),
    // Non-breaking, so that the number stays one word.
    entry.receiptNo?.replaceAll('-', '\u2011'),
    entry.chainSeq !== undefined && t('entry {n} of the audit chain', { n: entry.chainSeq }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const classWord = (name: DispositionClass) => t(CLASSES[name].label);

/** What happened on a loan, newest first; what this phone has not sent yet says so. */
export function HistoryList({
  entries,
  zone,
}: {
  entries: readonly (HistoryEntry & { local: OutboxState | null })[];
  zone: string;
}) {
  if (!entries.length)
    return (
      <EmptyState icon="clock" title={t('Nothing happened yet')}>
        {t('Your visits and the calls of others appear here.')}
      </EmptyState>
    );
  return (
    <List>
      {entries.map((entry) => {
        const local = entry.local && entry.local !== 'accepted' ? LOCAL_WORDS[entry.local] : undefined;
        const facts = factsOf(entry);
        return (
          <li key={entry.id}>
            <Icon name={entry.channel === 'call' ? 'phone' : 'pin'} />
            <div>
              <div className="what">
                {said(entry.codeLabel)}
                {local && <Badge tone={local.tone}>{t(local.word)}</Badge>}
              </div>
              <div className="when">
                {formatDateTime(entry.at, zone)}
                {CLASSES[entry.class].label !== entry.codeLabel && ` · ${classWord(entry.class)}`} ·{' '}
                <bdi>{entry.by}</bdi>
              </div>
              {facts && <div className="said">{facts}</div>}
              {entry.remarks && (
                <div className="said" dir="auto">
                  {entry.remarks}
                </div>
              )}
              {local && (
                <LinkButton to={paths.fieldLedger(entry.id)} look="plain" paddingInline="0">
                  {t('Show in ledger')}
                </LinkButton>
              )}
            </div>
          </li>
        );
      })}
    </List>
  );
}
