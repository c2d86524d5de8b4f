import { t } from '../../../i18n';
import type { KnownUser } from '../../../offline/types';
import { Badge, Button, Row, Stack, Text } from '../../../ui';
import { useSignIn } from '../../session';
import { useWakeWorker } from '../wake-worker';

/** Who used this phone before: one tap instead of typing, and proof that unsent work is still here. */
export default function KnownUsers({ onPick }: { onPick: (user: KnownUser) => void }) {
  const { known } = useSignIn();
  const unsent = known.some((user) => user.unsent > 0);
  useWakeWorker(unsent);
  return (
    <Stack gap="2">
      <Text size="small" tone="muted">
        {t('On this phone before')}
      </Text>
      <Row>
        {known.slice(0, 3).map((user) => (
          <Button key={user.username} icon="me" onClick={() => onPick(user)}>
            {user.username}
            {user.unsent > 0 && (
              <Badge tone="warn" style={{ flexShrink: 0, whiteSpace: 'nowrap' }}>
                {t('{n} unsent', { n: user.unsent })}
              </Badge>
            )}
          </Button>
        ))}
      </Row>
      {unsent && (
        <Text size="small" tone="muted">
          {t(
            'Unsent records are kept for their owner and go out with a network, at the latest after the next sign-in.',
          )}
        </Text>
      )}
    </Stack>
  );
}
