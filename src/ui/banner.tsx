import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

const Frame = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    padding: '3',
    paddingInline: '4',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'transparent',
    lineHeight: 1.4,
  },
  variants: {
    tone: {
      info: { background: 'accent-soft', color: 'accent-ink' },
      paid: { background: 'paid-soft', color: 'paid' },
      warn: { background: 'warn-soft', color: 'warn' },
      danger: { background: 'danger-soft', color: 'danger' },
      offline: { background: 'blocked-soft', color: 'blocked' },
    },
  },
});

type BannerTone = 'info' | 'paid' | 'warn' | 'danger' | 'offline';
const icons: Record<BannerTone, IconName> = {
  info: 'info',
  paid: 'check',
  warn: 'alert',
  danger: 'alert',
  offline: 'offline',
};

/** Says how things stand, in the page's flow. `danger` and `warn` are announced when they appear. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  icon,
}: {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
}) {
  return (
    <Frame tone={tone} role={tone === 'danger' || tone === 'warn' ? 'alert' : 'status'}>
      <Icon name={icon ?? icons[tone]} />
      <div style={{ flex: 1, minWidth: 0 }}>
        {title && <strong style={{ display: 'block' }}>{title}</strong>}
        {children}
        {action && <div style={{ marginTop: '0.5rem' }}>{action}</div>}
      </div>
    </Frame>
  );
}
