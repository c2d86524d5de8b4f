/** The callbacks behind their number. */
import { formatDateTime, formatTime } from '../../../../core/domain/dates';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { EmptyState, LinkButton, Row, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useZone } from '../../session';
import type { useQueues } from '../queries';

interface Props {
  rows: NonNullable<ReturnType<typeof useQueues>>['callback'];
  now: number;
  onClose: () => void;
}

export default function FollowUpList({ rows, now, onClose }: Props) {
  const zone = useZone();
  return (
    <Modal title={t('My callbacks')} onClose={onClose}>
      {rows.length === 0 ? (
        <EmptyState icon="check" title={t('No callback waits today')}>
          {t('A callback that a borrower asks for shows here at its day.')}
        </EmptyState>
      ) : (
        <Stack gap="2" as="ul" listStyleType="none">
          {rows.map(({ loan, callbackAt }) => (
            <Row key={loan.id} as="li" apart>
              <Stack gap="0">
                <Text strong>{loan.borrower.name}</Text>
                <Text size="small" tone={Date.parse(callbackAt ?? '') <= now ? 'danger' : 'muted'}>
                  {callbackAt && whenWords(callbackAt, now, zone)}
                </Text>
              </Stack>
              <LinkButton
                small
                to={deskPaths.callManagement({ loanId: loan.id, loanNumber: loan.loanNumber, queue: 'callback' })}
              >
                {t('Open the loan')}
              </LinkButton>
            </Row>
          ))}
        </Stack>
      )}
    </Modal>
  );
}

function whenWords(at: string, now: number, zone: string): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 0) return t('At {time}', { time: formatTime(at, zone) });
  if (minutes < 60) return tn(minutes, '{n} minute overdue', '{n} minutes overdue');
  return t('Since {time}', { time: formatDateTime(at, zone) });
}
