import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    margin: '0',
    minWidth: '12rem',
    maxWidth: 'min(24rem, calc(100vw - 1rem))',
    maxHeight: 'min(32rem, calc(100dvh - 1rem))',
    overflowY: 'auto',
    padding: '2',
    background: 'surface',
    color: 'ink',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    boxShadow: 'card',
    animation: 'appear var(--quick) ease-out',
  },
});

/** Where a panel of a size fits below (or above) its trigger without leaving the window. */
function placed(trigger: DOMRect, panel: { width: number; height: number }, align: 'start' | 'end') {
  const edge = 8;
  const below = trigger.bottom + 4;
  const top = below + panel.height + edge > innerHeight ? Math.max(edge, trigger.top - panel.height - 4) : below;
  const wanted = align === 'start' ? trigger.left : trigger.right - panel.width;
  return { top, left: Math.min(Math.max(edge, wanted), Math.max(edge, innerWidth - panel.width - edge)) };
}

export interface TriggerProps {
  ref: (element: HTMLButtonElement | null) => void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog';
  'aria-controls': string | undefined;
  onClick: () => void;
}

/**
 * A small panel below a button: settings of a table, a choice of theme. Esc and a press beside it close it and give the
 * focus back. `trigger` spreads its props on the button.
 */
export function MenuButton({
  label,
  trigger,
  children,
  align = 'end',
}: {
  /** Names the panel. */
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useLayoutEffect(() => {
    if (!open || !button.current || !panel.current) return;
    const { offsetWidth: width, offsetHeight: height } = panel.current;
    const { top, left } = placed(button.current.getBoundingClientRect(), { width, height }, align);
    panel.current.style.top = `${top}px`;
    panel.current.style.left = `${left}px`;
    panel.current.querySelector<HTMLElement>('input, button, a, select')?.focus({ preventScroll: true });
  }, [open, align]);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      const at = event.target;
      if (at instanceof Node && !panel.current?.contains(at) && !button.current?.contains(at)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const away = () => setOpen(false);
    addEventListener('pointerdown', onPress, true);
    addEventListener('keydown', onKey, true);
    addEventListener('resize', away);
    return () => {
      removeEventListener('pointerdown', onPress, true);
      removeEventListener('keydown', onKey, true);
      removeEventListener('resize', away);
    };
  }, [open, close]);

  return (
    <>
      {trigger({
        ref: (element) => {
          button.current = element;
        },
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <Panel
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          onBlur={(event) => {
            const to = event.relatedTarget;
            if (to instanceof Node && !event.currentTarget.contains(to) && !button.current?.contains(to))
              setOpen(false);
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </Panel>
      )}
    </>
  );
}
