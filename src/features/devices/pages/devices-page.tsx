/** Every phone of the caller's people: how its queue stands, what it needs, and the records that wait for a decision. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type DeviceFilter, listDevices } from '../../../../core/contract/devices';
import { listQuarantine } from '../../../../core/contract/quarantine';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, ChipChoice } from '../../../ui';
import { useListAddress } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { deviceColumns, reviewColumns } from '../columns';
import { DevicePanel } from '../components/device-panel';
import { ReviewPanel } from '../components/review-panel';
import { UploadDialog } from '../components/upload-dialog';
import { agoWords } from '../device-words';
import { LOOK_MS, useDeviceAlerts } from '../queries';

const VIEWS = ['phones', 'review', 'decided'] as const;
type View = (typeof VIEWS)[number];

const FILTERS: Record<DeviceFilter, { label: string; none: string }> = {
  all: { label: 'All', none: 'No phones yet' },
  unsent: { label: 'Unsent over a day', none: 'No phone has unsent work for over a day' },
  quarantined: { label: 'Quarantined', none: 'No phone has records in quarantine' },
  revoked: { label: 'Withdrawn', none: 'No phone is withdrawn' },
  silent: { label: 'Silent for 3 days', none: 'Every phone was heard of in the last three days' },
};
const offlineToo = ({ error }: { error: unknown }) =>
  problemOf(error, t('Seeing phones needs a network. The phones themselves work without one.'));

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
  const [uploading, setUploading] = useState(false);
  const now = useNow();
  const alerts = useDeviceAlerts().data;
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'phones';
  const actions = (
    <Button icon="share" onClick={() => setUploading(true)}>
      {t('Upload an agent’s records')}
    </Button>
  );
  const views = (waiting = alerts?.underReview) => (
    <ChipChoice<View>
      label={t('What to show')}
      value={view}
      onChange={(next) => setAddress(next === 'phones' ? {} : { view: next }, { replace: true })}
      options={[
        { value: 'phones', label: t('Phones') },
        { value: 'review', label: waiting === undefined ? t('To decide') : t('To decide {n}', { n: waiting }) },
        { value: 'decided', label: t('Decided') },
      ]}
    />
  );
  const { count = 0, alerts: [worst] = [] } = alerts ?? {};
  return (
    <>
      {view === 'phones' ? (
        <Phones
          now={now}
          actions={actions}
          above={
            <>
              {count > 0 && address.get('filter') !== 'unsent' && (
                <Banner
                  tone="danger"
                  title={tn(
                    count,
                    '{n} phone has unsent work for over a day',
                    '{n} phones have unsent work for over a day',
                  )}
                  action={
                    <Button look="quiet" onClick={() => setAddress({ filter: 'unsent' }, { replace: true })}>
                      {count === 1 ? t('Show it') : t('Show them')}
                    </Button>
                  }
                >
                  {worst &&
                    t('The longest waits on {agent}’s phone, for {when}.', {
                      agent: worst.agent,
                      when: agoWords(worst.oldestUnsentAt, now),
                    })}
                </Banner>
              )}
              {views()}
            </>
          }
          onReview={(agent) => setAddress({ view: 'review', q: agent })}
        />
      ) : (
        <Records key={view} view={view} actions={actions} above={views} />
      )}
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function Phones({
  now,
  actions,
  above,
  onReview,
}: {
  now: number;
  actions: ReactNode;
  above: ReactNode;
  onReview: (agent: string) => void;
}) {
  const columns = useCallback(({ zone }: Listing<typeof listDevices>) => deviceColumns(zone, now), [now]);
  return (
    <EntityList
      name="devices"
      from={listDevices}
      ask={{ filter: 'all', sort: 'oldest', dir: 'asc' }}
      every={LOOK_MS}
      pageSize={25}
      title={t('Phones')}
      noun={t('phones')}
      actions={actions}
      above={above}
      columns={columns}
      searchLabel={t('Search phones')}
      filters={{
        filter: {
          label: t('Filter'),
          words: (one) => t(FILTERS[one].label),
          tab: {},
          counts: (data) => data.counts,
        },
      }}
      problem={offlineToo}
      sort={{ by: 'oldest', dir: 'asc' }}
      keyOf={(row) => `${row.deviceId}.${row.userId}`}
      nameOf={(row) => `${row.agent}, ${row.name}`}
      panel={({ id, close }) => {
        const [deviceId = '', userId = ''] = id.split('.');
        return userId && <DevicePanel phone={{ deviceId, userId }} now={now} onReview={onReview} onClose={close} />;
      }}
      empty={({ filter = 'all' }) => ({
        icon: filter === 'all' ? 'phone' : 'check',
        title: t(FILTERS[filter].none),
        ...(filter === 'all' && {
          text: t(
            'A phone appears here when one of your agents signs in on it for the first time, with what it still has to send.',
          ),
        }),
      })}
    />
  );
}

const columnsOfRecords = ({ zone }: { zone: string }) => reviewColumns(zone);

function Records({
  view,
  actions,
  above,
}: {
  view: 'review' | 'decided';
  actions: ReactNode;
  above: (waiting: number | undefined) => ReactNode;
}) {
  const waits = view === 'review';
  return (
    <EntityList
      name="review"
      under="quarantine"
      from={listQuarantine}
      ask={{ state: waits ? 'open' : 'decided' }}
      every={LOOK_MS}
      pageSize={25}
      title={t('Phones')}
      label={waits ? t('Records to decide') : t('Decided records')}
      noun={t('records')}
      actions={actions}
      above={({ data }) => above(data?.open)}
      columns={columnsOfRecords}
      searchLabel={t('Search records')}
      problem={offlineToo}
      keyOf={(row) => `${row.userId}.${row.key}`}
      nameOf={(row) => `${row.agent}, ${row.loanNumber ?? t('loan unknown')}`}
      panel={({ id, close }) => {
        const [userId = '', key = ''] = id.split('.');
        return key && <ReviewPanel item={{ userId, key }} onClose={close} />;
      }}
      empty={{
        icon: 'check',
        title: waits ? t('Nothing waits for you') : t('Nothing was decided yet'),
        text: waits
          ? t(
              'Records that the server could not take from a phone appear here, with the reason, until you decide them.',
            )
          : t('Every record that somebody decided stays here, with who, when and why.'),
      }}
    />
  );
}
