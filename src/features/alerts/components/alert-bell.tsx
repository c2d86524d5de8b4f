/**
 * A telecaller's alerts in the top bar (specification 2.5): the count of what was missed, its table, and a toast for each
 * new one, by the poll of section 9 and at once by the stream beside it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { Alert, MissedAlert } from '../../../../core/contract/alerts';
import { formatDateTime } from '../../../../core/domain/dates';
import { ALERT_MS, alertWords, problemOf, useApi } from '../../../api';
import { hasToken } from '../../../api/events';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, chakra, EmptyState, Money, Skeleton, Stack, showToast } from '../../../ui';
import { DeskIcon, Modal, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useZone } from '../../session';
import { useKeepNotifications } from '../kept-notifications';
import { useDeactivateAlert, useMissedAlerts, useNewAlerts } from '../queries';
import { followAlerts } from '../stream';
import { ALERT_LABELS } from '../words';
import { PushChoice } from './push-choice';

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
const LoanButton = chakra('button', {
  base: {
    minHeight: { base: '2.75rem', md: '2rem' },
    fontWeight: 'bold',
    color: 'accent-ink',
    textAlign: 'start',
    _hover: { textDecoration: 'underline' },
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
  const navigate = useNavigate();
  const zone = useZone();
  const missed = useMissedAlerts();
  const fresh = useNewAlerts();
  useKeepNotifications();
  const { mutate: deactivate } = useDeactivateAlert();
  const [open, setOpen] = useState(false);

  const openAlert = useCallback(
    (alert: Pick<Alert, 'id' | 'loanId' | 'loanNumber'>) => {
      setOpen(false);
      deactivate(alert.id);
      void navigate(deskPaths.callManagement({ loanId: alert.loanId, loanNumber: alert.loanNumber }));
    },
    [deactivate, navigate],
  );
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
      {open && (
        <Modal title={t('Missed alerts')} size="large" onClose={() => setOpen(false)}>
          <Stack gap="4">
            {missed.data ? (
              <MissedTable alerts={missed.data} zone={zone} onOpen={openAlert} />
            ) : missed.error ? (
              <ProblemState problem={problemOf(missed.error)} retry={missed.refetch} />
            ) : (
              <Skeleton lines={4} height="2.5rem" />
            )}
            <PushChoice />
          </Stack>
        </Modal>
      )}
    </>,
    bar,
  );
}

function MissedTable({
  alerts,
  zone,
  onOpen,
}: {
  alerts: readonly MissedAlert[];
  zone: string;
  onOpen: (alert: MissedAlert) => void;
}) {
  if (alerts.length === 0)
    return (
      <EmptyState icon="check" title={t('Nothing was missed')}>
        {t('Call-backs, promises and field visits on your loans appear here when they are due.')}
      </EmptyState>
    );
  return (
    <TableScroll>
      <Table aria-label={t('Missed alerts')}>
        <thead>
          <tr>
            <th scope="col">{t('Loan')}</th>
            <th scope="col">{t('Customer')}</th>
            <th scope="col">{t('Mobile')}</th>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('When')}</th>
            <th scope="col" style={{ textAlign: 'end' }}>
              {t('Overdue')}
            </th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <tr key={alert.id}>
              <td>
                <LoanButton type="button" onClick={() => onOpen(alert)}>
                  {alert.loanNumber}
                </LoanButton>
              </td>
              <td>{alert.customerName}</td>
              <td>{alert.mobile ?? '–'}</td>
              <td>
                <Badge tone={ALERT_LABELS[alert.alertType].tone}>{t(ALERT_LABELS[alert.alertType].label)}</Badge>
              </td>
              <td>{formatDateTime(alert.alertDateTime, zone)}</td>
              <td style={{ textAlign: 'end' }}>
                <Money paise={alert.overduePaise} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
