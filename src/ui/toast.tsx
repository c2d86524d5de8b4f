import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '../i18n';
import { Icon, type IconName } from './icon';
import { dismissToast, subscribeToasts, type ToastTone, toasts } from './toast-store';

const Host = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto 0 calc(5rem + env(safe-area-inset-bottom)) 0',
    margin: '0 auto',
    width: 'calc(100% - 2rem)',
    maxWidth: '28rem',
    background: 'transparent',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    overflow: 'visible',
    pointerEvents: 'none',
    'html[data-area=desk] &': { inset: 'auto 1rem 1.5rem auto', margin: '0' },
    // Above the button that a screen of the phone is for, where that stands above the bar.
    'html:has([data-under-toasts]) &': { bottom: 'calc(9.25rem + env(safe-area-inset-bottom))' },
  },
});

const Item = chakra('div', {
  base: {
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    padding: '1',
    paddingInlineStart: '4',
    minHeight: '3rem',
    borderRadius: 'card',
    boxShadow: 'card',
    background: 'ink',
    color: 'canvas',
    fontWeight: 'medium',
    animation: 'rise var(--calm) ease-out',
  },
  variants: {
    tone: {
      info: {},
      saved: { background: 'paid-solid', color: '#fff' },
      problem: { background: 'danger-solid', color: '#fff' },
    },
  },
});

/** What is said, and what may be done about it: beside each other where both fit, else below. */
const Words = chakra('div', {
  base: {
    flex: '1',
    minWidth: '0',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    '& > span': { flex: '1 1 9rem', lineClamp: '4' },
    '& > button': { paddingInline: '0' },
  },
});

const Press = chakra('button', {
  base: { minHeight: '2.75rem', minWidth: '2.75rem', paddingInline: '3', fontWeight: 'bold', borderRadius: 'small' },
});

const icons: Record<ToastTone, IconName> = { info: 'info', saved: 'check', problem: 'alert' };

/** Where toasts appear; once, near the root. In the top layer, so that open sheets do not hide them. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribeToasts, toasts);
  const ref = useRef<HTMLDivElement>(null);
  const some = shown.length > 0;
  useEffect(() => {
    const host = ref.current;
    if (!some || !host?.showPopover) return;
    host.showPopover();
    return () => host.hidePopover();
  }, [some]);
  return (
    <Host ref={ref} id="toasts" popover="manual" role="status" aria-live="polite">
      {shown.map((item) => (
        <Item key={item.id} tone={item.tone}>
          <Icon name={icons[item.tone]} />
          <Words>
            <span>{item.message}</span>
            {item.action && (
              <Press
                type="button"
                textDecoration="underline"
                onClick={() => {
                  item.action?.onClick();
                  dismissToast(item.id);
                }}
              >
                {item.action.label}
              </Press>
            )}
          </Words>
          <Press type="button" aria-label={t('Dismiss')} onClick={() => dismissToast(item.id)}>
            <Icon name="close" />
          </Press>
        </Item>
      ))}
    </Host>
  );
}
