/** What the server says of the agent's day: cash in hand, targets, notices, certificate. Without a network as of when it was fetched. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Day, dayOf, formatDateTime, formatTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Banner, Card, Heading, Row, Skeleton, Stack, Text } from '../../../ui';
import { useZone } from '../../session';
import { CashCard, UnsentCash } from './cash-card';
import { certificateWords } from './day-words';
import { NoticeList } from './notice-list';
import { TargetList } from './target-list';
import { useCertificate, useDayFacts } from './use-day-facts';

const HandOver = lazy(() => import('./hand-over'));
/** Younger figures are of now. */
const NOW_MS = 5 * 60_000;

export default function DayPanel({ today, now }: { today: Day; now: number }) {
  const zone = useZone();
  const day = useDayFacts();
  const agent = useCertificate();
  const [handingOver, setHandingOver] = useState(false);
  const certificate = agent && certificateWords(agent.draValidUntil, today);
  /** A part: its rows, or why there are none. */
  const part = <T,>(
    title: string,
    kept: { data: T; at: number } | undefined,
    draw: (data: T) => ReactNode,
    always?: ReactNode,
  ) => (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading>{title}</Heading>
          {kept && now - kept.at > NOW_MS && (
            <Text size="small" tone="muted">
              {t('As of {time}', {
                time: dayOf(kept.at, zone) === today ? formatTime(kept.at, zone) : formatDateTime(kept.at, zone),
              })}
            </Text>
          )}
        </Row>
        {kept ? (
          draw(kept.data)
        ) : day?.here.failed ? (
          <Text tone="muted">{t('Not fetched yet. It comes by itself when there is a network.')}</Text>
        ) : (
          <Skeleton lines={2} />
        )}
        {always}
      </Stack>
    </Card>
  );

  return (
    <>
      {certificate && certificate.tone !== 'plain' && (
        <Banner tone={certificate.tone} title={certificate.title}>
          {t('Without a valid certificate you may not visit or call. Tell your supervisor.')}
        </Banner>
      )}
      {part(
        t('Cash in hand'),
        day?.here.cash,
        (cash) => (
          <CashCard cash={cash} today={today} onHandOver={() => setHandingOver(true)} />
        ),
        <UnsentCash />,
      )}
      {part(t('Targets of this month'), day?.here.targets, (targets) => (
        <TargetList {...targets} />
      ))}
      {part(t('Notices'), day?.here.notices, (notices) => (
        <NoticeList notices={notices} now={now} />
      ))}
      {handingOver && day && (
        <Suspense>
          <HandOver facts={day.facts} today={today} onClose={() => setHandingOver(false)} />
        </Suspense>
      )}
    </>
  );
}
