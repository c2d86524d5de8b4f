/** What the agent has earned this month so far, on the page about them. */
import { t } from '../../../i18n';
import { Card, Heading, Row, Stack } from '../../../ui';
import { Earned } from '../../targets';
import { useMinute } from '../queries';
import { AsOf, NotFetched } from './as-of';
import { useDayFacts } from './use-day-facts';

export default function IncentiveFact() {
  const now = useMinute();
  const incentives = useDayFacts()?.here.incentives;
  return (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading>{t('Incentive this month')}</Heading>
          {incentives && <AsOf at={incentives.at} now={now} />}
        </Row>
        {incentives ? <Earned rows={incentives.data} /> : <NotFetched />}
      </Stack>
    </Card>
  );
}
