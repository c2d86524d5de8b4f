import type { OpenSession } from '../../../../core/contract/people-sessions';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Heading, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ProblemNote, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { useEndSessions, useSessions } from '../session-queries';

/** What a person calls a browser; a device's own name is better where there is one. */
function nameOf({ device, userAgent }: OpenSession): string {
  if (device) return device;
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(userAgent ?? '')?.[0];
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent ?? '')?.[0].replace('Edg', 'Edge');
  return [system, browser].filter(Boolean).join(' · ') || t('Another program');
}

/** Where somebody is signed in, each with a way to end it; the user's own without `whom`. */
export function Sessions({ whom }: { whom?: string }) {
  const zone = useZone();
  const { data, error, refetch } = useSessions(whom);
  const end = useEndSessions(whom);
  const ask = (session?: string) =>
    end.mutate(session, {
      onSuccess: (n) => showToast(tn(n, '{n} sign-in ended', '{n} sign-ins ended'), { tone: 'saved' }),
    });
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <Stack as="section" gap="3" aria-label={t('Signed in on')}>
      <Row gap="3">
        <Heading as="h2" size="small">
          {t('Signed in on')}
        </Heading>
        {others.length > 1 && (
          <Button small busy={end.isPending} onClick={() => ask()}>
            {whom === undefined ? t('End all others') : t('End all')}
          </Button>
        )}
      </Row>
      {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {!error && !data && <Skeleton lines={2} height="3rem" />}
      {data?.length === 0 && <Text tone="muted">{t('Nowhere at the moment.')}</Text>}
      {data?.map((session) => (
        <Row key={session.id} gap="3">
          <Stack gap="0" flex="1" minWidth="0">
            <Text strong>{nameOf(session)}</Text>
            <Text size="small" tone="muted">
              {t('Since {since}, last seen {seen}, from {ip}', {
                since: formatDateTime(session.startedAt, zone),
                seen: formatDateTime(session.lastSeenAt, zone),
                ip: session.ip ?? '–',
              })}
            </Text>
          </Stack>
          {session.current ? (
            <Text size="small" tone="paid">
              {t('This one')}
            </Text>
          ) : (
            <Button small busy={end.isPending && end.variables === session.id} onClick={() => ask(session.id)}>
              {t('Sign out there')}
            </Button>
          )}
        </Row>
      ))}
      <ProblemNote tone="danger" problem={failedWrite(end.error)} />
      <Text size="small" tone="muted">
        {t('What a phone has saved is delivered also after it was signed out.')}
      </Text>
    </Stack>
  );
}
