import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../i18n';
import { IconButton } from './button';
import { Heading } from './layout';

const Frame = chakra('dialog', {
  base: {
    background: 'surface',
    color: 'ink',
    boxShadow: 'card',
    maxWidth: 'full',
    width: 'full',
    padding: '0',
    overflow: 'hidden',
    _open: { display: 'flex', flexDirection: 'column', animation: 'rise var(--calm) ease-out' },
  },
  variants: {
    side: {
      /** Over the lower edge on a phone, in the middle on a wide screen. */
      bottom: {
        margin: { base: 'auto 0 0', md: 'auto' },
        maxHeight: '92dvh',
        maxW: { base: 'full', md: '32rem' },
        borderTopLeftRadius: 'card',
        borderTopRightRadius: 'card',
        borderBottomLeftRadius: { base: '0', md: 'card' },
        borderBottomRightRadius: { base: '0', md: 'card' },
      },
      right: { margin: '0 0 0 auto', height: '100dvh', maxHeight: '100dvh', maxW: '34rem' },
    },
  },
  defaultVariants: { side: 'bottom' },
});

const Top = chakra('header', {
  base: { display: 'flex', alignItems: 'center', gap: '2', paddingInline: '4', paddingBlock: '2', minHeight: '3.5rem' },
});
const Body = chakra('div', {
  base: { paddingInline: '4', paddingBottom: '4', overflowY: 'auto', overscrollBehavior: 'contain', flex: '1' },
});
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    gap: '2',
    padding: '4',
    paddingBottom: 'max(1rem, env(safe-area-inset-bottom))',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    '& > *': { flex: '1' },
  },
});

/**
 * A modal on the browser's own dialog: focus is trapped and given back, Esc and a tap beside it close it. With
 * `persistent` only its own buttons do (an answer is needed).
 */
export function Sheet({
  open,
  onClose,
  title,
  children,
  footer,
  side = 'bottom',
  persistent = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'bottom' | 'right';
  persistent?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!dialog.open) dialog.showModal();
    // The page behind must not scroll under the thumb.
    const before = document.documentElement.style.overflow;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = before;
      dialog.close();
    };
  }, [open]);
  if (!open) return null;
  return (
    <Frame
      ref={ref}
      side={side}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!persistent) onClose();
      }}
      onClick={(event) => {
        if (!persistent && event.target === event.currentTarget) onClose();
      }}
    >
      <Top>
        <Heading id={titleId} flex="1">
          {title}
        </Heading>
        {!persistent && <IconButton icon="close" label={t('Close')} onClick={onClose} marginInlineEnd="-2" />}
      </Top>
      <Body>{children}</Body>
      {footer && <Foot>{footer}</Foot>}
    </Frame>
  );
}
