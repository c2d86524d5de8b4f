import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Popover } from './popover';

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
  const id = useId();
  const close = useCallback((focusBack = true) => {
    setOpen(false);
    if (focusBack) button.current?.focus();
  }, []);

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
        <Popover id={id} label={label} anchor={button} align={align} onClose={close}>
          {typeof children === 'function' ? children(() => close()) : children}
        </Popover>
      )}
    </>
  );
}
