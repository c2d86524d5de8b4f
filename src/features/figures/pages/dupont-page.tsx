/** The DuPont dashboard (domain 1.4): resolution and money of a month, taken apart into steps that multiply, as far as the reader's loans go. */
import { DUPONT_SLICES, type DupontSlice } from '../../../../core/contract/dupont';
import { BUCKETS } from '../../../../core/domain/buckets';
import { addDays, dayOf, formatDay } from '../../../../core/domain/dates';
import { BRANCH_NAMES, collectedOf, resolutionOf } from '../../../../core/domain/dupont';
import { formatRupeesShort } from '../../../../core/domain/money';
import { monthOf } from '../../../../core/domain/working-days';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, EmptyState, LinkButton, Row, SegmentedChoice, Skeleton, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, MonthPicker, ProblemNote, ProblemState, useListAddress } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { monthWords } from '../../targets';
import { BranchCard } from '../components/branch-card';
import { SlicesCard } from '../components/slices-card';
import { OtherMoneyCard, WholeCard } from '../components/whole-card';
import { shareWords, sliceWords } from '../dupont-words';
import { type Dupont, useDupont } from '../queries';

const FILTER = { bucket: 'bucket', portfolio: 'portfolioId', agency: 'agencyId', agent: 'agentId' } as const;

export default function DupontPage() {
  const { profile } = useSignedIn();
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const asked = address.get('month') ?? '';
  const month = /^\d{4}-\d{2}-01$/.test(asked) ? asked : undefined;
  const by = DUPONT_SLICES.find((one) => one === address.get('by')) ?? 'bucket';
  const within = DUPONT_SLICES.find((one) => one === address.get('in'));
  const key = address.get('key') ?? undefined;
  const figures = useDupont({
    month,
    by,
    ...(within === 'bucket' ? { bucket: BUCKETS.find((one) => one === key) } : within && { [FILTER[within]]: key }),
  });
  const put = (values: Record<string, string | undefined>) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const { data } = figures;
  const shownMonth = month ?? data?.counted?.month ?? monthOf(dayOf(Date.now(), zone));
  const problem = figures.error ? problemOf(figures.error) : undefined;
  return (
    <DeskPage>
      <Row apart flexWrap="wrap">
        <DeskTitle>{t('Dupont Dashboard')}</DeskTitle>
        <Row>
          <LinkButton small to={deskPaths.leaderboard()}>
            {t('Agent Leadership Board')}
          </LinkButton>
          <MonthPicker month={shownMonth} words={monthWords(shownMonth)} onChange={(value) => put({ month: value })} />
        </Row>
      </Row>
      {within && key && (
        <Row gap="2">
          <Text strong>
            {sliceWords(within)}: {address.get('name') || key}
          </Text>
          <Button small onClick={() => put({ in: undefined, key: undefined, name: undefined })}>
            {t('Show all')}
          </Button>
        </Row>
      )}
      {!data && figures.isPending && <Skeleton height="16rem" />}
      {!data && <ProblemState problem={problem} retry={() => figures.refetch()} />}
      {data && <ProblemNote problem={problem} />}
      {data && !data.counted && (
        <EmptyState title={t('This month was not counted')}>
          {t(
            'Figures are counted each night, from the first night on. The first of all is counted within minutes of the start.',
          )}
        </EmptyState>
      )}
      {data?.counted && data.sums.allocated === 0 && (
        <EmptyState title={t('None of your loans was counted')}>
          {t('A loan is counted from the night after it came in, for whoever holds it then.')}
        </EmptyState>
      )}
      {data?.counted && data.sums.allocated > 0 && (
        <>
          <Opening data={data} />
          <WholeCard sums={data.sums} previous={data.previous} />
          {BRANCH_NAMES.map((branch) => (
            <BranchCard key={branch} branch={branch} sums={data.sums} previous={data.previous} />
          ))}
          <OtherMoneyCard sums={data.sums} previous={data.previous} />
          <SegmentedChoice<DupontSlice>
            value={by}
            onChange={(value) => put({ by: value })}
            options={DUPONT_SLICES.map((value) => ({ value, label: sliceWords(value) }))}
            columns={4}
          />
          <SlicesCard
            by={by}
            data={data}
            onOpen={(chosen, label) => put({ in: by, key: chosen, name: label })}
            mayList={mayEnter(profile.role, routeOf('loans'))}
          />
        </>
      )}
    </DeskPage>
  );
}

/** What the figures prove, and how old they are. */
function Opening({ data: { counted, sums, previous } }: { data: Dupont }) {
  if (!counted) return null;
  const change = previous ? collectedOf(sums) - collectedOf(previous) : 0;
  const amount = formatRupeesShort(collectedOf(sums));
  return (
    <Stack gap="1">
      <Text strong>
        {t('{share} of the opening principal is resolved and {amount} was collected.', {
          share: shareWords(resolutionOf(sums)),
          amount,
        })}{' '}
        {previous &&
          (change < 0
            ? t('That is {change} less than in the whole month before.', { change: formatRupeesShort(-change) })
            : t('That is {change} more than in the whole month before.', { change: formatRupeesShort(change) }))}
      </Text>
      <Text size="small" tone="muted">
        {t('Counted up to the end of {day}; what happened since is counted tonight.', {
          day: formatDay(addDays(counted.before, -1)),
        })}
      </Text>
    </Stack>
  );
}
