/** What others are asked to do about a loan: a visit, a manager's look, a letter; and what came of it. */
import { lazy, Suspense, useState } from 'react';
import {
  type LoanRequest,
  mayAnswerRequests,
  mayAskFor,
  mayAskForLoans,
  REQUEST_KINDS,
  type RequestKind,
} from '../../../../core/contract/loan-requests';
import { parseRole } from '../../../../core/domain/roles';
import { screenWords } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, DateText, Heading, Row, Stack, Text } from '../../../ui';
import { useSignedIn, useZone } from '../../session';
import { useLoanRequests } from '../request-queries';
import { KINDS, STATES } from '../request-words';

const Ask = lazy(() => import('./request-dialogs').then((part) => ({ default: part.Ask })));
const Answer = lazy(() => import('./request-dialogs').then((part) => ({ default: part.Answer })));

const ANSWERS = {
  done: { label: 'Done' },
  declined: { label: 'Decline' },
} as const;

export function LoanRequests({ loanId }: { loanId: string }) {
  const zone = useZone();
  const role = parseRole(useSignedIn().profile.role);
  const [asks, answers] = [mayAskForLoans(role), mayAnswerRequests(role)];
  const { data, error } = useLoanRequests(loanId, asks || answers);
  const [asking, setAsking] = useState<RequestKind>();
  const [answering, setAnswering] = useState<{ request: LoanRequest; state: keyof typeof ANSWERS }>();
  const open = new Set(data?.filter(({ state }) => state === 'open').map(({ kind }) => kind));
  if (!asks && !answers) return null;
  return (
    <Stack as="section" gap="3" aria-label={t('Requests')} marginTop="5">
      <Heading as="h3">{t('Requests')}</Heading>
      {asks && (
        <Row gap="2">
          {REQUEST_KINDS.filter((kind) => mayAskFor(role, kind)).map((kind) => (
            <Button key={kind} small disabled={open.has(kind)} onClick={() => setAsking(kind)}>
              {t(KINDS[kind].ask)}
            </Button>
          ))}
        </Row>
      )}
      {error && !data && (
        <Text size="small" tone="muted">
          {screenWords(error).title}
        </Text>
      )}
      {data?.map((request) => (
        <Stack key={request.id} gap="1">
          <Row gap="2">
            <Badge tone={STATES[request.state].tone}>{t(STATES[request.state].label)}</Badge>
            <Text as="span" size="small" strong>
              {t(KINDS[request.kind].label)}
            </Text>
            <Text as="span" size="tiny" tone="muted">
              {request.by} · <DateText value={request.askedAt} time near zone={zone} />
            </Text>
          </Row>
          <Text size="small">{request.note}</Text>
          {request.answer && (
            <Text size="small" tone="muted">
              {request.answeredBy}: {request.answer}
            </Text>
          )}
          {answers && request.state === 'open' && (
            <Row gap="2">
              {(['done', 'declined'] as const).map((state) => (
                <Button key={state} small onClick={() => setAnswering({ request, state })}>
                  {t(ANSWERS[state].label)}
                </Button>
              ))}
            </Row>
          )}
        </Stack>
      ))}
      <Suspense>
        {asking && <Ask loanId={loanId} kind={asking} onClose={() => setAsking(undefined)} />}
        {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
      </Suspense>
    </Stack>
  );
}
