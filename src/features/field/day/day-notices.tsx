/** What happened on the agent's loans lately, as far as the server could be asked. */
import { t } from '../../../i18n';
import { Card, Heading, Row, Skeleton, Stack } from '../../../ui';
import { AsOf, NotFetched } from './as-of';
import { NoticeList } from './notice-list';
import { useDayFacts } from './use-day-facts';

export default function DayNotices({ now }: { now: number }) {
  const here = useDayFacts()?.here;
  const kept = here?.notices;
  return (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading>{t('Notices')}</Heading>
          {kept && <AsOf at={kept.at} now={now} />}
        </Row>
        {kept ? <NoticeList notices={kept.data} now={now} /> : here?.failed ? <NotFetched /> : <Skeleton lines={2} />}
      </Stack>
    </Card>
  );
}
