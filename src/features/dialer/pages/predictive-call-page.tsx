/**
 * The call that the predictive dialer brought, with its loan ready to be worked (specification 4 "Predictive lookup"). A loan
 * is found: flag 0, it is the current loan. None, or its outcome is saved: flag 1, the loan is cleared. After the call a
 * countdown of the wrap-up.
 */
import { Suspense, useState } from 'react';
import { maskMobile } from '../../../../core/domain/masking';
import { problemOf, screenWords } from '../../../api';
import { type CurrentCall, useDialer } from '../../../dialer';
import { t, tn } from '../../../i18n';
import { Badge, Banner, Button, Card, EmptyState, Row, Skeleton, Stack, Text, VisuallyHidden } from '../../../ui';
import { DeskPage, ProblemState, useLoadSoon } from '../../../ui/kit';
import { CallWorkspaceLater, FollowUps, loadCallWorkspace } from '../../telecaller';
import { useChooseStatus, useLoanBehind, usePutLoanAway } from '../call-queries';
import { Dialpad } from '../components/dialpad';
import { ProcessMenu } from '../components/process-menu';
import { Timer, useSecond } from '../components/timer';
import { END_WORDS, STATE_WORDS } from '../words';

/** What a wrap-up is meant to last, in seconds. Nothing is cut off: what is over it shows. */
const WRAP_SECONDS = 45;
const SOON = [loadCallWorkspace];

export default function PredictiveCallPage() {
  useLoadSoon(SOON);
  const dialer = useDialer();
  const view = dialer?.view;
  // A manual call is worked in call management.
  const call = view?.call && view.call.mode !== 'manual' ? view.call : null;
  // The workspace tells the dialer that the call is done while its last word is still being read.
  const [saved, setSaved] = useState<string>();
  return (
    <DeskPage filled={!!call} data-filled={call ? '' : undefined}>
      <VisuallyHidden as="h1">{t('Predictive Call')}</VisuallyHidden>
      {saved && (!call || call.callId === saved) && (
        <Banner
          tone="paid"
          title={view?.status === 'Ready' ? t('Saved. The next call comes by itself.') : t('Saved')}
        />
      )}
      <Row gap="2">
        <ProcessMenu inCall={!!call} />
        <FollowUps />
        <Dialpad />
      </Row>
      {call ? <Calling key={call.callId} call={call} saved={call.callId === saved} onSaved={setSaved} /> : <Waiting />}
    </DeskPage>
  );
}

function Waiting() {
  const dialer = useDialer();
  const choose = useChooseStatus();
  const view = dialer?.view;
  const ready = view?.status === 'Ready';
  return (
    <Card>
      <EmptyState
        icon="phone"
        title={ready ? t('Waiting for a call') : t('You are not ready for calls')}
        action={
          !ready && view?.connection === 'connected' && view.holder === 'here' ? (
            <Button look="primary" onClick={() => choose('Ready')}>
              {t('Take calls')}
            </Button>
          ) : undefined
        }
      >
        {ready && view?.since !== null && view !== undefined ? (
          <Timer since={view.since} />
        ) : (
          t('The dialer calls your borrowers and brings you those who answer, with their loan.')
        )}
      </EmptyState>
    </Card>
  );
}

function Calling({ call, saved, onSaved }: { call: CurrentCall; saved: boolean; onSaved: (callId: string) => void }) {
  const dialer = useDialer();
  const found = useLoanBehind(call);
  const putAway = usePutLoanAway();
  const loan = found.data?.loan;
  const words = found.error && screenWords(found.error);
  const state = dialer?.view.state ? STATE_WORDS[dialer.view.state] : null;
  return (
    <Stack gap="3" css={{ '& > :last-child': { flex: { xl: '1' }, minHeight: { xl: '0' } } }}>
      <Row gap="3">
        {state && (
          <Badge tone={state.tone} icon={state.icon}>
            {t(state.label)}
          </Badge>
        )}
        <Text as="span" strong>
          {maskMobile(call.number)}
        </Text>
        {found.data?.process && (
          <Text as="span" tone="muted">
            {t('Process')}: {found.data.process}
          </Text>
        )}
        {call.ended ? (
          <WrapUp since={Date.parse(call.ended.at)} words={t(END_WORDS[call.ended.reason])} />
        ) : (
          <Timer since={Date.parse(call.answeredAt ?? call.offeredAt)} />
        )}
        {!call.ended && (
          <Button small look="danger" onClick={() => dialer?.actions.release()}>
            {t('End call')}
          </Button>
        )}
      </Row>
      {words && (
        <ProblemState
          problem={problemOf(found.error, t('The call goes on. Its loan shows as soon as the network is back.'))}
          retry={found.refetch}
        />
      )}
      {found.isPending && <Skeleton lines={6} height="3rem" />}
      {loan && (
        <Suspense fallback={<Skeleton lines={6} height="3rem" />}>
          <CallWorkspaceLater
            loan={loan.id}
            predictive={{
              callId: call.callId,
              startedAt: Date.parse(call.offeredAt),
              ...(call.answeredAt && { answeredAt: Date.parse(call.answeredAt) }),
              ...(call.ended && { endedAt: Date.parse(call.ended.at) }),
              phoneId: loan.phones.find(({ number }) => number === call.number)?.id ?? null,
            }}
            onSaved={() => {
              putAway(call.callId);
              onSaved(call.callId);
            }}
          />
        </Suspense>
      )}
      {found.data && !loan && !saved && (
        <Card>
          <EmptyState
            icon="search"
            title={t('No loan of yours has this number')}
            action={
              <Button
                look="primary"
                onClick={() => {
                  if (!call.ended) dialer?.actions.release();
                  dialer?.actions.finish(call.callId, 'connected', null);
                }}
              >
                {t('End it and take the next call')}
              </Button>
            }
          >
            {t('It may have been given to somebody else. Tell the caller that you call back, and end the call.')}
          </EmptyState>
        </Card>
      )}
    </Stack>
  );
}

function WrapUp({ since, words }: { since: number; words: string }) {
  const now = useSecond();
  const left = WRAP_SECONDS - Math.floor((now - since) / 1000);
  return (
    <Text as="span" tone={left < 0 ? 'danger' : 'muted'}>
      {words} ·{' '}
      {left >= 0
        ? tn(left, 'wrap-up: {n} second left', 'wrap-up: {n} seconds left')
        : tn(-left, 'wrap-up: {n} second over', 'wrap-up: {n} seconds over')}
    </Text>
  );
}
