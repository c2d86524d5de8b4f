/** The alerts that nobody opened yet, as a table: of the bell, and of the tile on a telecaller's home. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Alert, MissedAlert } from '../../../../core/contract/alerts';
import { formatDateTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, chakra, EmptyState, Money, Skeleton, Stack } from '../../../ui';
import { Modal, ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { useDeactivateAlert, useMissedAlerts } from '../queries';
import { ALERT_LABELS } from '../words';
import { PushChoice } from './push-choice';

const LoanButton = chakra('button', {
  base: {
    minHeight: { base: '2.75rem', md: '2rem' },
    fontWeight: 'bold',
    color: 'accent-ink',
    textAlign: 'start',
    _hover: { textDecoration: 'underline' },
  },
});

/** Done with wherever it is opened, and its loan comes up. */
export function useOpenAlert() {
  const navigate = useNavigate();
  const { mutate: deactivate } = useDeactivateAlert();
  return useCallback(
    ({ id, loanId, loanNumber }: Pick<Alert, 'id' | 'loanId' | 'loanNumber'>) => {
      deactivate(id);
      void navigate(deskPaths.callManagement({ loanId, loanNumber }));
    },
    [deactivate, navigate],
  );
}

export default function MissedAlerts({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const missed = useMissedAlerts();
  const open = useOpenAlert();
  return (
    <Modal title={t('Missed alerts')} size="large" onClose={onClose}>
      <Stack gap="4">
        {missed.data ? (
          <MissedTable
            alerts={missed.data}
            zone={zone}
            onOpen={(alert) => {
              onClose();
              open(alert);
            }}
          />
        ) : missed.error ? (
          <ProblemState problem={problemOf(missed.error)} retry={missed.refetch} />
        ) : (
          <Skeleton lines={4} height="2.5rem" />
        )}
        <PushChoice />
      </Stack>
    </Modal>
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
    <SmallTable
      label={t('Missed alerts')}
      rows={alerts}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('Loan'),
          cell: (alert) => (
            <LoanButton type="button" onClick={() => onOpen(alert)}>
              {alert.loanNumber}
            </LoanButton>
          ),
        },
        { label: t('Customer'), cell: ({ customerName }) => customerName },
        { label: t('Mobile'), cell: ({ mobile }) => mobile ?? '–' },
        {
          label: t('What'),
          cell: ({ alertType }) => (
            <Badge tone={ALERT_LABELS[alertType].tone}>{t(ALERT_LABELS[alertType].label)}</Badge>
          ),
        },
        { label: t('When'), cell: ({ alertDateTime }) => formatDateTime(alertDateTime, zone) },
        { label: t('Overdue'), num: true, cell: ({ overduePaise }) => <Money paise={overduePaise} /> },
      ]}
    />
  );
}
