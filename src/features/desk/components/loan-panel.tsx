import { lazy, Suspense, useState } from 'react';
import { TENANT_ADMIN_ROLES } from '../../../../core/contract/loan-givers';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { ApiError, problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Badge, Button, chakra, DateText, Heading, LinkButton, Money, Row, Skeleton, Stack, Text } from '../../../ui';
import { Pagination, ProblemState, SidePanel } from '../../../ui/kit';
import { BorrowerWishes } from '../../contact';
import { LoanSheet, PhoneList, useLoan } from '../../loan-sheet';
import { useSignedIn, useZone } from '../../session';
import { LoanSettlement } from '../../settlements';
import { useHistory } from '../history-queries';
import { classLook } from '../landing-words';

const TakeOutRecord = lazy(() => import('./take-out-record'));

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
  const settles = mayEnter(profile.role, routeOf('clientSettlements'));
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
      {data && <LoanSheet loan={data} named={false} phones={<PhoneList phones={data.phones} />} />}
      {data && (
        <Suspense>
          <BorrowerWishes loanId={data.id} />
        </Suspense>
      )}
      {data && settles && (
        <Suspense>
          <LoanSettlement key={data.id} loanId={data.id} />
        </Suspense>
      )}
      {data && <History key={data.id} loanId={data.id} />}
    </SidePanel>
  );
}

function History({ loanId }: { loanId: string }) {
  const zone = useZone();
  const [page, setPage] = useState(1);
  const role = parseRole(useSignedIn().profile.role);
  const mayTakeOut = TENANT_ADMIN_ROLES.some((one) => one === role);
  const [out, setOut] = useState<{ id: string; about: string }>();
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
                  {mayTakeOut && (
                    <Row>
                      <Button
                        small
                        look="plain"
                        aria-label={t('Take {outcome} of {time} out', {
                          outcome: said(entry.codeLabel),
                          time: formatDateTime(entry.at, zone),
                        })}
                        onClick={() =>
                          setOut({
                            id: entry.id,
                            about: `${said(entry.codeLabel)} · ${formatDateTime(entry.at, zone)} · ${entry.by}`,
                          })
                        }
                      >
                        {t('Take it out')}
                      </Button>
                    </Row>
                  )}
                </Stack>
              </li>
            );
          })}
        </Timeline>
      )}
      <Suspense>
        {out && <TakeOutRecord key={out.id} {...out} loanId={loanId} onClose={() => setOut(undefined)} />}
      </Suspense>
      <Pagination label={t('History pages')} page={page} pages={data?.totalPages ?? 0} onPage={setPage} />
    </Stack>
  );
}
