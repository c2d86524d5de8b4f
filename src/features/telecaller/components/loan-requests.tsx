/** What others are asked to do about a loan: a visit, a manager's look, a letter; and what came of it. */
import { useState } from 'react';
import {
  type LoanRequest,
  mayAnswerRequests,
  mayAskForLoans,
  REQUEST_KINDS,
  type RequestKind,
} from '../../../../core/contract/loan-requests';
import { parseRole } from '../../../../core/domain/roles';
import { fieldWords, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Badge, Button, DateText, Field, Heading, Row, Stack, showToast, Text, TextArea, type Tone } from '../../../ui';
import { ConfirmDialog, DraftNote, useDraft } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useAnswer, useAsk, useLoanRequests } from '../request-queries';

const KINDS: Record<RequestKind, { label: string; ask: string; title: string }> = {
  field: { label: 'Visit', ask: 'Transfer to field', title: 'Ask for a visit' },
  escalation: { label: 'Escalation', ask: 'Escalate', title: 'Escalate to your manager' },
  letter: { label: 'Letter', ask: 'Request a letter', title: 'Request a letter' },
};
const STATES: Record<LoanRequest['state'], { label: string; tone: Tone }> = {
  open: { label: 'Asked for', tone: 'promise' },
  done: { label: 'Done', tone: 'paid' },
  declined: { label: 'Declined', tone: 'neutral' },
};
const ANSWERS = {
  done: { label: 'Done', title: 'What was done?' },
  declined: { label: 'Decline', title: 'Why is it declined?' },
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
          {REQUEST_KINDS.map((kind) => (
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
      {asking && <Ask loanId={loanId} kind={asking} onClose={() => setAsking(undefined)} />}
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
    </Stack>
  );
}

function Ask({ loanId, kind, onClose }: { loanId: string; kind: RequestKind; onClose: () => void }) {
  const ask = useAsk(loanId);
  return (
    <Words
      title={t(KINDS[kind].title)}
      confirm={t('Ask')}
      label={t('What is it about?')}
      draft={`request.${kind}.${loanId}`}
      busy={ask.isPending}
      error={ask.error}
      onClose={onClose}
      onWords={(note, done) =>
        ask.mutate(
          { kind, note },
          {
            onSuccess: () => {
              showToast(t('Asked for. You are told when it is answered.'), { tone: 'saved' });
              done();
            },
          },
        )
      }
    />
  );
}

function Answer({
  request,
  state,
  onClose,
}: {
  request: LoanRequest;
  state: keyof typeof ANSWERS;
  onClose: () => void;
}) {
  const answer = useAnswer(request.loanId);
  return (
    <Words
      title={t(ANSWERS[state].title)}
      confirm={t(ANSWERS[state].label)}
      label={t('Answer')}
      draft={`request.answer.${request.id}`}
      busy={answer.isPending}
      error={answer.error}
      onClose={onClose}
      onWords={(words, done) => answer.mutate({ id: request.id, state, answer: words }, { onSuccess: done })}
    />
  );
}

interface WordsProps {
  title: string;
  confirm: string;
  label: string;
  /** The name under which what was typed is kept. */
  draft: string;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onWords: (words: string, done: () => void) => void;
}

/** A dialog that wants words before it does anything. */
function Words({ title, confirm, label, draft: name, busy, error, onClose, onWords }: WordsProps) {
  const zone = useZone();
  const draft = useDraft(name, '');
  const [openedAt] = useState(draft.changedAt);
  const [short, setShort] = useState(false);
  const words = Object.values(fieldWords(error))[0];
  const done = () => {
    draft.discard();
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={busy}
      onClose={onClose}
      onConfirm={() => (draft.value.trim().length < 3 ? setShort(true) : onWords(draft.value.trim(), done))}
    >
      <Stack gap="3">
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field label={label} required error={short ? t('Say what it is about') : words && said(words)}>
          <TextArea
            value={draft.value}
            onChange={(text) => {
              setShort(false);
              draft.set(text);
            }}
            rows={3}
            maxLength={2000}
          />
        </Field>
        {error && !words && <Text tone="danger">{screenWords(error).title}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}
