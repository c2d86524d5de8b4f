import type { RefObject } from 'react';
import { DIALER_STATUSES } from '../../../../core/contract/dialer-socket';
import { useDialer } from '../../../dialer';
import { t } from '../../../i18n';
import { Button, Icon, Text } from '../../../ui';
import { MenuButton } from '../../../ui/kit';
import { useChooseStatus } from '../call-queries';
import { spokenKey } from '../dialer-keys';
import { CHOICES } from '../words';
import { MenuOption } from './menu-option';

/** The 14 statuses. Choosing one is told over the socket, and break and ready to the server as well. */
export function StatusMenu({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const dialer = useDialer();
  const choose = useChooseStatus();
  if (!dialer) return null;
  const { view } = dialer;
  const shown = view.asked ?? view.status;
  const here = view.holder === 'here';

  return (
    <MenuButton
      label={t('Status')}
      align="start"
      trigger={({ ref, ...props }) => (
        <Button
          small
          disabled={!here}
          busy={view.asked !== null}
          aria-keyshortcuts={spokenKey('status')}
          {...props}
          ref={(element: HTMLButtonElement | null) => {
            ref(element);
            button.current = element;
          }}
        >
          <span>
            {t('Status')}: {shown ? t(CHOICES[shown].label) : t('Not known yet')}
          </span>
          <Icon name="down" size="1rem" />
        </Button>
      )}
    >
      {(close) => (
        <div role="radiogroup" aria-label={t('Status')}>
          {DIALER_STATUSES.map((status) => (
            <MenuOption
              key={status}
              type="button"
              role="radio"
              aria-checked={status === shown}
              onClick={() => {
                choose(status);
                close();
              }}
            >
              <span style={{ flex: 1 }}>{t(CHOICES[status].label)}</span>
              {status === shown && <Icon name="check" size="1rem" />}
            </MenuOption>
          ))}
          {view.connection !== 'connected' && (
            <Text size="small" tone="muted">
              {t('The dialer is not connected; it hears a status only while it is.')}
            </Text>
          )}
        </div>
      )}
    </MenuButton>
  );
}
