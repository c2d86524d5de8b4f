/**
 * A telecaller's alerts in the top bar (specification 2.5): the count of what was missed, its table, and a toast for each
 * new one, by the poll of section 9 and at once by the stream beside it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Alert } from '../../../../core/contract/alerts';
import { formatDateTime } from '../../../../core/domain/dates';
import { ALERT_MS, alertWords, useApi } from '../../../api';
import { hasToken } from '../../../api/events';
import { t, tn } from '../../../i18n';
import { chakra, showToast } from '../../../ui';
import { DeskIcon } from '../../../ui/kit';
import { useZone } from '../../session';
import { useKeepNotifications } from '../kept-notifications';
import { useMissedAlerts, useNewAlerts } from '../queries';
import { followAlerts } from '../stream';
import MissedAlerts, { useOpenAlert } from './missed-alerts';

const Bell = chakra('button', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    boxSize: { base: '11', md: '9' },
    borderRadius: 'small',
    color: 'muted',
    _hover: { background: 'sunken', color: 'ink' },
  },
});
const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '0',
    insetInlineEnd: '0',
    minWidth: '1.125rem',
    paddingInline: '1',
    borderRadius: 'full',
    background: 'danger-solid',
    color: '#fff',
    fontSize: '0.6875rem',
    fontWeight: 'bold',
    lineHeight: '1.125rem',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
});
/** Shown once in this window, also after a reload. */
const SHOWN = 'recoup.alerts-shown';
const MOST_REMEMBERED = 300;

function rememberShown(id: string): boolean {
  const known = (sessionStorage.getItem(SHOWN) ?? '').split(' ').filter(Boolean);
  if (known.includes(id)) return false;
  sessionStorage.setItem(SHOWN, [...known, id].slice(-MOST_REMEMBERED).join(' '));
  return true;
}

export default function AlertBell({ place }: { place: string }) {
  const api = useApi();
  const client = useQueryClient();
  const zone = useZone();
  const missed = useMissedAlerts();
  const fresh = useNewAlerts();
  useKeepNotifications();
  const [open, setOpen] = useState(false);

  const openAlert = useOpenAlert();
  const announce = useCallback(
    (alert: Alert) => {
      if (!rememberShown(alert.id)) return;
      showToast(alertWords({ ...alert, alertTime: formatDateTime(alert.alertTime, zone) }), {
        ms: ALERT_MS,
        action: { label: t('Open the loan'), onClick: () => openAlert(alert) },
      });
    },
    [openAlert, zone],
  );
  const latest = useRef(announce);
  latest.current = announce;

  useEffect(() => {
    for (const alert of fresh.data ?? []) latest.current(alert);
  }, [fresh.data]);
  // Once for each time that it begins to fail, not with every poll of an hour without a network.
  const failing = fresh.isError || missed.isError;
  const well = fresh.isSuccess && missed.isSuccess;
  const toldOfFailure = useRef(false);
  useEffect(() => {
    if (well) toldOfFailure.current = false;
    if (!failing || toldOfFailure.current) return;
    toldOfFailure.current = true;
    showToast(t('Alerts could not be asked for. They come as soon as the server answers.'));
  }, [failing, well]);
  useEffect(() => {
    const ending = new AbortController();
    void followAlerts(api, {
      signal: ending.signal,
      hasToken,
      onAlert(alert) {
        latest.current(alert);
        void client.invalidateQueries({ queryKey: ['alerts', 'missed'] });
      },
    });
    return () => ending.abort();
  }, [api, client]);

  const bar = document.getElementById(place);
  if (!bar) return null;
  const count = missed.data?.length ?? 0;
  const label = count === 0 ? t('Alerts') : tn(count, '{n} missed alert', '{n} missed alerts');
  return createPortal(
    <>
      <Bell type="button" aria-haspopup="dialog" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <DeskIcon name="bell" />
        {count > 0 && <Count aria-hidden="true">{count > 99 ? '99+' : count}</Count>}
      </Bell>
      {open && <MissedAlerts onClose={() => setOpen(false)} />}
    </>,
    bar,
  );
}
