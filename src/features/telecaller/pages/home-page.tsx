import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { CALL_QUEUES } from '../../../../core/domain/call-queues';
import { formatDay } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { EmptyState, LinkButton, Row, Skeleton, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, holdKeys, Kbd, useListens, useShortcuts } from '../../../ui/kit';
import { useEngine, useSignedIn } from '../../session';
import { Funnel } from '../components/funnel';
import { ListStatus } from '../components/loans-status';
import { DialerTime, OwnTargets } from '../components/own-day';
import { QueueTiles } from '../components/queue-tiles';
import { useNow, useQueues, useToday } from '../queries';
import { QUEUE_WORDS } from '../words';

const OwnIncentives = lazy(() => import('../components/own-incentives'));

/** The telecaller's start: whom to call next and why, and how the day stands. */
export default function TelecallerHome() {
  const { profile } = useSignedIn();
  const engine = useEngine();
  const queues = useQueues();
  const now = useNow();
  const today = useToday();
  const go = useNavigate();
  // What colleagues and the office did since the last look.
  useEffect(() => void engine?.loans.refresh(), [engine]);
  const first = CALL_QUEUES.find((name) => queues?.[name].some(({ worked }) => !worked));
  const next = first && queues?.[first].find(({ worked }) => !worked)?.loan;
  const path =
    first && next && deskPaths.callManagement({ loanId: next.id, loanNumber: next.loanNumber, queue: first });
  const hold = () => next && holdKeys(next.id);
  const start = () => {
    hold();
    if (path) void go(path);
  };
  useShortcuts([{ keys: 'Enter', label: t('Begin with the next call'), run: start }], !!path);
  useListens('home', queues !== undefined);

  return (
    <DeskPage>
      <Row apart gap="3">
        <Stack gap="1">
          <Text size="small" tone="muted">
            {profile.fullName} · {formatDay(today)}
          </Text>
          <DeskTitle>
            {first && next
              ? t('Next: {queue}, {name}', { queue: t(QUEUE_WORDS[first].name), name: next.borrower.name })
              : t('Your calls today')}
          </DeskTitle>
        </Stack>
        {path && (
          <LinkButton look="primary" to={path} onClick={hold}>
            {t('Start calling')} <Kbd aria-hidden="true">Enter</Kbd>
          </LinkButton>
        )}
      </Row>
      {engine && <ListStatus engine={engine} />}
      {queues ? <QueueTiles queues={queues} now={now} /> : <Skeleton lines={1} height="6rem" />}
      {queues && !first && engine?.loans.status.get().phase === 'ready' && (
        <EmptyState
          icon="check"
          title={t('Nobody waits in your queues')}
          action={<LinkButton to={deskPaths.activeLoans()}>{t('All my loans')}</LinkButton>}
        >
          {t('New loans, promises of the day and callbacks show here by themselves.')}
        </EmptyState>
      )}
      <Funnel />
      <OwnTargets />
      <DialerTime />
      <Suspense>
        <OwnIncentives />
      </Suspense>
    </DeskPage>
  );
}
