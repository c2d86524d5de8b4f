/**
 * What came of the call: the class by a digit, the code by a letter, then only what the code asks for. Every part works by
 * mouse as well.
 */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldError } from '../../../../core/contract/errors';
import type { AttachmentRef } from '../../../../core/contract/records';
import type { Day } from '../../../../core/domain/dates';
import { CLASSES, type DispositionCode } from '../../../../core/domain/dispositions';
import { said, t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { Banner, Button, chakra, Field, Heading, loadDateChips, NumberInput, Row, Stack, TextArea } from '../../../ui';
import { Kbd, useLoadSoon, useShortcuts } from '../../../ui/kit';
import { type CallAnswers, callbackTimes, questionsOf } from '../call-form';
import { type KeyedGroup, keyedGroups } from '../call-keys';
import { Answers, chipQuestion } from './answers';

const loadFiles = () => import('./files').then((part) => ({ default: part.Files }));
const Files = lazy(loadFiles);
const SOON = [loadFiles, loadDateChips];

const Choices = chakra('div', {
  base: { display: 'grid', gap: '2', gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))' },
});
const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'control',
    paddingInline: '2',
    paddingBlock: '1',
    textAlign: 'start',
    lineHeight: 1.25,
    fontWeight: 'medium',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    cursor: 'pointer',
    '&[aria-pressed=true]': {
      background: 'accent-soft',
      borderColor: 'accent-ink',
      color: 'accent-ink',
      fontWeight: 'bold',
    },
  },
});

export interface DispositionFormProps {
  codes: readonly DispositionCode[];
  answers: CallAnswers;
  files: readonly AttachmentRef[];
  /** Undefined where this device keeps no files. */
  engine: OfflineEngine | undefined;
  onFiles: (next: (held: readonly AttachmentRef[]) => AttachmentRef[]) => void;
  onFileLost: (problem: { title: string; message: string }) => void;
  onGroup: (key: string) => void;
  onCode: (code: DispositionCode) => void;
  onAnswer: (name: keyof CallAnswers, value: string) => void;
  onBack: () => void;
  errors: readonly FieldError[];
  today: Day;
  maxPtpDays: number;
  zone: string;
}

export function DispositionForm(props: DispositionFormProps) {
  const { codes, answers, onGroup, onCode, onAnswer, onBack, errors } = props;
  useLoadSoon(SOON);
  const groups = keyedGroups(codes);
  const group = groups.find(({ key }) => key === answers.group);
  const chosen = group?.codes.find(({ code }) => code.code === answers.code)?.code;
  const chips = chosen && chipQuestion(chosen, answers);
  const fields = useRef<HTMLDivElement>(null);
  const code = chosen?.code;

  // A field that only typing answers has the cursor at once; what digits answer, has not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the code is the event
  useEffect(() => {
    if (!code || chips) return;
    const empty = emptyRequired(fields.current);
    if (empty) return empty.focus();
    // The amount is filled in and marked whole: digits that are typed are the borrower's amount, and no other class.
    const amount = fields.current?.querySelector<HTMLInputElement>('[data-answers] input[inputmode=decimal]');
    if (amount && !matchMedia('(pointer: coarse)').matches) {
      amount.focus();
      amount.select();
    }
  }, [code]);
  // On a small or magnified screen the form stands below the loan: a key that chooses in it shows it.
  const before = useRef(answers.group);
  useEffect(() => {
    if (answers.group === before.current) return;
    before.current = answers.group;
    const top = fields.current?.getBoundingClientRect().top ?? 0;
    if (answers.group !== '' && top > innerHeight / 2) fields.current?.scrollIntoView?.({ block: 'start' });
  }, [answers.group]);
  useEffect(() => {
    const onTab = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey || document.activeElement !== document.body) return;
      const field = emptyRequired(fields.current) ?? firstQuestion(fields.current);
      if (!field) return;
      event.preventDefault();
      field.focus();
    };
    addEventListener('keydown', onTab);
    return () => removeEventListener('keydown', onTab);
  }, []);

  // Counted from the moment in which the outcome was chosen, so that no time moves below a finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the code is the event
  const times = useMemo(
    () => (chosen?.requires.includes('callbackAt') ? callbackTimes(Date.now(), props.zone) : []),
    [code, props.zone],
  );
  const byDigit = chips ?? (times.length > 0 && { name: 'callbackAt' as const, options: times.map(({ at }) => at) });
  const digits = byDigit
    ? byDigit.options.map((value, at) => ({
        keys: String(at + 1),
        label: t('Answer {n}', { n: at + 1 }),
        run: () => onAnswer(byDigit.name, value),
      }))
    : [];
  useShortcuts([
    ...groups
      .filter(({ key }) => !digits.some(({ keys }) => keys === key))
      .map(({ key, ...one }) => ({ keys: key, label: groupName(one), run: () => onGroup(key) })),
    ...digits,
    ...(group?.codes ?? []).map(({ key, code: one }) => ({
      keys: key,
      label: said(one.label),
      run: () => onCode(one),
    })),
    { keys: '.', label: t('Write remarks'), run: () => remarksOf(fields.current)?.focus() },
    {
      keys: 'Escape',
      label: t('Leave the field, or go back a step'),
      whileTyping: true,
      run: () => {
        const at = document.activeElement;
        if (at instanceof HTMLElement && fields.current?.contains(at)) at.blur();
        else onBack();
      },
    },
  ]);
  const errorOf = (path: string) => {
    const found = errors.find(
      (error) => error.path === path || error.path.startsWith(`${path}.`) || path.startsWith(`${error.path}.`),
    );
    return found && said(found.message);
  };
  const stray = errors.filter(({ path }) => path === '' || path === 'code');

  return (
    <Stack gap="4" ref={fields} scrollMarginTop="calc(var(--bars, 3.25rem) + 1rem)">
      <Stack gap="2" role="group" aria-label={t('Class of the outcome')}>
        {/* Once the outcome is known its questions need the room; a digit still goes to another class at once. */}
        {chosen && group ? (
          <Row apart>
            <Heading as="h3">{groupName(group)}</Heading>
            <Button small look="plain" onClick={onBack}>
              {t('Another outcome')} <Kbd aria-hidden="true">Esc</Kbd>
            </Button>
          </Row>
        ) : (
          <>
            <Heading as="h3">{t('What came of the call?')}</Heading>
            <Choices>
              {groups.map(({ key, ...one }) => (
                <Choice key={key} type="button" aria-pressed={answers.group === key} onClick={() => onGroup(key)}>
                  <Kbd>{key}</Kbd>
                  {groupName(one)}
                </Choice>
              ))}
            </Choices>
          </>
        )}
      </Stack>
      {group && (
        <Choices role="group" aria-label={t('Outcome')}>
          {group.codes.map(({ key, code: one }) => (
            <Choice key={one.code} type="button" aria-pressed={answers.code === one.code} onClick={() => onCode(one)}>
              <Kbd>{key.toUpperCase()}</Kbd>
              {said(one.label)}
            </Choice>
          ))}
        </Choices>
      )}
      {stray.map(({ message }) => (
        <Banner key={message} tone="warn" title={said(message)} />
      ))}
      {chosen && (
        <Answers
          code={chosen}
          answers={answers}
          onAnswer={onAnswer}
          errorOf={errorOf}
          today={props.today}
          maxPtpDays={props.maxPtpDays}
          times={times}
        />
      )}
      {/* What is heard is written down while it is said, long before its outcome is known. */}
      <Field
        label={
          <>
            {t('Remarks')} <Kbd aria-hidden="true">.</Kbd>
          </>
        }
        optional={!chosen?.requires.includes('remarks')}
        required={!!chosen?.requires.includes('remarks')}
        error={errorOf('remarks')}
      >
        <TextArea data-remarks value={answers.remarks} onChange={(value) => onAnswer('remarks', value)} rows={2} />
      </Field>
      {!(chosen && questionsOf(chosen).asked.includes('newPhone')) && (
        <AnotherNumber
          value={answers.newPhone}
          error={errorOf('newPhone')}
          onChange={(value) => onAnswer('newPhone', value)}
        />
      )}
      {chosen && props.engine && (
        <Suspense>
          <Files
            files={props.files}
            proof={chosen.requires.includes('proof')}
            error={errorOf('attachments')}
            engine={props.engine}
            onFiles={props.onFiles}
            onLost={props.onFileLost}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** Not asked for by the outcome, and welcome on every call. */
function AnotherNumber(props: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const [open, setOpen] = useState(false);
  if (!open && props.value === '')
    return (
      <Row>
        <Button small look="plain" icon="phone" onClick={() => setOpen(true)}>
          {t('Add another number')}
        </Button>
      </Row>
    );
  return (
    <Field label={t('New number')} optional error={props.error}>
      <NumberInput value={props.value} onChange={props.onChange} maxLength={10} autoFocus={open} />
    </Field>
  );
}

const groupName = ({ classes }: Pick<KeyedGroup, 'classes'>): string =>
  classes.map((name) => t(CLASSES[name].label)).join(' · ');

const remarksOf = (within: HTMLElement | null) => within?.querySelector<HTMLTextAreaElement>('[data-remarks]');

/** Where the answers begin, of which the usual ones are filled in; without an outcome the remarks. */
const firstQuestion = (within: HTMLElement | null) =>
  within?.querySelector<HTMLElement>('[data-answers] :is(input, select, button)') ?? remarksOf(within);

/** The first field that must be filled and is not. */
function emptyRequired(within: HTMLElement | null): HTMLElement | undefined {
  const fields = within?.querySelectorAll<HTMLInputElement>('[aria-required=true]') ?? [];
  return [...fields].find((field) => 'value' in field && field.value === '');
}
