import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { Link } from './link';

const look = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: 'control',
    minWidth: 'control',
    paddingInline: '4',
    paddingBlock: '1',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'transparent',
    fontSize: 'body',
    fontWeight: 'bold',
    lineHeight: 1.2,
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background-color var(--quick), border-color var(--quick), transform var(--quick)',
    _active: { transform: 'translateY(1px)' },
    _disabled: { opacity: 0.55, cursor: 'default' },
  },
  variants: {
    /** `primary`: the one thing this screen is for. `quiet`: everything else. `plain`: no frame, in bars and lists. */
    look: {
      primary: {
        background: 'accent',
        color: 'on-accent',
        _hover: { background: 'accent-strong' },
      },
      quiet: {
        background: 'surface',
        color: 'ink',
        borderColor: 'control',
        _hover: { background: 'sunken' },
      },
      soft: { background: 'accent-soft', color: 'accent-ink', _hover: { borderColor: 'accent-ink' } },
      danger: { background: 'danger-solid', color: '#fff', _hover: { filter: 'brightness(0.92)' } },
      plain: {
        color: 'accent-ink',
        paddingInline: '2',
        _hover: { background: 'accent-soft' },
      },
    },
    wide: { true: { width: 'full' } },
    small: { true: { minHeight: '2rem', minWidth: '2rem', fontSize: 'small', paddingInline: '3' } },
  },
  defaultVariants: { look: 'quiet' },
} as const;

const ButtonBase = chakra('button', look);
const LinkBase = chakra(Link, look);

const Spinner = chakra('span', {
  base: {
    width: '1.1em',
    height: '1.1em',
    borderRadius: 'full',
    border: '2px solid currentColor',
    borderTopColor: 'transparent',
    animation: 'turn 700ms linear infinite',
  },
});

export interface ButtonProps extends Omit<ComponentProps<typeof ButtonBase>, 'children'> {
  children: ReactNode;
  icon?: IconName;
  /** Work is under way: shows it, keeps the width and the focus, ignores further presses. */
  busy?: boolean;
}

/**
 * Says what happens ("Save visit"), never "Submit". One `primary` a screen. What is `primary` or `danger` happens once for a double click:
 * its second half comes before `busy` does, and would do everything twice.
 */
export function Button({ busy = false, icon, children, onClick, type = 'button', ...rest }: ButtonProps) {
  const once = rest.look === 'primary' || rest.look === 'danger';
  return (
    <ButtonBase
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      data-look={rest.look}
      onClick={(event) => (busy || (once && event.detail > 1) ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </ButtonBase>
  );
}

/** An icon alone; `label` is its name for everyone who does not see it, and its tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ComponentProps<typeof ButtonBase>, 'children' | 'aria-label'> & { icon: IconName; label: string }) {
  return (
    <ButtonBase type="button" look="plain" aria-label={label} title={label} paddingInline="0" {...rest}>
      <Icon name={icon} size="1.375rem" />
    </ButtonBase>
  );
}

/** A link that looks like a button; `to` comes from the path builders of `src/routes`. */
export function LinkButton({ icon, children, ...rest }: ComponentProps<typeof LinkBase> & { icon?: IconName }) {
  return (
    <LinkBase data-look={rest.look} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </LinkBase>
  );
}

/** A button on the page outside the app: tel:, geo:, a file. */
const AnchorBase = chakra('a', look);
export function AnchorButton({ icon, children, ...rest }: ComponentProps<typeof AnchorBase> & { icon?: IconName }) {
  return (
    <AnchorBase {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </AnchorBase>
  );
}
