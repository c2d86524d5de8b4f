import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { t } from '../../../i18n';
import { Button, Card, Heading, Row, Stack, Text, useToast } from '../../../ui';
import { useSignIn } from '../../session';

const PinSheet = lazy(() => import('./pin-sheet'));
const PasswordSheet = lazy(() => import('./password-sheet'));

/** How this phone is opened: the PIN, where the installation allows one, and the password. */
export default function SafetyCard() {
  const { vault } = useSignIn();
  const toast = useToast();
  const [pin, setPin] = useState<{ set: boolean; allowed: boolean }>();
  const [sheet, setSheet] = useState<'pin' | 'password'>();

  const read = useCallback(async () => setPin(await (await vault()).pinState()), [vault]);
  useEffect(() => {
    read().catch(() => undefined);
  }, [read]);

  const remove = async () => {
    await (await vault()).removePin();
    toast(t('The PIN is removed. Your password opens this phone.'));
    await read();
  };

  return (
    <Card>
      <Stack gap="3">
        <Heading>{t('Opening this phone')}</Heading>
        {pin?.allowed && (
          <>
            <Text tone="muted">
              {pin.set ? t('By your PIN or your password.') : t('By your password. A PIN is quicker at the door.')}
            </Text>
            <Row>
              <Button icon="lock" onClick={() => setSheet('pin')}>
                {pin.set ? t('Change PIN') : t('Set a PIN')}
              </Button>
              {pin.set && (
                <Button icon="trash" onClick={() => void remove()}>
                  {t('Remove PIN')}
                </Button>
              )}
            </Row>
          </>
        )}
        <Row>
          <Button icon="edit" onClick={() => setSheet('password')}>
            {t('Change password')}
          </Button>
        </Row>
      </Stack>
      <Suspense>
        {sheet === 'pin' && (
          <PinSheet
            replaces={pin?.set ?? false}
            onClose={(changed) => {
              setSheet(undefined);
              if (changed) void read();
            }}
          />
        )}
        {sheet === 'password' && <PasswordSheet onClose={() => setSheet(undefined)} />}
      </Suspense>
    </Card>
  );
}
