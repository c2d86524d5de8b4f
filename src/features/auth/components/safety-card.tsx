import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
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
    toast('The PIN is removed. Your password opens this phone.');
    await read();
  };

  return (
    <Card>
      <Stack gap="3">
        <Heading>Opening this phone</Heading>
        {pin?.allowed && (
          <>
            <Text tone="muted">
              {pin.set ? 'By your PIN or your password.' : 'By your password. A PIN is quicker at the door.'}
            </Text>
            <Row>
              <Button icon="lock" onClick={() => setSheet('pin')}>
                {pin.set ? 'Change PIN' : 'Set a PIN'}
              </Button>
              {pin.set && (
                <Button icon="trash" onClick={() => void remove()}>
                  Remove PIN
                </Button>
              )}
            </Row>
          </>
        )}
        <Row>
          <Button icon="edit" onClick={() => setSheet('password')}>
            Change password
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
