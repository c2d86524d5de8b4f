/**
 * One loan in three columns that stay where they are: who it is, what came of the call, what happened before. Used by call
 * management and by the predictive call. Works without a network where the device keeps an outbox.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { callStarted } from '../../../../core/contract/dispositions';
import type { FieldError } from '../../../../core/contract/errors';
import type { Loan } from '../../../../core/contract/loans';
import { CONNECTED_CLASSES } from '../../../../core/domain/call-stages';
import { dayOf } from '../../../../core/domain/dates';
import type { DispositionCode } from '../../../../core/domain/dispositions';
import { uuidv7 } from '../../../../core/domain/ids';
import { ApiError, problemOf, successes, useApi } from '../../../api';
import { useDialer } from '../../../dialer';
import { said, t } from '../../../i18n';
import { Badge, Banner, Button, chakra, EmptyState, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { DraftNote, Kbd, ProblemState, useShortcuts } from '../../../ui/kit';
import { answerWords, BorrowerWishes, type Contact, useContact } from '../../contact';
import { MessagePart } from '../../messages';
import { useEngine, useSignedIn, useStore, useZone } from '../../session';
import { BLANK, buildCall, choose } from '../call-form';
import { keyedGroups } from '../call-keys';
import { useServerCodes, useServerLoan } from '../loan-queries';
import { useNow } from '../queries';
import { type SavedCall, saveAtServer, saveOnDevice } from '../save-call';
import { useCallForm } from '../use-call-form';
import { clockWords } from '../words';
import { DispositionForm } from './disposition-form';
import { LoanSheet } from './loan-sheet';
import { type Permission, Phones } from './phones';
import { ScriptCard } from './script-card';
import { Timeline } from './timeline';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    // What is asked gets the most: it is worked in, the others are read.
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      lg: '19rem minmax(0, 1fr)',
      xl: 'minmax(17rem, 20fr) minmax(25rem, 34fr) minmax(16.5rem, 19fr)',
    },
    gridTemplateRows: { xl: 'minmax(0, 1fr)' },
    minHeight: { xl: '0' },
    '& > *': { minWidth: 0 },
  },
});
/** Each column scrolls by itself on a desk, so that none of them moves the others, and the buttons stay where they are. */
const Column = chakra('section', {
  base: {
    maxHeight: { xl: '100%' },
    overflowY: { xl: 'auto' },
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    padding: '4',
  },
  variants: {
    place: {
      who: {},
      what: { paddingBottom: '0', height: { xl: '100%' }, display: { xl: 'flex' }, flexDirection: 'column' },
      when: {},
    },
  },
});

/** In sight however long the form is; on a phone the bar of the menu stands there. */
const Foot = chakra('footer', {
  base: {
    position: { base: 'static', lg: 'sticky' },
    bottom: '0',
    marginTop: 'auto',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    paddingBlock: '3',
    background: 'surface',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
  },
});

export interface SavedDisposition {
  recordId: string;
  loanId: string;
  code: string;
}

export interface CallWorkspaceProps {
  /** An id or a loan number. */
  loan: string;
  /** The record that the server sent back and that is mended here. */
  mends?: string | null;
  /** A call that the dialer brought, with its own id. */
  predictive?: { callId: string; startedAt: number; phoneId?: string | null } | undefined;
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
  const served = useServerLoan(props.loan, !held && !opening);
  const servedCodes = useServerCodes(!known);
  const loan = held ?? served.data;
  const rules = known ?? servedCodes.data;
  const error = served.error ?? (rules ? null : servedCodes.error);
  if (!loan && error) {
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
  const queries = useQueryClient();
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
  const busy = useRef(false);
  const key = useRef(uuidv7());
  const { form, change } = memory;
  const { answers, files } = form;
  const call = predictive
    ? { id: predictive.callId, phoneId: predictive.phoneId ?? null, startedAt: predictive.startedAt }
    : form.call;
  const labels = useMemo(() => new Map(rules.codes.map(({ code, label }) => [code, label])), [rules.codes]);
  const contact = useContact(loan);
  const phones = loan.phones.map((phone) => ({ phone, permission: permissionOf(contact, phone.id, zone) }));
  const today = dayOf(now, rules.policy.zone);
  const codeOf = (code: string) => rules.codes.find((one) => one.code === code);

  /** The start is noted first; where the server cannot be asked, it travels with the record. */
  async function startCall(phone: Loan['phones'][number]) {
    if (call || busy.current) return;
    const permission = permissionOf(contact, phone.id, zone);
    if (!permission.allowed) return setRefused(permission.words);
    setRefused(undefined);
    const started = { id: uuidv7(), phoneId: phone.id, startedAt: Date.now() };
    change((held) => ({ ...held, call: started }));
    if (engine?.status.get().online !== false) {
      const asked = api.call(callStarted, {
        headers: { 'idempotency-key': started.id },
        body: {
          call_status: 'CALL_STARTED',
          loanId: loan.id,
          phoneId: phone.id,
          disposedBy: 'CRM_TELECALLER',
          startedAt: new Date(started.startedAt).toISOString(),
        },
      });
      const words = await Promise.race([
        asked.then(
          () => void queries.invalidateQueries({ queryKey: ['contact', loan.id] }),
          (error: unknown) =>
            error instanceof ApiError && !error.offline && error.detail.class === 'user' ? error.message : undefined,
        ),
        // Nobody waits for a slow line before they dial.
        new Promise<undefined>((resolve) => setTimeout(resolve, 1500)),
      ]);
      if (words) {
        change((held) => ({ ...held, call: held.call?.id === started.id ? null : held.call }));
        return setRefused(words);
      }
    }
    if (dialer?.view.connection === 'connected') dialer.actions.dial(phone.number, loan.loanNumber);
    else if (matchMedia('(pointer: coarse)').matches) dialByPhone(phone.number);
  }

  async function save(then: 'next' | 'done') {
    if (busy.current) return;
    const code = codeOf(answers.code);
    const built = buildCall(
      { answers, call, files },
      { loan, code, policy: rules.policy, now: Date.now(), predictive: !!predictive, original: memory.original },
    );
    if (!built.ok) {
      setErrors(built.errors);
      // Where the form is longer than the screen.
      requestAnimationFrame(() => document.querySelector('[data-invalid]')?.scrollIntoView?.({ block: 'center' }));
      return;
    }
    busy.current = true;
    setSaving(true);
    setProblem(undefined);
    const saved: SavedCall = engine
      ? await saveOnDevice(engine, built.input, mends)
      : await saveAtServer(api, built.input, key.current);
    busy.current = false;
    setSaving(false);
    if (!saved.ok) {
      setErrors(saved.errors);
      if ('title' in saved) setProblem(saved);
      return;
    }
    memory.discard();
    if (dialer?.view.call && code) {
      dialer.actions.dispose(CONNECTED_CLASSES.includes(code.class) ? 'connected' : 'not-connected', code.code);
      dialer.actions.markDone();
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
    onSaved({ recordId: saved.recordId, loanId: loan.id, code: built.input.code }, then);
  }

  /** A dialog over the form has these keys for itself. */
  const saveByKey = (then: 'next' | 'done') => {
    if (!document.querySelector('dialog[open]')) void save(then);
  };
  // Without a dialer somebody has to dial: only then, and only this number, is shown whole.
  const byHand =
    call && !predictive && dialer?.view.connection !== 'connected' && loan.phones.find(({ id }) => id === call.phoneId);
  const callable = phones.find(({ permission }) => permission.allowed)?.phone;
  useShortcuts([
    { keys: '$mod+Enter', label: t('Save and go to the next loan'), run: () => saveByKey('next'), whileTyping: true },
    { keys: '$mod+s', label: t('Save'), run: () => saveByKey('done'), whileTyping: true },
    ...(callable && !call && !answers.group
      ? [{ keys: 'c', label: t('Call the first number that may be called'), run: () => void startCall(callable) }]
      : []),
    ...(onSkip && !answers.group ? [{ keys: 'n', label: t('Next loan without saving'), run: onSkip }] : []),
  ]);

  if (memory.gone)
    return (
      <EmptyState icon="check" title={t('This record no longer needs you')}>
        {t('It was sent, mended or discarded meanwhile.')}
      </EmptyState>
    );
  return (
    <Columns>
      <Column aria-label={t('Loan')} place="who">
        <LoanSheet
          loan={loan}
          phones={
            <Stack gap="2">
              {refused && <Banner tone="warn" icon="blocked" title={refused} />}
              <Phones
                phones={phones}
                callingId={call ? (call.phoneId ?? '') : null}
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
          {call && (
            <Row apart>
              <Row gap="2">
                <Badge tone="accent" icon="phone">
                  {t('Call')} {clockWords(Math.max(0, Math.round((now - call.startedAt) / 1000)))}
                </Badge>
                {byHand && (
                  <Text as="span">
                    {t('Dial {number}', { number: byHand.number.replace(/(\d{5})(\d{5})/, '$1 $2') })}
                  </Text>
                )}
              </Row>
              {!predictive && (
                <Button small look="plain" onClick={() => change((held) => ({ ...held, call: null }))}>
                  {t('No call was made')}
                </Button>
              )}
            </Row>
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
              onFile={engine && ((file, kind) => void keepFile(file, kind))}
              onFileRemoved={(sha256) =>
                change((held) => ({ ...held, files: held.files.filter((file) => file.sha256 !== sha256) }))
              }
              onGroup={(group) => {
                setErrors([]);
                change((held) => ({
                  ...held,
                  answers:
                    held.answers.group === group ? held.answers : { ...BLANK, remarks: held.answers.remarks, group },
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
                  answers: held.answers.code
                    ? { ...held.answers, code: '' }
                    : { ...BLANK, remarks: held.answers.remarks },
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
      <Column place="when">
        <Timeline loan={loan} />
        <Suspense>
          <MessagePart loan={loan} keys={!answers.group} />
        </Suspense>
      </Column>
    </Columns>
  );

  async function keepFile(file: File, kind: 'screenshot' | 'document') {
    if (!engine) return;
    try {
      const { ref } = await engine.keepFile({
        blob: file,
        kind,
        takenAt: new Date().toISOString(),
        name: file.name.slice(0, 120),
      });
      change((held) =>
        held.files.some(({ sha256 }) => sha256 === ref.sha256) ? held : { ...held, files: [...held.files, ref] },
      );
    } catch (error) {
      setProblem({
        title: t('The file could not be kept'),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** The contact gate's answer for a call to this phone, in its words. */
function permissionOf(contact: Contact, phoneId: string, zone: string): Permission {
  const answer = contact.answer('call', phoneId);
  return { allowed: answer.allowed, words: answerWords(answer, contact.now, zone) };
}

/** On a phone its own telephone dials. A desk would ask in a dialog which program may, so there the number is shown. */
function dialByPhone(number: string): void {
  const link = document.createElement('a');
  link.href = `tel:+91${number}`;
  link.click();
}
