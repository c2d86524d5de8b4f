import { memo } from 'react';
import { dayOf } from '../../../../core/domain/dates';
import { doorOf } from '../../../../core/domain/door';
import { maskMobile } from '../../../../core/domain/masking';
import { formatRupees } from '../../../../core/domain/money';
import { said, t } from '../../../i18n';
import type { ListedLoan } from '../../../offline/types';
import { paths } from '../../../routes';
import { AnchorButton, Badge, BucketBadge, chakra, Icon, Link } from '../../../ui';
import { agoWords, type Judge, mapLink, marksOf, phoneToCall, promiseWords } from '../loans/loan-words';
import { CallLink } from './call-link';
import { TWO_LINES } from './two-lines';

/** One styled element with plain ones inside: a card is drawn dozens of times while a thumb scrolls. */
const Frame = chakra('article', {
  base: {
    position: 'relative',
    // Wraps by itself when the text is large or the screen narrow.
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    rowGap: '1.5',
    padding: '3',
    paddingInlineStart: '4',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    _focusWithin: { borderColor: 'focus' },
    '& h2': {
      flex: '1 1 8rem',
      minWidth: 0,
      fontSize: 'lead',
      fontWeight: 'bold',
      lineHeight: 1.25,
      overflowWrap: 'anywhere',
    },
    '& h2 a': { color: 'inherit', textDecoration: 'none' },
    // The whole card is the link; the buttons lie above it.
    '& h2 a::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'card' },
    '& h2 a:focus-visible': { outline: 'none' },
    '& h2 a:focus-visible::after': { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
    '& .due': { fontSize: 'lead', fontWeight: 'bold', fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
    '& .chips': { flex: '1 0 100%', display: 'flex', flexWrap: 'wrap', gap: '1.5' },
    '& .quiet': {
      flex: '1 1 9rem',
      minWidth: 0,
      fontSize: 'small',
      color: 'muted',
      lineHeight: 1.35,
      overflowWrap: 'anywhere',
    },
    '& .quiet svg': { display: 'inline-block', verticalAlign: '-0.15em', marginInlineEnd: '1' },
    '& .acts': { position: 'relative', display: 'flex', gap: '2', alignSelf: 'end' },
  },
  variants: {
    blocked: {
      true: {
        background:
          'linear-gradient(var(--c-surface), var(--c-surface)) padding-box, repeating-linear-gradient(-45deg, var(--c-blocked-line) 0 8px, var(--c-blocked-soft) 8px 16px) border-box',
        borderColor: 'transparent',
        borderInlineStartWidth: '10px',
        paddingInlineStart: '3',
      },
    },
  },
});

interface Props {
  loan: ListedLoan;
  today: string;
  /** The minute decides whether contact is lawful. */
  now: number;
  zone: string;
  judge: Judge;
}

const distance = (km: number) => (km < 10 ? t('{km} km', { km: km.toFixed(1) }) : t('{km} km', { km: Math.round(km) }));

/** One loan in the list; the whole card opens it. */
export const LoanCard = memo(function LoanCard({ loan, today, now, zone, judge }: Props) {
  const contact = judge(loan, now);
  const promise = promiseWords(loan.ptp, today);
  const door = doorOf(loan);
  const phone = phoneToCall(loan);
  const { lastVisit } = loan;
  return (
    <Frame blocked={contact.tone === 'blocked' && contact.icon === 'blocked'}>
      <h2>
        <Link to={paths.fieldLoan(loan.id)}>
          <bdi style={TWO_LINES}>{loan.borrower.name}</bdi>
        </Link>
      </h2>
      <span className="due">{formatRupees(loan.overduePaise)}</span>
      <div className="chips">
        <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />
        {promise && (
          <Badge tone={promise.tone} icon="promise">
            {promise.word}
          </Badge>
        )}
        {marksOf(loan, today).map((mark) => (
          <Badge key={mark.word} tone={mark.tone} icon={mark.icon} title={mark.meaning}>
            {mark.word}
          </Badge>
        ))}
        {loan.standsBy && <Badge title={t('The sorting rule by which it stands here')}>{loan.standsBy}</Badge>}
        {loan.unsent > 0 && (
          <Badge tone="accent" icon="clock">
            {t('{n} saved here', { n: loan.unsent })}
          </Badge>
        )}
        {contact.icon !== 'blocked' && (
          <Badge tone={contact.tone} icon={contact.icon} title={contact.why}>
            {contact.word}
          </Badge>
        )}
      </div>
      <div className="quiet">
        {phone ? maskMobile(phone.number) : t('No phone')} · {loan.loanNumber}
        <br />
        {door && (
          <>
            <Icon name="pin" size="0.9rem" />
            {door.pincode} {door.city}
            {loan.kmAway !== null && ` · ${distance(loan.kmAway)}`}
            <br />
          </>
        )}
        <Icon name="clock" size="0.9rem" />
        {lastVisit ? `${said(lastVisit.label)}, ${agoWords(dayOf(lastVisit.at, zone), today)}` : t('Not visited yet')}
      </div>
      <div className="acts">
        {phone && judge(loan, now, phone).allowed && (
          <CallLink
            loan={loan}
            phone={phone}
            paddingInline="0"
            aria-label={t('Call {name}, {number}', { name: loan.borrower.name, number: maskMobile(phone.number) })}
          />
        )}
        {door && (
          <AnchorButton
            icon="navigate"
            paddingInline="0"
            href={mapLink(door)}
            aria-label={t('Directions to {name}', { name: loan.borrower.name })}
          />
        )}
      </div>
    </Frame>
  );
});
