import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../i18n';
import { Button, IconButton } from '../button';
import { Box, Heading, Text } from '../layout';
import { type Problem, ProblemNote } from './problem';

const Frame = chakra('dialog', {
  base: {
    margin: 'auto',
    padding: '0',
    width: 'calc(100vw - 1.5rem)',
    maxHeight: 'calc(100dvh - 1.5rem)',
    overflow: 'hidden',
    background: 'surface',
    color: 'ink',
    borderRadius: 'card',
    boxShadow: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    _open: { display: 'flex', flexDirection: 'column', animation: 'appear var(--quick) ease-out' },
  },
  variants: {
    size: { small: { maxWidth: '26rem' }, medium: { maxWidth: '40rem' }, large: { maxWidth: '64rem' } },
    at: { top: { marginTop: 'min(12vh, 8rem)' }, middle: {} },
  },
  defaultVariants: { size: 'medium', at: 'middle' },
});
const Top = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    paddingInline: '5',
    paddingTop: '3',
    paddingBottom: '2',
    minHeight: '3.25rem',
  },
});
const Body = chakra('div', {
  base: { paddingInline: '5', paddingBottom: '5', overflowY: 'auto', overscrollBehavior: 'contain', flex: '1' },
});
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    paddingInline: '5',
    paddingBlock: '3',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
  },
});

/** What was refused, where the button that asked for it stands, so that it can be pressed again. */
export const Refused = ({ problem }: { problem: Problem | undefined }) =>
  problem && (
    <Box paddingX="5" paddingBottom="4">
      <ProblemNote tone="danger" title={t('Nothing was changed')} problem={problem} />
    </Box>
  );

/**
 * A modal in the middle of the screen, on the browser's own dialog: focus stays inside and goes back, Esc and a press
 * beside it close it. Mount it while it is open. `bare` leaves header and body to the caller (a palette).
 */
export function Modal({
  title,
  onClose,
  children,
  footer,
  problem,
  size = 'medium',
  at = 'middle',
  bare = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Why its button did nothing; above the buttons, where it is seen however long the body is. */
  problem?: Problem | undefined;
  size?: 'small' | 'medium' | 'large';
  at?: 'top' | 'middle';
  bare?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <Frame
      ref={ref}
      size={size}
      at={at}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {bare ? (
        children
      ) : (
        <>
          <Top>
            <Heading id={titleId} flex="1">
              {title}
            </Heading>
            <IconButton icon="close" label={t('Close')} onClick={onClose} marginInlineEnd="-2" />
          </Top>
          <Body>{children}</Body>
        </>
      )}
      <Refused problem={problem} />
      {footer && <Foot>{footer}</Foot>}
    </Frame>
  );
}

/** Asks before something is destroyed or sent; the button says what happens, the text names its object. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  danger = false,
  busy = false,
  problem,
  onConfirm,
  onClose,
}: {
  title: string;
  children?: ReactNode;
  /** The words of the button: "Delete report". */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  /** Why it was not done (`failedWrite` of its mutation's error, which has `meta: OWN_WORDS`); the question stays open. */
  problem?: Problem | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      problem={problem}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {typeof children === 'string' ? <Text>{children}</Text> : children}
    </Modal>
  );
}
