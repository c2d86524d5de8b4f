/**
 * A tab that is saved by itself: what was typed survives on the device, what is wrong stands at its field, and one that
 * somebody else saved meanwhile asks whose counts.
 */
import { type ReactNode, useRef, useState } from 'react';
import { safeParse } from 'zod/mini';
import type { Schema } from '../../../core/contract/kit';
import { formatDateTime } from '../../../core/domain/dates';
import { ApiError, failedWrite, fieldWords, screenWords } from '../../api';
import { t } from '../../i18n';
import { Banner, Button, Row, Stack, Text } from '../../ui';
import { DraftNote, ProblemNote, useDraft } from '../../ui/kit';

export const REQUIRED = 'This Field Is Required';

/** What a schema finds wrong, by dotted path; its own short words where it has some. */
export function problemsOf(schema: Schema, value: unknown): Record<string, string> {
  const parsed = safeParse(schema, value);
  if (parsed.success) return {};
  const found: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const words = /^Invalid/.test(message) ? REQUIRED : message;
    found[path.map(String).join('.')] ??= words;
  }
  return found;
}

interface Loaded<T> {
  version: number;
  value: T;
}

export interface TabForm<T> {
  value: T;
  /** The version it was made from; 0 before the first save. */
  version: number;
  change: (part: Partial<T>) => void;
  /** At this path; undefined where nothing is wrong. */
  error: (path: string) => string | undefined;
  errors: Record<string, string>;
  changed: boolean;
  /** When the draft that the screen was opened with was last touched; undefined without one. */
  resumedAt: number | undefined;
  discard: () => void;
  save: () => Promise<boolean>;
  busy: boolean;
  failure: unknown;
  /** Somebody else saved it since; answers may be taken or overwritten. */
  conflict: boolean;
  takeTheirs: () => void;
  keepMine: () => Promise<boolean>;
  frame: React.RefObject<HTMLFormElement | null>;
}

/** `name` names the draft. `check` answers what is wrong by path. `send` rejects with an `ApiError`. */
export function useTabForm<T extends object>(
  name: string,
  loaded: Loaded<T>,
  {
    check,
    send,
  }: { check: (value: T) => Record<string, string>; send: (value: T, version: number) => Promise<unknown> },
): TabForm<T> {
  const draft = useDraft<Loaded<T>>(name, loaded);
  const [openedWith] = useState(draft.changedAt);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const frame = useRef<HTMLFormElement>(null);
  const { value, version } = draft.value;

  /** To the first field that is wrong, once it says so. */
  const show = (wrong: Record<string, string>) => {
    setErrors(wrong);
    if (Object.keys(wrong).length > 0)
      requestAnimationFrame(() =>
        frame.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus(),
      );
  };

  async function saveFrom(from: number): Promise<boolean> {
    if (busy) return false;
    const wrong = check(value);
    show(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) return false;
    setBusy(true);
    try {
      await send(value, from);
      draft.discard();
      return true;
    } catch (error) {
      show(fieldWords(error));
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const conflict = failure instanceof ApiError && failure.detail.code === 'conflict';
  return {
    value,
    version,
    change: (part) => {
      const next = { ...value, ...part };
      draft.set({ version, value: next });
      // A message goes as soon as its field is touched.
      const touched = Object.keys(part);
      setErrors((held) =>
        Object.fromEntries(Object.entries(held).filter(([path]) => !touched.includes(path.split('.')[0] ?? ''))),
      );
    },
    error: (path) => errors[path],
    errors,
    changed: draft.changedAt !== undefined,
    resumedAt: draft.changedAt !== undefined ? openedWith : undefined,
    discard: () => {
      draft.discard();
      setErrors({});
      setFailure(undefined);
    },
    save: () => saveFrom(version),
    busy,
    failure,
    conflict,
    takeTheirs: () => {
      draft.discard();
      setFailure(undefined);
      setErrors({});
    },
    keepMine: () => saveFrom(loaded.version),
    frame,
  };
}

/** The form around a tab's fields: draft and conflict above, the one button and its state below. Ctrl+Enter saves. */
export function TabFrame<T extends object>({
  form,
  label,
  saveLabel,
  savedAt,
  savedBy,
  zone,
  mayEdit,
  onSaved,
  children,
}: {
  form: TabForm<T>;
  label: string;
  saveLabel: string;
  savedAt: string | null;
  savedBy: string | null;
  zone: string;
  mayEdit: boolean;
  onSaved: () => void;
  children: ReactNode;
}) {
  const run = async (save: () => Promise<boolean>) => {
    if (await save()) onSaved();
  };
  const failed = form.failure !== undefined && !form.conflict;
  const wrong = Object.keys(form.errors).length;
  return (
    <form
      ref={form.frame}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(form.save);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void run(form.save);
      }}
    >
      <Stack gap="5">
        {form.resumedAt !== undefined && <DraftNote at={form.resumedAt} zone={zone} onDiscard={form.discard} />}
        {form.conflict && (
          <Banner
            tone="warn"
            title={t('Somebody else saved this tab meanwhile')}
            action={
              <Row gap="2">
                <Button small onClick={form.takeTheirs}>
                  {t('Take theirs')}
                </Button>
                <Button small onClick={() => void run(form.keepMine)}>
                  {t('Save mine over it')}
                </Button>
              </Row>
            }
          >
            {savedAt &&
              t('Saved {time} by {name}. What you typed is kept.', {
                time: formatDateTime(savedAt, zone),
                name: savedBy ?? t('somebody'),
              })}
          </Banner>
        )}
        <fieldset disabled={!mayEdit} style={{ display: 'contents' }}>
          {children}
        </fieldset>
        {failed && wrong === 0 && (
          <ProblemNote
            tone="danger"
            problem={failedWrite(form.failure)}
            refused={`${screenWords(form.failure).todo} ${t('What you typed is kept.')}`}
          />
        )}
        <Row gap="3">
          {mayEdit && (
            <Button type="submit" look="primary" busy={form.busy}>
              {saveLabel}
            </Button>
          )}
          <Text size="small" tone={wrong > 0 ? 'danger' : 'muted'} role="status">
            {wrong > 0
              ? t('Please check the marked fields.')
              : !mayEdit
                ? t('You may look at this portfolio, not change it.')
                : form.changed
                  ? t('Not saved yet; kept on this device')
                  : savedAt
                    ? t('Saved {time} by {name}', {
                        time: formatDateTime(savedAt, zone),
                        name: savedBy ?? t('somebody'),
                      })
                    : t('Not saved yet')}
          </Text>
        </Row>
      </Stack>
    </form>
  );
}
