/** What the caller has earned this month, below their targets; nothing where no portfolio of theirs pays by slabs. */
import { useQuery } from '@tanstack/react-query';
import { myIncentives, ownOf } from '../../../../core/contract/own-incentives';
import { useApi } from '../../../api';
import { t } from '../../../i18n';
import { Card, Heading, Stack } from '../../../ui';
import { Earned } from '../../targets';

export default function OwnIncentives() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['own-incentives'],
    queryFn: async ({ signal }) =>
      ownOf((await api.call(myIncentives, { query: { roleType: 'Collector' }, signal })).data),
    staleTime: 5 * 60_000,
  });
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <Stack gap="3">
        <Heading as="h2">{t('Incentive this month')}</Heading>
        <Earned rows={data} />
      </Stack>
    </Card>
  );
}
