/** What each agency holds, what goes back within a week, and what it resolved this month, by bucket for one of them. */
import { useState } from 'react';
import { type AgencyHolding, MOST_NEAR } from '../../../../core/contract/agency-allocation';
import { formatDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Card, EmptyState, Heading, Money, Row, Skeleton, Stack, Text } from '../../../ui';
import { ProblemState, SmallTable } from '../../../ui/kit';
import { useHoldings } from '../queries';

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`);
const count = (value: number) => value.toLocaleString('en-IN');
const near = (value: number) => (value > MOST_NEAR ? t('more than {n}', { n: count(MOST_NEAR) }) : count(value));

function resolution({ buckets }: Pick<AgencyHolding, 'buckets'>): string {
  const sum = (of: 'openingPaise' | 'resolvedPaise') => buckets.reduce((whole, one) => whole + one[of], 0);
  return percent(sum('resolvedPaise'), sum('openingPaise'));
}

export function AgencyHoldings() {
  const held = useHoldings();
  const [open, setOpen] = useState('');
  if (!held.data)
    return held.error ? <ProblemState problem={problemOf(held.error)} retry={held.refetch} /> : <Skeleton lines={5} />;
  const { agencies, counted } = held.data;
  const chosen = agencies.find(({ id }) => id === open);
  if (agencies.length === 0)
    return <EmptyState title={t('No agencies yet')}>{t('Agencies are added under Agency Onboarding.')}</EmptyState>;
  return (
    <Stack gap="4" minWidth="0">
      <Card>
        <SmallTable
          rows={agencies}
          keyOf={({ id }) => id}
          openKey={open}
          columns={[
            {
              label: t('Agency'),
              cell: ({ name, stopped }) => (
                <Row gap="2">
                  {name} {stopped && <Badge tone="blocked">{t('gets nothing')}</Badge>}
                </Row>
              ),
            },
            { label: t('Loans'), num: true, cell: ({ loans }) => count(loans) },
            { label: t('POS'), num: true, cell: ({ posPaise }) => <Money paise={posPaise} short /> },
            { label: t('Go back within a week'), num: true, cell: (one) => near(one.near) },
            {
              label: t('Next recall'),
              cell: ({ nextRecallOn }) => (nextRecallOn ? formatDay(nextRecallOn) : '–'),
            },
            { label: t('Resolved this month'), num: true, cell: resolution },
            {
              label: '',
              cell: ({ id, buckets }) => (
                <Button small disabled={buckets.length === 0 || id === open} onClick={() => setOpen(id)}>
                  {t('By bucket')}
                </Button>
              ),
            },
          ]}
        />
      </Card>
      {counted && (
        <Text size="small" tone="muted">
          {t(
            'Resolved: of the principal at the opening of the month from {month}, what is no worse or closed, counted up to {day}.',
            {
              month: formatDay(counted.month),
              day: formatDay(counted.before),
            },
          )}
        </Text>
      )}
      {chosen && (
        <Card padding="4">
          <Stack gap="3">
            <Heading size="title">{chosen.name}</Heading>
            <SmallTable
              rows={chosen.buckets}
              keyOf={({ bucket }) => bucket}
              columns={[
                { label: t('Bucket'), cell: ({ bucket }) => bucket },
                { label: t('Loans'), num: true, cell: ({ loans }) => count(loans) },
                { label: t('At the opening'), num: true, cell: (one) => <Money paise={one.openingPaise} short /> },
                { label: t('Resolved'), num: true, cell: (one) => <Money paise={one.resolvedPaise} short /> },
                { label: t('Share'), num: true, cell: (one) => percent(one.resolvedPaise, one.openingPaise) },
              ]}
            />
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
