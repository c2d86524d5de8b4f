import { Suspense, useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { formatDay } from '../../../../core/domain/dates';
import { maskMobile } from '../../../../core/domain/masking';
import { ApiError, problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import {
  Badge,
  Banner,
  BucketBadge,
  chakra,
  DateText,
  Heading,
  Icon,
  LinkButton,
  Money,
  Row,
  Skeleton,
  Stack,
  Text,
} from '../../../ui';
import { FactLine, Facts, Pagination, ProblemState, SidePanel, storedWord } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { BorrowerWishes } from '../../contact';
import { useSignedIn, useZone } from '../../session';
import { useHistory } from '../history-queries';
import { classLook } from '../landing-words';
import { stateWord } from '../loan-columns';
import { useCodes, useLoan } from '../queries';

const Timeline = chakra('ol', {
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

/** Where this loan can be worked on, for those who may. */
function LoanLinks({ role, ...loan }: { role: unknown; loanId: string; loanNumber: string }) {
  const links = [
    mayEnter(role, routeOf('callManagement')) && { to: deskPaths.callManagement(loan), label: t('Call management') },
    mayEnter(role, routeOf('viewLoan')) && { to: deskPaths.viewLoan(loan), label: t('View Loan') },
    mayEnter(role, routeOf('clientLoan')) && { to: deskPaths.clientLoan(loan), label: t('Loan Detail') },
  ].filter((link) => link !== false);
  return links.map(({ to, label }, at) => (
    <LinkButton key={to} look={at === 0 ? 'primary' : 'quiet'} to={to}>
      {label}
    </LinkButton>
  ));
}

/** Everything about one loan beside the list; Esc or the cross closes it. `loan` is an id or a loan number. */
export default function LoanPanel({ loan, onClose }: { loan: string; onClose: () => void }) {
  const { profile } = useSignedIn();
  const { data, error, refetch, isPending } = useLoan(loan);
  const missing = error instanceof ApiError && error.detail.status === 404;
  const words = error && screenWords(error);
  return (
    <SidePanel
      about={loan}
      label={t('Loan {number}', { number: data?.loanNumber ?? loan })}
      title={data?.borrower.name ?? (missing ? t('No such loan') : loan)}
      line={data ? `${data.loanNumber} · ${data.client} · ${data.product}` : t('Looked for “{loan}”', { loan })}
      closeLabel={t('Close the loan (Esc)')}
      onClose={onClose}
      footer={data && <LoanLinks role={profile.role} loanId={data.id} loanNumber={data.loanNumber} />}
    >
      {isPending && <Skeleton lines={6} />}
      {words && !data && (
        <ProblemState
          problem={
            missing
              ? {
                  title: t('There is no loan {loan} among those you may see', { loan }),
                  todo: t('Check the number. It may belong to another team.'),
                  offline: false,
                }
              : problemOf(error)
          }
          retry={missing ? undefined : refetch}
        />
      )}
      {data && <LoanFacts loan={data} />}
      {data && (
        <Suspense>
          <BorrowerWishes loanId={data.id} />
        </Suspense>
      )}
      {data && <History key={data.id} loanId={data.id} />}
    </SidePanel>
  );
}

const flagWords: [keyof Loan['flags'], string][] = [
  ['dispute', 'Dispute'],
  ['deceased', 'Deceased'],
  ['legal', 'Legal'],
  ['doNotContact', 'Do not contact'],
  ['vulnerable', 'Vulnerable'],
];

/** "45 on 22/11/2026; 40 by the lender’s file of 17/11/2026": which day each figure is true for. */
function daysPastDue({ dpd, dpdAsOf, dpdReported }: Loan): string {
  if (!dpdAsOf) return String(dpd);
  const running = t('{dpd} on {day}', { dpd, day: formatDay(dpdAsOf) });
  if (!dpdReported) return running;
  const { dpd: reported, on } = dpdReported;
  return t('{running}; {reported} by the lender’s file of {day}', { running, reported, day: formatDay(on) });
}

function LoanFacts({ loan }: { loan: Loan }) {
  const codes = useCodes();
  const flags = flagWords.filter(([flag]) => loan.flags[flag]);
  const { overdueSplit: split } = loan;
  return (
    <>
      <Row>
        <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />
        {loan.state !== 'active' && <Badge tone="blocked">{stateWord(loan.state)}</Badge>}
        {loan.ptp?.status === 'open' && (
          <Badge tone="promise" icon="promise">
            {tx('{amount} by {day}', {
              amount: <Money paise={loan.ptp.amountPaise} short />,
              day: formatDay(loan.ptp.dueOn),
            })}
          </Badge>
        )}
        {flags.map(([flag, words]) => (
          <Badge key={flag} tone="blocked" icon="blocked">
            {t(words)}
          </Badge>
        ))}
      </Row>
      {loan.contactPause && (
        <Banner tone="offline" icon="blocked" title={t('Contact is paused')}>
          {loan.contactPause.reason}
          {loan.contactPause.until && t(', until {day}', { day: formatDay(loan.contactPause.until) })}
        </Banner>
      )}
      <Facts>
        <FactLine name={t('Days past due')}>{daysPastDue(loan)}</FactLine>
        <FactLine name={t('Overdue')}>
          <Money paise={loan.overduePaise} />
        </FactLine>
        <FactLine name={t('Principal outstanding')}>
          <Money paise={loan.posPaise} />
        </FactLine>
        <FactLine name={t('Total outstanding')}>
          <Money paise={loan.tosPaise} />
        </FactLine>
        <FactLine name="EMI">
          {tx('{amount} on day {day}', { amount: <Money paise={loan.emiPaise} />, day: loan.dueDay })}
        </FactLine>
        <FactLine name={t('Principal + interest due')}>
          <Money paise={split.principalPaise + split.interestPaise} />
        </FactLine>
        <FactLine name={t('Penal + charges')}>
          <Money paise={split.penalPaise + split.chargesPaise} />
        </FactLine>
        <FactLine name={t('Last payment')}>
          {loan.lastPayment
            ? tx('{amount} on {day}', {
                amount: <Money paise={loan.lastPayment.amountPaise} />,
                day: formatDay(loan.lastPayment.on),
              })
            : t('None yet')}
        </FactLine>
        <FactLine name={t('Attempts in 30 days')}>{loan.attempts30d}</FactLine>
        <FactLine name={t('Portfolio')}>{loan.portfolio}</FactLine>
        <FactLine name={t('Language')}>{languageName(loan.borrower.language)}</FactLine>
      </Facts>
      <Stack gap="2">
        {loan.phones.map((phone) => (
          <Row key={phone.id} gap="2">
            <Icon name="phone" size="1rem" />
            <span>{maskMobile(phone.number)}</span>
            <Text as="span" size="small" tone="muted">
              {storedWord(phone.owner)}
              {phone.lastResult && ` · ${said(codes.get(phone.lastResult)?.label ?? phone.lastResult)}`}
            </Text>
            {phone.invalid && <Badge tone="blocked">{t('Invalid')}</Badge>}
          </Row>
        ))}
        {loan.addresses.map((address) => (
          <Row key={address.id} gap="2" tight alignItems="flex-start">
            <Icon name="pin" size="1rem" />
            <span>
              {address.line}, {address.city} {address.pincode}{' '}
              <Text as="span" size="small" tone="muted">
                {storedWord(address.kind)}
              </Text>
            </span>
          </Row>
        ))}
      </Stack>
    </>
  );
}

function History({ loanId }: { loanId: string }) {
  const zone = useZone();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useHistory(loanId, page);
  return (
    <Stack as="section" gap="3">
      <Row apart>
        <Heading as="h3">{t('History')}</Heading>
        {data && (
          <Text size="small" tone="muted">
            {tn(data.totalElements, '{n} entry', '{n} entries')}
          </Text>
        )}
      </Row>
      {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {!data && !error && <Skeleton lines={3} height="2.5rem" />}
      {data?.caseHistories.length === 0 && <Text tone="muted">{t('Nobody has called or visited yet.')}</Text>}
      {data && data.caseHistories.length > 0 && (
        <Timeline>
          {data.caseHistories.map((entry) => {
            const look = classLook(entry.class);
            return (
              <li key={entry.id}>
                <Row gap="2">
                  <Badge tone={look.tone} icon={look.icon ?? (entry.channel === 'field' ? 'pin' : 'phone')}>
                    {said(entry.codeLabel)}
                  </Badge>
                  <Text as="span" size="small" tone="muted">
                    <DateText value={entry.at} time near zone={zone} /> · {entry.by}
                  </Text>
                </Row>
                <Stack gap="0.5" marginTop="1">
                  {entry.ptp && (
                    <Text>
                      {tx('Promised {amount} by {day}', {
                        amount: <Money paise={entry.ptp.amountPaise} />,
                        day: formatDay(entry.ptp.dueOn),
                      })}
                    </Text>
                  )}
                  {entry.paidPaise !== null && (
                    <Text>{tx('Paid {amount}', { amount: <Money paise={entry.paidPaise} /> })}</Text>
                  )}
                  {entry.nextVisitOn && <Text>{t('Next visit {day}', { day: formatDay(entry.nextVisitOn) })}</Text>}
                  {entry.remarks && <Text>{entry.remarks}</Text>}
                  {(entry.receiptNo || entry.photos > 0) && (
                    <Text size="small" tone="muted">
                      {[
                        entry.receiptNo,
                        entry.chainSeq !== undefined && t('entry {n} of the audit chain', { n: entry.chainSeq }),
                        entry.photos > 0 && tn(entry.photos, '{n} photo', '{n} photos'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  )}
                </Stack>
              </li>
            );
          })}
        </Timeline>
      )}
      <Pagination label={t('History pages')} page={page} pages={data?.totalPages ?? 0} onPage={setPage} />
    </Stack>
  );
}
