import { useState } from 'react';
import type { DeviceEvent, DeviceRow } from '../../../../core/contract/devices';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Banner, Button, chakra, DateText, Heading, Icon, Row, Skeleton, Stack, Text } from '../../../ui';
import { FactLine, Facts, ProblemState, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { agoWords, eventWords, sizeWords, stateWords } from '../device-words';
import { type PhoneId, useDevice } from '../queries';
import { Revocation } from './revocation';

const Timeline = chakra('ol', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    '& > li': { display: 'flex', gap: '3', alignItems: 'flex-start' },
    '& > li > svg': { marginTop: '0.15rem', color: 'muted' },
  },
});

/** One phone beside the list: how it stands, what happened to it, and withdrawing it or letting it work again. */
export function DevicePanel({
  phone,
  now,
  onReview,
  onClose,
}: {
  phone: PhoneId;
  now: number;
  /** Shows this agent's records under review. */
  onReview: (agent: string) => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useDevice(phone);
  const [asking, setAsking] = useState(false);
  const missing = error instanceof ApiError && error.detail.status === 404;
  const device = data?.device;
  const words = error && screenWords(error);
  return (
    <SidePanel
      about={`${phone.deviceId}.${phone.userId}`}
      label={device ? t('Phone of {agent}', { agent: device.agent }) : t('Phone')}
      title={device?.agent ?? (missing ? t('No such phone') : t('Phone'))}
      line={device ? `${device.name}${device.agency ? ` · ${device.agency}` : ''}` : ' '}
      closeLabel={t('Close the phone (Esc)')}
      onClose={onClose}
      footer={
        device?.mayWithdraw && (
          <Button
            icon={device.revokedAt ? 'check' : 'blocked'}
            look={device.revokedAt ? 'primary' : 'danger'}
            onClick={() => setAsking(true)}
          >
            {device.revokedAt ? t('Allow again') : t('Withdraw this phone')}
          </Button>
        )
      }
    >
      {!data && !error && <Skeleton lines={6} height="2rem" />}
      {words && !data && (
        <ProblemState
          problem={
            missing
              ? {
                  title: t('There is no such phone among your people’s'),
                  todo: t('It may belong to another team, or have been replaced.'),
                  offline: false,
                }
              : problemOf(error)
          }
          retry={missing ? undefined : refetch}
        />
      )}
      {data && (
        <>
          <Facing device={data.device} now={now} onReview={onReview} />
          <History events={data.events} />
          {asking && <Revocation device={data.device} phone={phone} onClose={() => setAsking(false)} />}
        </>
      )}
    </SidePanel>
  );
}

function Facing({ device, now, onReview }: { device: DeviceRow; now: number; onReview: (agent: string) => void }) {
  const zone = useZone();
  const { report } = device;
  const state = stateWords(device);
  const time = (at: string | null | undefined) =>
    at ? <DateText value={at} time near zone={zone} /> : <Text as="span">{t('Never')}</Text>;
  return (
    <Stack gap="4">
      <Row>
        <Badge tone={state.tone} icon={state.icon}>
          {state.text}
        </Badge>
        {report?.locked && (
          <Badge tone="neutral" icon="lock">
            {t('Locked')}
          </Badge>
        )}
      </Row>
      {device.unsentOverADay && report?.oldestUnsentAt && (
        <Banner tone="danger" title={t('Unsent for {when}', { when: agoWords(report.oldestUnsentAt, now) })}>
          {t(
            'Ask the agent to open the app where there is a network. If the phone cannot, they can export their records from the ledger and you can upload the file here.',
          )}
        </Banner>
      )}
      {device.revokedAt && (
        <Banner tone="offline" icon="blocked" title={t('This phone is withdrawn')}>
          {t(
            'When it next finds a network it hands its queue over for review and erases itself. Nobody can sign in on it as {agent}.',
            { agent: device.agent },
          )}
        </Banner>
      )}
      {!report ? (
        <Text tone="muted">
          {t('This phone has signed in and not reported yet. It does so with its first minute in the app.')}
        </Text>
      ) : (
        <Facts>
          <FactLine name={t('Unsent')}>{report.unsent}</FactLine>
          <FactLine name={t('Oldest unsent')}>
            {report.oldestUnsentAt ? time(report.oldestUnsentAt) : t('Nothing')}
          </FactLine>
          <FactLine name={t('Needs the agent')}>{report.needsYou}</FactLine>
          <FactLine name={t('Quarantined')}>
            {device.underReview > 0 ? (
              <Button look="plain" small onClick={() => onReview(device.agent)} marginInlineStart="-3">
                {t('{n} to decide', { n: device.underReview })}
              </Button>
            ) : (
              report.quarantined
            )}
          </FactLine>
          <FactLine name={t('Last report')}>{time(report.at)}</FactLine>
          <FactLine name={t('Last list of loans')}>{time(report.lastSyncAt)}</FactLine>
          <FactLine name={t('Storage used')}>
            {report.storage ? sizeWords(report.storage.usedBytes) : t('Not told')}
          </FactLine>
          <FactLine name={t('Kept when space runs low')}>
            {report.storage ? (report.storage.persisted ? t('Yes') : t('Not promised by the browser')) : t('Not told')}
          </FactLine>
          <FactLine name={t('App')}>{device.appVersion}</FactLine>
          <FactLine name={t('Signed in since')}>
            <DateText value={device.registeredAt} zone={zone} />
          </FactLine>
        </Facts>
      )}
    </Stack>
  );
}

function History({ events }: { events: readonly DeviceEvent[] }) {
  const zone = useZone();
  return (
    <Stack as="section" gap="3">
      <Heading as="h3">{t('History')}</Heading>
      {events.length === 0 && <Text tone="muted">{t('Nothing is known of this phone’s past.')}</Text>}
      <Timeline>
        {events.map((event) => {
          const words = eventWords(event);
          return (
            <li key={event.id}>
              <Icon name={words.icon} size="1.125rem" />
              <div>
                <Text>{words.text}</Text>
                {words.more && (
                  <Text size="small" {...(words.tone === 'danger' ? { tone: 'danger' } : { tone: 'muted' })}>
                    {words.more}
                  </Text>
                )}
                <Text size="small" tone="muted">
                  <DateText value={event.at} time near zone={zone} />
                </Text>
              </div>
            </li>
          );
        })}
      </Timeline>
    </Stack>
  );
}
