import { useState } from 'react';
import type { Invitation } from '../../../../core/contract/tenants';
import { formatDateTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Button, Field, Row, Stack, Text, TextInput } from '../../../ui';
import { useZone } from '../../session';

/** The link that an administrator chooses their password with: it went out by mail, and may be passed on. */
export function InvitationLink({ invitation }: { invitation: Invitation }) {
  const zone = useZone();
  const [copied, setCopied] = useState(false);
  return (
    <Stack gap="2">
      <Text>
        {t('{who} was mailed a link to choose a password. User name: {username}.', {
          who: invitation.fullName,
          username: invitation.username,
        })}
      </Text>
      <Row gap="2" alignItems="flex-end" tight>
        <div style={{ flex: 1, minWidth: 0 }}>
          <Field
            label={t('The same link, to pass on')}
            hint={t('Works once, until {at}. Whoever has it can sign in as {who}.', {
              at: formatDateTime(new Date(invitation.expiresAt), zone),
              who: invitation.fullName,
            })}
          >
            <TextInput
              readOnly
              value={invitation.link}
              onChange={() => {}}
              onFocus={(event) => event.target.select()}
            />
          </Field>
        </div>
        <Button
          icon={copied ? 'check' : 'share'}
          onClick={() => void navigator.clipboard.writeText(invitation.link).then(() => setCopied(true))}
        >
          {copied ? t('Copied') : t('Copy the link')}
        </Button>
      </Row>
    </Stack>
  );
}
