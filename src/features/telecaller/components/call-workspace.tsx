/**
 * One loan in three columns that stay where they are: who it is, what came of the call, what happened before. Used by call
 * management and by the predictive call. Works without a network where the device keeps an outbox.
 */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldError } from '../../../../core/contract/errors';
import type { Loan } from '../../../../core/contract/loans';
import { CONNECTED_CLASSES } from '../../../../core/domain/call-stages';
import { dayOf } from '../../../../core/domain/dates';
import type { DispositionCode } from '../../../../core/domain/dispositions';
import { ApiError, problemOf, screenWords, successes, useApi } from '../../../api';
import { useDialer } from '../../../dialer';
import { said, t } from '../../../i18n';
import { Banner, Button, EmptyState, Skeleton, Stack, showToast, Text } from '../../../ui';
import {
  DraftNote,
  dropKeys,
  holdKeys,
  Kbd,
  ProblemState,
  useListens,
  useLoadSoon,
  useShortcuts,
} from '../../../ui/kit';
import { answerWords, BorrowerWishes, type Contact, useContact } from '../../contact';
import { LoanSheet, useLoan } from '../../loan-sheet';
import { MessagePart } from '../../messages';
import { useEngine, useSignedIn, useStore, useZone } from '../../session';
import { SettlementOnPress } from '../../settlements';
import { anew, buildCall, choose, type RecordInput } from '../call-form';
import { keyedGroups } from '../call-keys';
import { useServerCodes } from '../loan-queries';
import { useNow } from '../queries';
import type { Unanswered } from '../save-at-server';
import { type SavedCall, saveOnDevice } from '../save-call';
import { useCallForm } from '../use-call-form';
import { type BroughtCall, useStartedCall } from '../use-started-call';
import { CallLine } from './call-line';
import { DispositionForm } from './disposition-form';
import { LoanRequests } from './loan-requests';
import { type Permission, Phones } from './phones';
import { ScriptCard } from './script-card';
import { Timeline } from './timeline';
import { Column, Columns, Foot } from './workspace-layout';

const loadOtherPhone = () => import('./other-phone-block');
const OtherPhoneBlock = lazy(loadOtherPhone);
const loadStraight = () => import('../save-at-server');
const SOON = [loadOtherPhone];
const SOON_WITHOUT_OUTBOX = [loadOtherPhone, loadStraight];

export interface SavedDisposition {
  recordId: string;
  loanId: string;
  loanNumber: string;
  code: string;
  /** A file came with it. */
  withFile: boolean;
}

export interface CallWorkspaceProps {
  /** An id or a loan number. */
  loan: string;
  /** The record that the server sent back and that is mended here. */
  mends?: string | null;
  /** A call that the dialer brought, with its own id. */
  predictive?: BroughtCall | undefined;
  /** `next`: the user asked for the next loan of the queue. */
  onSaved: (saved: SavedDisposition, then: 'next' | 'done') => void;
  /** Goes back to this loan after it was saved. */
  onReopen?: ((loan: { id: string; loanNumber: string }) => void) | undefined;
  /** Skips to the next loan without saving; left out where there is no queue. */
  onSkip?: (() => void) | undefined;
}

export function CallWorkspace(props: CallWorkspaceProps) {
  const engine = useEngine();
  const revision = useStore(engine?.loans.revision);
  const phase = useStore(engine?.loans.status)?.phase;
  const held = useMemo(() => {
    void revision;
    return engine?.loans.byId(props.loan);
  }, [engine, revision, props.loan]);
  const known = useStore(engine?.codes);
  const opening = engine !== undefined && phase === 'loading';
  const served = useLoan(props.loan, !held && !opening);
  const servedCodes = useServerCodes(!known);
  const loan = held ?? served.data;
  const rules = known ?? servedCodes.data;
  const error = served.error ?? (rules ? null : servedCodes.error);
  const failed = !loan && error !== null;
  useListens('problem', failed);
  if (failed) {
    const missing = error instanceof ApiError && error.detail.status === 404;
    if (missing)
      return (
        <EmptyState icon="search" title={t('This loan is not among yours')}>
          {t('It may have been given to somebody else, or closed.')}
        </EmptyState>
      );
    return <ProblemState problem={problemOf(error)} retry={served.refetch} />;
  }
  if (!loan || !rules) return <Skeleton lines={6} height="3rem" />;
  // Another loan or another record is another form.
  return <Workspace key={`${loan.id} ${props.mends ?? ''}`} {...props} loan={loan} rules={rules} />;
}

interface Rules {
  codes: readonly DispositionCode[];
  policy: { maxPtpDays: number; zone: string };
}

function Workspace({
  loan,
  rules,
  mends = null,
  predictive,
  onSaved,
  onReopen,
  onSkip,
}: Omit<CallWorkspaceProps, 'loan'> & { loan: Loan; rules: Rules }) {
  const api = useApi();
  const engine = useEngine();
  const zone = useZone();
  const now = useNow(1000);
  const dialer = useDialer();
  const { profile } = useSignedIn();
  const groups = useMemo(() => keyedGroups(rules.codes), [rules.codes]);
  const memory = useCallForm(loan.id, mends, engine, groups);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [problem, setProblem] = useState<{ title: string; message: string }>();
  const [refused, setRefused] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [awaiting, setAwaiting] = useState(false);
  const busy = useRef(false);
  const unanswered = useRef<Unanswered>(undefined);
  useLoadSoon(engine ? SOON : SOON_WITHOUT_OUTBOX);
  const { form, change } = memory;
  const { answers, files } = form;
  const calling = useStartedCall(loan, form, change, predictive);
  const { call } = calling;
  const labels = useMemo(() => new Map(rules.codes.map(({ code, label }) => [code, label])), [rules.codes]);
  const contact = useContact(loan);
  const phones = loan.phones.map((phone) => ({ phone, permission: permissionOf(contact, phone.id, zone) }));
  const today = dayOf(now, rules.policy.zone);
  const numberOf = (phoneId: string | null) => loan.phones.find(({ id }) => id === phoneId)?.number;
  const barred = mends
    ? t('This record is mended. A new call gets a record of its own.')
    : calling.elsewhere
      ? t('The dialer is in another call. End it first.')
      : undefined;
  const codeOf = (code: string) => rules.codes.find((one) => one.code === code);

  async function startCall(phone: Loan['phones'][number]) {
    if (barred || calling.live || busy.current) return;
    const permission = permissionOf(contact, phone.id, zone);
    setRefused(permission.allowed ? await calling.start(phone) : permission.words);
  }

  /** Of a role without an outbox. */
  async function saveStraight(input: RecordInput): Promise<SavedCall> {
    try {
      const server = await loadStraight();
      unanswered.current = server.nextForm(unanswered.current, input);
      return await server.saveAtServer(api, unanswered.current);
    } catch (error) {
      const { title, todo } = screenWords(error);
      return { ok: false, errors: [], title, message: todo };
    }
  }

  async function save(then: 'next' | 'done') {
    if (busy.current) return;
    const code = codeOf(answers.code);
    const built = buildCall(
      { answers, call, files },
      {
        loan,
        code,
        policy: rules.policy,
        now: Date.now(),
        predictive: !!predictive,
        elsewhere: {
          phones: loan.phones.length,
          inHours: (at) => !contact.answer('call', answers.otherPhone, at).reasons.some(({ rule }) => rule === 'hours'),
        },
        original: memory.original,
      },
    );
    if (!built.ok) {
      setErrors(built.errors);
      return;
    }
    busy.current = true;
    // Whatever comes now is for the loan after this one, unless the save is refused.
    holdKeys();
    setSaving(true);
    setProblem(undefined);
    const saved = engine ? await saveOnDevice(engine, built.input, mends) : await saveStraight(built.input);
    setSaving(false);
    if (!saved.ok) {
      // What is saved is saved once, also where its form stands a moment longer.
      busy.current = false;
      setErrors(saved.errors);
      if ('title' in saved) setProblem(saved);
      return;
    }
    memory.discard();
    // A record that is mended was of another call.
    if (calling.toEnd && code && !mends) {
      const outcome = CONNECTED_CLASSES.includes(code.class) ? 'connected' : 'not-connected';
      dialer?.actions.finish(calling.toEnd, outcome, code.code);
    }
    showToast(successes.dispositionAdded, {
      tone: 'saved',
      // The next loan stands there by now: whose outcome it was, and the way back to look at it.
      ...(onReopen && {
        action: {
          label: `${loan.borrower.name} · ${code ? said(code.label) : ''}`,
          onClick: () => onReopen(loan),
        },
      }),
    });
    onSaved(
      {
        recordId: saved.recordId,
        loanId: loan.id,
        loanNumber: loan.loanNumber,
        code: built.input.code,
        withFile: files.length > 0,
      },
      then,
    );
    dropKeys('');
  }

  /** A dialog over the form has these keys for itself. */
  const saveByKey = (then: 'next' | 'done') => {
    if (!document.querySelector('dialog[open]')) void save(then);
  };
  const callable = phones.find(({ permission }) => permission.allowed)?.phone;
  useShortcuts([
    { keys: '$mod+Enter', label: t('Save and go to the next loan'), run: () => saveByKey('next'), whileTyping: true },
    { keys: '$mod+s', label: t('Save'), run: () => saveByKey('done'), whileTyping: true },
    ...((callable || contact.asking) && !barred && !calling.live && !answers.group
      ? [
          {
            keys: 'c',
            label: t('Call the first number that may be called'),
            run: (event: KeyboardEvent) => {
              if (callable) return void startCall(callable);
              holdKeys(loan.id, event);
              setAwaiting(true);
            },
          },
        ]
      : []),
    ...(onSkip && !answers.group ? [{ keys: 'n', label: t('Next loan without saving'), run: onSkip }] : []),
  ]);
  useListens(loan.id, memory.ready && !(awaiting && contact.asking));
  useEffect(() => {
    if (!problem && errors.length === 0) return;
    // What was typed behind a save that is refused was meant for another loan.
    dropKeys();
    // Where the form is longer than the screen.
    document.querySelector('[data-invalid]')?.scrollIntoView?.({ block: 'center' });
  }, [problem, errors]);

  if (memory.gone)
    return (
      <EmptyState icon="check" title={t('This record no longer needs you')}>
        {t('It was sent, mended or discarded meanwhile.')}
      </EmptyState>
    );
  return (
    <Columns>
      <Column aria-label={t('Loan')} place="who" tabIndex={0}>
        <LoanSheet
          loan={loan}
          phones={
            <Stack gap="2">
              {refused && <Banner tone="warn" icon="blocked" title={refused} />}
              <Phones
                phones={phones}
                callingId={calling.live ? (call?.phoneId ?? '') : null}
                barred={barred}
                onCall={(phone) => void startCall(phone)}
                labelOf={(code) => said(labels.get(code) ?? code)}
              />
              <Suspense>
                <BorrowerWishes loanId={loan.id} />
              </Suspense>
            </Stack>
          }
        />
      </Column>
      <Column aria-label={t('Disposition')} place="what">
        <Stack gap="3" paddingBottom="3">
          {call && !mends && (
            <CallLine
              calling={calling}
              call={call}
              brought={!!predictive}
              now={now}
              number={dialer?.view.connection === 'connected' ? undefined : numberOf(call.phoneId)}
            />
          )}
          {memory.restoredAt !== undefined && (
            <DraftNote at={memory.restoredAt} zone={zone} onDiscard={memory.startOver} />
          )}
          <ScriptCard loan={loan} caller={profile.fullName} />
          {memory.ready ? (
            <DispositionForm
              codes={rules.codes}
              answers={answers}
              files={files}
              engine={engine}
              onFiles={(next) => change((held) => ({ ...held, files: next(held.files) }))}
              onFileLost={setProblem}
              onGroup={(group) => {
                setErrors([]);
                change((held) => ({
                  ...held,
                  answers: held.answers.group === group ? held.answers : { ...anew(held.answers), group },
                }));
              }}
              onCode={(code) => {
                setErrors([]);
                const setting = { overduePaise: loan.overduePaise, now: Date.now(), ...rules.policy };
                change((held) => ({ ...held, answers: choose(held.answers, code, setting) }));
              }}
              onAnswer={(name, value) => change((held) => ({ ...held, answers: { ...held.answers, [name]: value } }))}
              onBack={() =>
                change((held) => ({
                  ...held,
                  answers: held.answers.code ? { ...held.answers, code: '' } : anew(held.answers),
                }))
              }
              errors={errors}
              today={today}
              maxPtpDays={rules.policy.maxPtpDays}
              zone={rules.policy.zone}
            />
          ) : (
            <Skeleton lines={4} />
          )}
          {memory.ready && answers.code && !call && !mends && !predictive && (
            <Suspense>
              <OtherPhoneBlock
                phones={loan.phones}
                answers={answers}
                now={now}
                errors={errors}
                onAnswer={(name, value) => change((held) => ({ ...held, answers: { ...held.answers, [name]: value } }))}
              />
            </Suspense>
          )}
          {problem && (
            <Banner tone="warn" title={said(problem.title)}>
              {said(problem.message)}
            </Banner>
          )}
        </Stack>
        <Foot data-keep-free>
          <Button look="primary" busy={saving} onClick={() => void save('next')}>
            {t('Save and next')} <Kbd aria-hidden="true">Ctrl Enter</Kbd>
          </Button>
          {/* The dialer brings the next one by itself: there is nothing else to go to. */}
          {!predictive && (
            <Button busy={saving} onClick={() => void save('done')}>
              {t('Save')}
            </Button>
          )}
          {onSkip && (
            <Button look="plain" title={t('Next loan without saving')} onClick={onSkip}>
              {t('Skip it')} <Kbd aria-hidden="true">N</Kbd>
            </Button>
          )}
          {errors.length > 0 && (
            <Text size="small" tone="danger" role="status" width="full">
              {t('Please look at the marked fields. Nothing is lost.')}
            </Text>
          )}
        </Foot>
      </Column>
      <Column aria-label={t('What happened')} place="when" tabIndex={0}>
        <Timeline loan={loan} />
        <LoanRequests loanId={loan.id} />
        <SettlementOnPress key={loan.id} loanId={loan.id} />
        <Suspense>
          <MessagePart loan={loan} keys={!answers.group} />
        </Suspense>
      </Column>
    </Columns>
  );
}

/** The contact gate's answer for a call to this phone, in its words. */
function permissionOf(contact: Contact, phoneId: string, zone: string): Permission {
  const answer = contact.answer('call', phoneId);
  return { allowed: answer.allowed, words: answerWords(answer, contact.now, zone) };
}
