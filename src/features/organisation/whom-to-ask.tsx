/** Whom to ask for help, at the foot of a home; nothing where the tenant has not said it. */
import { t } from '../../i18n';
import { Card, Heading, Row, Stack, Text } from '../../ui';
import { useSupport } from './support-queries';

export function WhomToAsk() {
  const { data } = useSupport();
  if (!data?.name) return null;
  const { name, phone, email, hours, note } = data;
  return (
    <Card as="section" aria-label={t('Help')}>
      <Stack gap="1">
        <Heading>{t('Help')}</Heading>
        <Row gap="3" flexWrap="wrap">
          <strong>{name}</strong>
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {hours && <span>{hours}</span>}
        </Row>
        {note && (
          <Text size="small" tone="muted">
            {note}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
