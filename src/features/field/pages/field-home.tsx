/** The field agent's day: one sentence, the plan in order, promises due, unfinished visits; below them what the server says of the day. */
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { dayOf, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { said, t } from '../../../i18n';
import { paths } from '../../../routes';
import {
  AppBar,
  Badge,
  Banner,
  Card,
  chakra,
  EmptyState,
  Heading,
  Icon,
  LinkButton,
  PageBody,
  Row,
  Stack,
  Text,
} from '../../../ui';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { Figure, FigurePlace, Figures } from '../components/figures';
import { hasNoLoans, LoansStatusNotice, NoLoans } from '../components/loans-status';
import { PlanRow } from '../components/plan-row';
import { rememberPlace } from '../loans/came-from';
import { NO_QUERY, writeQuery } from '../loans/loan-query';
import { useDrafts, useMinute, useRevision } from '../queries';
import {
  type DoneVisit,
  dayFigures,
  daySentence,
  doneOn,
  doorWords,
  reasonOnPlan,
  visitsElsewhere,
} from '../today/day-figures';

const DayFigures = lazy(() => import('../day/day-figures'));
const DayNotices = lazy(() => import('../day/day-notices'));
const CertificateWarning = lazy(() => import('../day/certificate-warning'));

/** More rows than this are a list of their own, with search. */
const SHOWN = 20;
const SHOWN_DRAFTS = 3;

const List = chakra('ol', {
  base: {
    listStyle: 'none',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    overflow: 'hidden',
    '& > li + li': { borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'line' },
  },
});

const withFilter = (filter: Partial<typeof NO_QUERY>) =>
  `${paths.fieldLoans()}?${writeQuery({ ...NO_QUERY, ...filter })}`;

/** Sent records need no word; the rest say where they are. */
function StateBadge({ entry }: { entry: DoneVisit }) {
  if (entry.state === 'accepted') return null;
  return entry.state === 'needs-you' || entry.state === 'quarantined' ? (
    <Badge tone="danger" icon="alert">
      {t('Needs you')}
    </Badge>
  ) : (
    <Badge tone="accent" icon="clock">
      {t('Here')}
    </Badge>
  );
}

export default function FieldHome() {
  const engine = useReadyEngine();
  const { profile } = useSignedIn();
  const ledger = useStore(engine.ledger);
  const status = useStore(engine.loans.status);
  const zone = useZone();
  const now = useMinute();
  const today = dayOf(now, zone);
  const revision = useRevision();
  const drafts = useDrafts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for every loan
  const { plan, promises } = useMemo(
    () => ({
      plan: engine.loans.plan(today),
      promises: engine.loans.query({ ...NO_QUERY, ptp: 'due-today', near: null }),
    }),
    [engine, today, revision],
  );
  const figures = useMemo(
    () => dayFigures(ledger, visitsElsewhere(ledger, plan.visited, profile.fullName, today, zone), today, zone),
    [ledger, plan, profile, today, zone],
  );
  const done = useMemo(
    () => doneOn(ledger, plan.visited, profile.fullName, today, zone),
    [ledger, plan, profile, today, zone],
  );
  useEffect(() => rememberPlace(paths.home()), []);
  const total = plan.loans.length + done.length;
  // Of a list that is still on its way nobody knows how much is due.
  const whole = !hasNoLoans(status) && !status.progress;
  const sentence = daySentence({ total: whole ? total : 0, done: done.length }, figures);

  return (
    <>
      <AppBar title={t('Today')} actions={<Text tone="muted">{formatDay(today)}</Text>} />
      <PageBody data-screen-ready={hasNoLoans(status) ? undefined : true}>
        <Stack gap="1">
          {(whole || figures.visits > 0) && <Heading size="title">{sentence}</Heading>}
          <Text tone="muted" size="small" dir="auto">
            {profile.fullName}
          </Text>
        </Stack>

        <LoansStatusNotice />
        <Suspense>
          <CertificateWarning today={today} />
        </Suspense>
        {drafts.slice(0, SHOWN_DRAFTS).map((draft) => {
          const loan = engine.loans.byId(draft.loanId);
          if (!loan) return null;
          return (
            <Banner
              key={draft.loanId}
              icon="edit"
              title={t('You were filling in a visit for {name}', { name: loan.borrower.name })}
              action={
                <LinkButton to={paths.fieldVisit(draft.loanId)} look="primary" icon="edit">
                  {t('Go on with it')}
                </LinkButton>
              }
            >
              {t('Everything you typed is here.')}
            </Banner>
          );
        })}

        {hasNoLoans(status) ? (
          <NoLoans />
        ) : (
          <>
            <Figures>
              <Figure to={withFilter({ ptp: 'due-today', sort: 'ptp' })}>
                <small>{t('Promises due today')}</small>
                <strong>{promises.total}</strong>
              </Figure>
              <Figure to={paths.fieldLedger()}>
                <small>{figures.paidElsewhere ? t('Cash taken on this phone') : t('Cash taken today')}</small>
                <strong>{formatRupees(figures.cashPaise)}</strong>
              </Figure>
              {/* Their places are kept while they load, so that the plan does not jump. */}
              <Suspense
                fallback={[t('Cash in hand'), t('Target this month')].map((label) => (
                  <FigurePlace key={label} label={label} />
                ))}
              >
                <DayFigures today={today} now={now} />
              </Suspense>
            </Figures>

            <Stack gap="2">
              <Row apart>
                <Heading>{t('To visit')}</Heading>
                {plan.loans.length > SHOWN && (
                  <LinkButton to={withFilter({ plan: 'today' })} look="plain">
                    {t('All {n}', { n: plan.loans.length })}
                  </LinkButton>
                )}
              </Row>
              {plan.loans.length > 0 ? (
                <List>
                  {plan.loans.slice(0, SHOWN).map((loan, index) => (
                    <li key={loan.id}>
                      <PlanRow
                        to={paths.fieldLoan(loan.id)}
                        mark={index + 1}
                        name={loan.borrower.name}
                        reason={reasonOnPlan(loan, today)}
                        place={doorWords(loan)}
                        amount={formatRupees(loan.overduePaise)}
                        badge={
                          loan.unsent > 0 && (
                            <Badge tone="accent" icon="clock">
                              {t('{n} here', { n: loan.unsent })}
                            </Badge>
                          )
                        }
                      />
                    </li>
                  ))}
                </List>
              ) : (
                <Card>
                  <EmptyState
                    icon="today"
                    title={done.length ? t('All of today’s plan is done') : t('Nothing is due today')}
                    action={
                      <LinkButton to={paths.fieldLoans()} look="primary" icon="loans">
                        {t('Choose from all loans')}
                      </LinkButton>
                    }
                  >
                    {t('Promises and visits that fall due appear here by themselves.')}
                  </EmptyState>
                </Card>
              )}
              {plan.loans.length > SHOWN && (
                <LinkButton to={withFilter({ plan: 'today' })} wide>
                  {t('Show all {n} on today’s plan', { n: plan.loans.length })}
                </LinkButton>
              )}
            </Stack>

            {done.length > 0 && (
              <Stack gap="2">
                <Heading>{t('Done today')}</Heading>
                <List>
                  {done.map((entry) => (
                    <li key={entry.id}>
                      <PlanRow
                        to={paths.fieldLoan(entry.loanId)}
                        mark={<Icon name="check" label={t('Done')} />}
                        name={entry.borrower}
                        reason={said(entry.codeLabel)}
                        place={entry.loanNumber}
                        amount={entry.paid ? `+ ${formatRupees(entry.paid.amountPaise)}` : ''}
                        badge={<StateBadge entry={entry} />}
                      />
                    </li>
                  ))}
                </List>
              </Stack>
            )}
          </>
        )}
        <Suspense>
          <DayNotices now={now} />
        </Suspense>
      </PageBody>
    </>
  );
}
