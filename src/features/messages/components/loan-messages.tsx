import { formatDateTime } from '../../../../core/domain/dates';
import { CHANNEL_LABELS } from '../../../../core/domain/message-templates';
import { screenWords } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Row, Stack, Text } from '../../../ui';
import { useZone } from '../../session';
import { useLoanMessages, usePaymentLinks } from '../queries';
import { MESSAGE_WORDS } from '../words';
import { LinkLine } from './link-line';

/** What was sent to the borrower of a loan and what became of it, with its payment links: a part of a timeline. */
export function LoanMessages({ loanId }: { loanId: string }) {
  const zone = useZone();
  const messages = useLoanMessages(loanId);
  const links = usePaymentLinks(loanId);
  if (messages.error && !messages.data) {
    return (
      <Text size="small" tone="muted">
        {screenWords(messages.error).title}
      </Text>
    );
  }
  if (!messages.data) return null;
  const nothing = messages.data.rows.length === 0 && !links.data?.length;
  return (
    <Stack gap="3">
      {nothing && (
        <Text size="small" tone="muted">
          {t('Nothing was sent yet')}
        </Text>
      )}
      {links.data?.map((link) => (
        <LinkLine key={link.id} link={link} loanId={loanId} />
      ))}
      {messages.data.rows.map((message) => (
        <Stack key={message.id} gap="1">
          <Row gap="2">
            <Badge tone={MESSAGE_WORDS[message.status].tone}>{t(MESSAGE_WORDS[message.status].label)}</Badge>
            <Text size="small" strong>
              {t(CHANNEL_LABELS[message.channel])} · {message.to}
            </Text>
            <Text size="tiny" tone="muted">
              {formatDateTime(message.createdAt, zone)} · {message.by}
            </Text>
          </Row>
          <Text size="small" css={{ overflowWrap: 'anywhere' }}>
            {message.text}
          </Text>
          {message.reason && (
            <Text size="small" tone="muted">
              {message.reason}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
