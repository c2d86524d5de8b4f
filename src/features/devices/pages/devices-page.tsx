/** Every phone of the caller's people: how its queue stands, what it needs, and the records that wait for a decision. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { DEVICE_FILTERS, DEVICE_SORTS, type DeviceFilter } from '../../../../core/contract/devices';
import { formatTime } from '../../../../core/domain/dates';
import { ApiError, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Box, Button, Card, ChipChoice, EmptyState, Icon, Row, Stack, TextInput } from '../../../ui';
import {
  DataTable,
  DeskPage,
  DeskTitle,
  ListFoot,
  ProblemState,
  useListAddress,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { deviceColumns, reviewColumns } from '../columns';
import { DevicePanel } from '../components/device-panel';
import { ReviewPanel } from '../components/review-panel';
import { UploadDialog } from '../components/upload-dialog';
import { agoWords } from '../device-words';
import { PAGE_SIZE, useDeviceAlerts, useDevices, useQuarantine } from '../queries';

type View = 'phones' | 'review' | 'decided';

const oneOf = <Value extends string>(values: readonly Value[], value: string | null, otherwise: Value): Value =>
  values.find((one) => one === value) ?? otherwise;

/** Time for "12 min ago"; the lists themselves are asked for every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export default function DevicesPage() {
  const [address, setAddress] = useListAddress();
  const view = oneOf<View>(['phones', 'review', 'decided'], address.get('view'), 'phones');
  const filter = oneOf(DEVICE_FILTERS, address.get('filter'), 'all');
  const sort = oneOf(DEVICE_SORTS, address.get('sort'), 'oldest');
  const dir = oneOf(['asc', 'desc'], address.get('dir'), 'asc');
  const page = Math.max(1, Math.floor(Number(address.get('page') ?? 1)) || 1);
  const typed = address.get('q') ?? '';
  const q = useDeferredValue(typed.trim().slice(0, 80));
  const shown = address.get('open') ?? '';
  const [uploading, setUploading] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const now = useNow();
  const zone = useZone();

  const alerts = useDeviceAlerts();
  const devices = useDevices({ q, filter, sort, dir, page }, view === 'phones');
  const review = useQuarantine({ state: view === 'decided' ? 'decided' : 'open', q, page }, view !== 'phones');
  const list = view === 'phones' ? devices : review;

  const change = useCallback(
    (parts: Record<string, string | undefined>) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(parts)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const open = useCallback((id: string) => change({ open: id }), [change]);
  const close = useCallback(() => {
    change({ open: undefined });
    // Back to the row it was opened from.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
  }, [change]);
  const phoneColumns = useMemo(() => deviceColumns(zone, now), [zone, now]);
  const phoneSettings = useTableSettings('phones', phoneColumns);
  const itemColumns = useMemo(() => reviewColumns(zone), [zone]);
  const itemSettings = useTableSettings('review', itemColumns);

  const counts = devices.data?.counts;
  const waiting = review.data?.open ?? alerts.data?.underReview;
  const [first = '', second = ''] = shown.split('.');
  const problem = list.error;
  const offline = problem instanceof ApiError && problem.offline;
  const asOf = list.dataUpdatedAt;

  return (
    <DeskPage beside={shown !== ''}>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{t('Phones')}</DeskTitle>
          <Button icon="share" onClick={() => setUploading(true)}>
            {t('Upload an agent’s records')}
          </Button>
        </Row>
        {alerts.data && alerts.data.count > 0 && view === 'phones' && filter !== 'unsent' && (
          <Banner
            tone="danger"
            title={tn(
              alerts.data.count,
              '{n} phone has unsent work for over a day',
              '{n} phones have unsent work for over a day',
            )}
            action={
              <Button look="quiet" onClick={() => change({ filter: 'unsent', page: undefined })}>
                {alerts.data.count === 1 ? t('Show it') : t('Show them')}
              </Button>
            }
          >
            {alerts.data.alerts[0] &&
              t('The longest waits on {agent}’s phone, for {when}.', {
                agent: alerts.data.alerts[0].agent,
                when: agoWords(alerts.data.alerts[0].oldestUnsentAt, now),
              })}
          </Banner>
        )}
        <Row gap="3" apart>
          <ChipChoice<View>
            label={t('What to show')}
            value={view}
            onChange={(next) => setAddress(next === 'phones' ? {} : { view: next }, { replace: true })}
            options={[
              { value: 'phones', label: counts ? t('Phones {n}', { n: counts.all }) : t('Phones') },
              {
                value: 'review',
                label: waiting === undefined ? t('To decide') : t('To decide {n}', { n: waiting }),
              },
              { value: 'decided', label: t('Decided') },
            ]}
          />
          <Box flex="1 1 14rem" maxWidth="22rem">
            <TextInput
              type="search"
              aria-label={view === 'phones' ? t('Search phones') : t('Search records')}
              placeholder={view === 'phones' ? t('Agent, phone or agency') : t('Agent, loan or reason')}
              before={<Icon name="search" />}
              value={typed}
              onChange={(text) => change({ q: text, page: undefined })}
              maxLength={80}
            />
          </Box>
        </Row>
        {view === 'phones' && (
          <ChipChoice<DeviceFilter>
            label={t('Filter')}
            value={filter}
            onChange={(next) => change({ filter: next === 'all' ? undefined : next, page: undefined })}
            options={FILTERS.map(({ value, label }) => ({
              value,
              label: counts && value !== 'all' ? `${t(label)} ${counts[value]}` : t(label),
            }))}
          />
        )}
        {problem && list.data && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')}>
            {t('This is how it stood at {time}. It is asked for again every minute.', { time: formatTime(asOf, zone) })}
          </Banner>
        )}
        {problem && !list.data && (
          <ProblemState
            problem={problemOf(problem, t('Seeing phones needs a network. The phones themselves work without one.'))}
            retry={list.refetch}
          />
        )}
        {view === 'phones' && !(problem && !devices.data) && (
          <Card flush ref={table}>
            <DataTable
              label={t('Phones')}
              columns={phoneColumns}
              rows={devices.data?.rows}
              keyOf={(row) => `${row.deviceId}.${row.userId}`}
              nameOf={(row) => `${row.agent}, ${row.name}`}
              settings={phoneSettings}
              sort={{ by: sort, dir }}
              onSort={(next) => change({ sort: next.by, dir: next.dir, page: undefined })}
              onOpen={(row) => open(`${row.deviceId}.${row.userId}`)}
              openKey={shown}
              stale={devices.isPlaceholderData}
              empty={
                <NoPhones
                  any={(counts?.all ?? 0) > 0}
                  searched={q}
                  filter={filter}
                  onAll={() => change({ q: undefined, filter: undefined, page: undefined })}
                />
              }
            />
            {devices.data && devices.data.total > PAGE_SIZE && (
              <ListFoot
                page={page}
                pageSize={PAGE_SIZE}
                total={devices.data.total}
                noun={t('phones')}
                onPage={(to) => change({ page: `${to}` })}
              />
            )}
          </Card>
        )}
        {view !== 'phones' && !(problem && !review.data) && (
          <Card flush ref={table}>
            <DataTable
              label={view === 'review' ? t('Records to decide') : t('Decided records')}
              columns={itemColumns}
              rows={review.data?.rows}
              keyOf={(row) => `${row.userId}.${row.key}`}
              nameOf={(row) => `${row.agent}, ${row.loanNumber ?? t('loan unknown')}`}
              settings={itemSettings}
              onOpen={(row) => open(`${row.userId}.${row.key}`)}
              openKey={shown}
              stale={review.isPlaceholderData}
              empty={<NoRecords view={view} searched={q} onAll={() => change({ q: undefined, page: undefined })} />}
            />
            {review.data && review.data.total > PAGE_SIZE && (
              <ListFoot
                page={page}
                pageSize={PAGE_SIZE}
                total={review.data.total}
                noun={t('records')}
                onPage={(to) => change({ page: `${to}` })}
              />
            )}
          </Card>
        )}
      </Stack>
      {first &&
        second &&
        (view === 'phones' ? (
          <DevicePanel
            phone={{ deviceId: first, userId: second }}
            now={now}
            onReview={(agent) => setAddress({ view: 'review', q: agent })}
            onClose={close}
          />
        ) : (
          <ReviewPanel item={{ userId: first, key: second }} onClose={close} />
        ))}
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </DeskPage>
  );
}

const FILTERS: readonly { value: DeviceFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unsent', label: 'Unsent over a day' },
  { value: 'quarantined', label: 'Quarantined' },
  { value: 'revoked', label: 'Withdrawn' },
  { value: 'silent', label: 'Silent for 3 days' },
];

const NOTHING_OF: Record<DeviceFilter, string> = {
  all: 'No phone matches',
  unsent: 'No phone has unsent work for over a day',
  quarantined: 'No phone has records in quarantine',
  revoked: 'No phone is withdrawn',
  silent: 'Every phone was heard of in the last three days',
};

function NoPhones({
  any,
  searched,
  filter,
  onAll,
}: {
  any: boolean;
  searched: string;
  filter: DeviceFilter;
  onAll: () => void;
}) {
  if (!any)
    return (
      <EmptyState icon="phone" title={t('No phones yet')}>
        {t(
          'A phone appears here when one of your agents signs in on it for the first time, with what it still has to send.',
        )}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={searched ? 'search' : 'check'}
      title={searched ? t('Nothing found for “{searched}”', { searched }) : t(NOTHING_OF[filter])}
      action={<Button onClick={onAll}>{t('Show all phones')}</Button>}
    />
  );
}

function NoRecords({ view, searched, onAll }: { view: View; searched: string; onAll: () => void }) {
  if (searched)
    return (
      <EmptyState
        icon="search"
        title={t('Nothing found for “{searched}”', { searched })}
        action={<Button onClick={onAll}>{t('Show all records')}</Button>}
      />
    );
  return (
    <EmptyState icon="check" title={view === 'review' ? t('Nothing waits for you') : t('Nothing was decided yet')}>
      {view === 'review'
        ? t('Records that the server could not take from a phone appear here, with the reason, until you decide them.')
        : t('Every record that somebody decided stays here, with who, when and why.')}
    </EmptyState>
  );
}
