/** One scheduled report: sending it now, and what went to whom. */
import type { ReportDelivery, ScheduledReport } from '../../../../core/contract/schedule-reports';
import { formatDay } from '../../../../core/domain/dates';
import { failedWrite, problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Badge, Banner, Button, DateText, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ProblemState, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { useDeliveries, useSendNow } from '../queries';
import { DELIVERY_WORDS, MAIL_WORDS, rhythmWords } from '../words';

interface Props {
  schedule: ScheduledReport;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

export function DeliveriesPanel({ schedule, onEdit, onDelete, onClose }: Props) {
  const deliveries = useDeliveries(schedule.id);
  const send = useSendNow(schedule.id);
  return (
    <SidePanel
      about={schedule.id}
      label={t('Scheduled report')}
      title={said(schedule.displayName)}
      line={rhythmWords(schedule)}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      problem={failedWrite(send.error)}
      footer={
        <Row gap="2">
          <Button
            look="primary"
            busy={send.isPending}
            onClick={() => send.mutate(undefined, { onSuccess: () => showToast(t('It is on its way.')) })}
          >
            {t('Send now')}
          </Button>
          <Button onClick={onEdit}>{t('Edit')}</Button>
          <Button look="danger" onClick={onDelete}>
            {t('Delete')}
          </Button>
        </Row>
      }
    >
      <Stack gap="4">
        {schedule.problem && <Banner tone="warn" title={said(schedule.problem)} />}
        <Text size="small">{schedule.emails.join(', ')}</Text>
        <Text size="small" tone="muted">
          {schedule.portfolios.join(', ')}
        </Text>
        {deliveries.isPending && <Skeleton lines={4} height="2rem" />}
        {deliveries.error && !deliveries.data && (
          <ProblemState problem={problemOf(deliveries.error)} retry={deliveries.refetch} />
        )}
        {deliveries.data?.length === 0 && <Text tone="muted">{t('Nothing was sent yet.')}</Text>}
        {deliveries.data?.map((one) => (
          <Delivery key={one.id} delivery={one} />
        ))}
      </Stack>
    </SidePanel>
  );
}

function Delivery({ delivery }: { delivery: ReportDelivery }) {
  const zone = useZone();
  const words = DELIVERY_WORDS[delivery.state];
  const { from, to, lines } = delivery;
  return (
    <Stack as="section" gap="1" aria-label={formatDay(to)}>
      <Row gap="2">
        <Badge tone={words.tone}>{t(words.label)}</Badge>
        <Text as="span" size="small" strong>
          {from === to ? formatDay(to) : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })}
        </Text>
        {lines !== null && (
          <Text as="span" size="small" tone="muted">
            {tn(lines, '{n} line', '{n} lines')}
            {delivery.linked && ` · ${t('as a link')}`}
          </Text>
        )}
        {delivery.day === null && <Badge tone="neutral">{t('By hand')}</Badge>}
      </Row>
      {delivery.problem && (
        <Text size="small" tone="danger">
          {said(delivery.problem)}
        </Text>
      )}
      {delivery.mails.map((mail) => (
        <Text key={mail.address} size="small" tone="muted">
          {mail.address}: {t(MAIL_WORDS[mail.state])}
          {mail.sentAt && (
            <>
              {' '}
              <DateText value={mail.sentAt} time near zone={zone} />
            </>
          )}
          {mail.problem && ` · ${said(mail.problem)}`}
        </Text>
      ))}
    </Stack>
  );
}
