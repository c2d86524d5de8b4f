import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

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

/**
 * A small panel below what opened it. `onClose` hears whether the focus goes back there: it does for Esc, and not for a
 * press beside the panel. The focus starts at `[data-first]`, otherwise at the panel's first control.
 */
export function Popover({
  id,
  label,
  anchor,
  align = 'end',
  onClose,
  children,
}: {
  id: string;
  /** Names the panel. */
  label: string;
  anchor: RefObject<HTMLElement | null>;
  align?: 'start' | 'end';
  onClose: (focusBack: boolean) => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!anchor.current || !panel.current) return;
    const { offsetWidth: width, offsetHeight: height } = panel.current;
    const { top, left } = placed(anchor.current.getBoundingClientRect(), { width, height }, align);
    panel.current.style.top = `${top}px`;
    panel.current.style.left = `${left}px`;
    const first =
      panel.current.querySelector<HTMLElement>('[data-first]') ??
      panel.current.querySelector<HTMLElement>('input, button, a, select');
    first?.focus({ preventScroll: true });
  }, [anchor, align]);

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const at = event.target;
      if (at instanceof Node && !panel.current?.contains(at) && !anchor.current?.contains(at)) onClose(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    };
    const away = () => onClose(false);
    addEventListener('pointerdown', onPress, true);
    addEventListener('keydown', onKey, true);
    addEventListener('resize', away);
    return () => {
      removeEventListener('pointerdown', onPress, true);
      removeEventListener('keydown', onKey, true);
      removeEventListener('resize', away);
    };
  }, [anchor, onClose]);

  return (
    <Panel
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && !event.currentTarget.contains(to) && !anchor.current?.contains(to)) onClose(false);
      }}
    >
      {children}
    </Panel>
  );
}
