import { useState } from 'react';
import { t } from '../../../i18n';
import { Banner, Button, chakra, Row, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import type { FirstPassword } from '../queries';

const Password = chakra('code', {
  base: {
    fontSize: 'title',
    fontWeight: 'bold',
    letterSpacing: '0.06em',
    padding: '3',
    borderRadius: 'small',
    background: 'sunken',
    userSelect: 'all',
    flex: '1',
    textAlign: 'center',
  },
});

/** The password of a first sign-in, this once; or where it went. */
export function FirstPasswordDialog({
  name,
  username,
  first,
  onClose,
  more,
}: {
  name: string;
  username: string;
  first: FirstPassword;
  onClose: () => void;
  /** Another way on, beside Done. */
  more?: { label: string; onClick: () => void };
}) {
  const [copied, setCopied] = useState(false);
  const { initialPassword: password, mailedTo } = first;
  return (
    <Modal
      title={t('{name} can sign in', { name })}
      size="small"
      onClose={onClose}
      footer={
        <>
          {more && <Button onClick={more.onClick}>{more.label}</Button>}
          <Button look="primary" onClick={onClose} autoFocus>
            {t('Done')}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          {t('User name')}: <strong>{username}</strong>
        </Text>
        {password === null ? (
          <Banner tone="paid" title={t('The password is on its way to {address}', { address: mailedTo ?? '' })} />
        ) : (
          <>
            <Row tight>
              <Password aria-label={t('Password for the first sign-in')}>{password}</Password>
              <Button
                onClick={() => void navigator.clipboard.writeText(password).then(() => setCopied(true))}
                aria-live="polite"
              >
                {copied ? t('Copied') : t('Copy')}
              </Button>
            </Row>
            <Banner tone="warn" title={t('It is shown only now')}>
              {t('Pass it on to nobody else. If it is lost, make a new one.')}
            </Banner>
          </>
        )}
        <Text tone="muted">{t('At the first sign-in they choose a password of their own.')}</Text>
      </Stack>
    </Modal>
  );
}
