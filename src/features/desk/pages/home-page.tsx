import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { importCodes } from '../../../../core/contract/code-import';
import { formatTime } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { DEVICE_SUPERVISORS } from '../../../../core/domain/supervisors';
import { ApiError, problemOf } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { deskPaths, homeKindOf, mayEnter, routeOf } from '../../../routes';
import {
  Banner,
  Box,
  chakra,
  DateText,
  EmptyState,
  LinkButton,
  Row,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '../../../ui';
import { DeskPage, ProblemState, useLoadSoon } from '../../../ui/kit';
import { PhoneAlerts } from '../../devices';
import { useLoan } from '../../loan-sheet';
import { useEngine, useSignedIn, useZone } from '../../session';
import { TelecallerHome } from '../../telecaller';
import { BreakdownCard } from '../components/breakdown-card';
import { BucketTable } from '../components/bucket-table';
import { LatestRecords } from '../components/latest-records';
import { LoanSearch } from '../components/loan-search';
import { MoreScreens } from '../components/more-screens';
import { Tiles } from '../components/tiles';
import { Worklist } from '../components/worklist';
import { useDefaultDashboardAgencies } from '../home-config';
import { HOMES } from '../home-parts';
import { landingSentence } from '../landing-words';
import { useLanding } from '../queries';

const Sentence = chakra('h1', {
  base: {
    fontSize: { base: '1.25rem', lg: '1.5rem' },
    lineHeight: 1.3,
    fontWeight: 'bold',
    letterSpacing: '-0.018em',
    maxWidth: '52rem',
    textWrap: 'pretty',
    // Most take two lines, and nothing moves when they come.
    minHeight: '2lh',
  },
});

const loadPanel = () => import('../components/loan-panel');
const LoanPanel = lazy(loadPanel);
const SOON = [loadPanel];
const WARNINGS_MS = 1500;
const HomeCharts = lazy(async () => ({ default: (await import('../../charts')).HomeCharts }));
const WhomToAsk = lazy(async () => ({ default: (await import('../../organisation')).WhomToAsk }));
const CodesCard = lazy(() => import('../components/codes-card'));

/** The desk's start: a sentence, the numbers behind it, what just arrived; any loan by its number. */
export default function HomePage() {
  const { profile } = useSignedIn();
  const agencies = useDefaultDashboardAgencies();
  const [search] = useSearchParams();
  const engine = useEngine();
  // The dialer user's work is in the dialer's own application, to which the layout leads; figures stay behind "Dashboard".
  if (parseRole(profile.role) === 'DIALER' && search.get('view') !== 'dashboard')
    return <VisuallyHidden as="h1">{t('Home')}</VisuallyHidden>;
  // Where the device holds the telecaller's loans; `?view=dashboard` is the figures below.
  const calls = engine !== undefined && homeKindOf(profile, agencies) === 'telecaller';
  return calls && search.get('view') !== 'dashboard' ? <TelecallerHome /> : <Dashboard />;
}

function Dashboard() {
  useLoadSoon(SOON);
  const { profile } = useSignedIn();
  const zone = useZone();
  const keepsCodes = mayAsk(importCodes, profile);
  const supervises = DEVICE_SUPERVISORS.some((role) => role === parseRole(profile.role));
  const { data, error, refetch, isPending } = useLanding(parseRole(profile.role) ?? '');
  const [search, setSearch] = useSearchParams();
  const agencies = useDefaultDashboardAgencies();
  const ownKind = homeKindOf(profile, agencies);
  const parts = HOMES[search.get('view') === 'dashboard' ? 'default' : ownKind];
  const mayList = mayEnter(profile.role, routeOf('loans'));
  // What is typed may be a borrower's name: it is looked for from memory, and the address gets the id of what was found.
  const [typed, setTyped] = useState('');
  const { data: found } = useLoan(typed);
  const loan = typed || (search.get('loan') ?? '');
  const opener = useRef<Element | null>(null);
  const show = useCallback(
    (loanId: string) =>
      setSearch((held) => {
        const next = new URLSearchParams(held);
        next.set('loan', loanId);
        return next;
      }),
    [setSearch],
  );
  const open = (loanId: string) => {
    opener.current = document.activeElement;
    setTyped('');
    show(loanId);
  };
  const find = (text: string) => {
    opener.current = document.activeElement;
    setTyped(text);
  };
  // The words go once the address has the id and not before: the panel would close and open again in between.
  const addressed = found !== undefined && search.get('loan') === found.id;
  useEffect(() => {
    if (addressed) setTyped('');
    else if (found) show(found.id);
  }, [found, addressed, show]);
  const close = useCallback(() => {
    setTyped('');
    setSearch((held) => {
      const next = new URLSearchParams(held);
      next.delete('loan');
      return next;
    });
    // Back to the row it was opened from.
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [setSearch]);
  const offline = error instanceof ApiError && error.offline;
  // Everything above the fold comes at once: what came later would push the rest down.
  const [alerted, setAlerted] = useState(!supervises);
  const asked = useCallback(() => setAlerted(true), []);
  // Nobody waits for warnings that do not come.
  useEffect(() => {
    const timer = setTimeout(asked, WARNINGS_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const ready = data !== undefined && alerted;

  return (
    <DeskPage beside={loan !== ''}>
      <Stack gap="5">
        <Row apart alignItems="flex-end" gap="4">
          <Stack gap="1" flex="1 1 24rem">
            <Text size="small" tone="muted">
              {t(parts.name)} · <DateText value={Date.now()} zone={zone} />
              {data && ` · ${t('figures of {time}', { time: formatTime(data.asOf, zone) })}`}
            </Text>
            <Sentence>{data ? landingSentence(data) : t('Your figures for today')}</Sentence>
          </Stack>
          <LoanSearch onSearch={find} />
        </Row>
        {error && data && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')}>
            {t('These are the figures of {time}. They are asked for again every minute.', {
              time: formatTime(data.asOf, zone),
            })}
          </Banner>
        )}
        {supervises && (
          <Box hidden={!ready && !error}>
            <Suspense>
              <PhoneAlerts onAsked={asked} />
            </Suspense>
          </Box>
        )}
        {(isPending || (data && !ready)) && (
          <Box>
            <Skeleton lines={5} height="5rem" />
          </Box>
        )}
        {error && !data && (
          <ProblemState
            problem={problemOf(error, t('The desk needs a network for figures and loans.'))}
            retry={refetch}
          />
        )}
        {ready && <Tiles data={data} mayList={mayList} />}
        {ready && data.allocated.loans === 0 && data.latest.length === 0 ? (
          <EmptyState
            icon="loans"
            title={t('No loans yet')}
            // Who sets a tenant up begins with a portfolio: loans belong to one.
            action={
              mayEnter(profile.role, routeOf('createPortfolio')) && (
                <LinkButton to={deskPaths.portfolio()} look="primary" icon="plus">
                  {t('Create Portfolio')}
                </LinkButton>
              )
            }
          >
            {t('Once loans are allocated to you or your team, their buckets and newest records show here.')}
          </EmptyState>
        ) : (
          ready && (
            <>
              {parts.worklist && <Worklist onOpen={open} openLoan={loan} />}
              {/* Another home compares other things. */}
              <BreakdownCard key={parts.name} kinds={parts.breakdowns} mayList={mayList} />
              {parts.buckets && <BucketTable data={data} mayList={mayList} />}
              {parts.latest && <LatestRecords latest={data.latest} openLoan={loan} onOpen={open} />}
            </>
          )
        )}
        {/* What comes later, and below what is still asked for, would move it. */}
        {(ready || error) && (
          <>
            <Suspense>
              <HomeCharts />
            </Suspense>
            {keepsCodes && (
              <Suspense fallback={<Skeleton lines={2} />}>
                <CodesCard />
              </Suspense>
            )}
            <MoreScreens />
            <Suspense>
              <WhomToAsk />
            </Suspense>
          </>
        )}
      </Stack>
      {loan && (
        <Suspense>
          <LoanPanel loan={loan} onClose={close} />
        </Suspense>
      )}
    </DeskPage>
  );
}
