/** Takes a file however it comes: dropped anywhere on the page, chosen, or pasted, even as cells copied out of a spreadsheet. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { Icon } from '../icon';
import { Text } from '../layout';

const Zone = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    padding: '6',
    textAlign: 'center',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'control',
    borderRadius: 'card',
    background: 'canvas',
    color: 'muted',
    transition: 'background-color var(--quick), border-color var(--quick)',
  },
  variants: {
    over: { true: { borderColor: 'accent-ink', background: 'accent-soft', color: 'accent-ink' } },
    small: { true: { padding: '3' } },
  },
});

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Cells out of a spreadsheet are lines with tabs between them. */
const asTable = (text: string): File | undefined =>
  text.includes('\t') && text.includes('\n')
    ? new File([text], t('pasted rows.tsv'), { type: 'text/tab-separated-values' })
    : undefined;

/** What a drag or a paste holds of files, while the part is on the screen and not in the way of an open dialog. */
function useFileComing(onFile: (file: File) => void, disabled: boolean): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    if (disabled) return;
    const drag = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) take.current(file);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const file = event.clipboardData?.files[0] ?? asTable(event.clipboardData?.getData('text/plain') ?? '');
      if (file) take.current(file);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
      setOver(false);
    };
  }, [disabled]);
  return over;
}

/** One on a page: it listens to the whole page. `takes` says in words what it takes, `accept` says it to the browser. */
export function FileDrop({
  label,
  takes,
  accept,
  onFile,
  choose = t('Choose a file'),
  busy = false,
  small = false,
  action,
}: {
  label: string;
  takes: ReactNode;
  /** As in `<input accept>`. */
  accept: string;
  onFile: (file: File) => void;
  /** The words of its button. */
  choose?: string | undefined;
  /** A file is on its way: another one is not taken. */
  busy?: boolean;
  small?: boolean;
  /** Beside the button, as a template to download. */
  action?: ReactNode;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const over = useFileComing(onFile, busy);
  return (
    <Zone over={over} small={small} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-takes`}>
      {!small && <Icon name="upload" size="1.75rem" />}
      <strong id={`${id}-label`}>{over ? t('Drop it to take it') : label}</strong>
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button look={small ? 'quiet' : 'primary'} icon="plus" busy={busy} onClick={() => input.current?.click()}>
          {choose}
        </Button>
        {action}
      </div>
      <Text id={`${id}-takes`} size="small" tone="muted">
        {takes}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </Zone>
  );
}
