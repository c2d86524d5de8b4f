/** Whose loans a file holds: its client, and the portfolio where no column says it. */
import { t } from '../../../i18n';
import { Badge, Button, Card, Field, Heading, Row, Select, Stack, Text } from '../../../ui';
import { FieldGrid } from '../../../ui/kit';
import { type SavedMapping, useChoices } from '../queries';

export interface Whose {
  clientId: string;
  portfolioId: string;
}

export function WhoseLoans({
  whose,
  onlyChanges,
  saved,
  onChange,
  onUse,
}: {
  whose: Whose;
  /** Known loans have their portfolio. */
  onlyChanges: boolean;
  /** The last mapping of this client. */
  saved: SavedMapping | undefined;
  onChange: (whose: Whose) => void;
  onUse: (saved: SavedMapping) => void;
}) {
  const choices = useChoices();
  const { clients, portfolios } = choices.data ?? { clients: [], portfolios: [] };
  const own = portfolios.filter(({ clientId }) => clientId === whose.clientId);
  return (
    <Card>
      <Stack gap="3">
        <Heading>{t('Whose loans are these?')}</Heading>
        <FieldGrid>
          <Field label={t('Client')} required={!onlyChanges} optional={onlyChanges}>
            <Select
              value={whose.clientId}
              placeholder={choices.isPending ? t('Loading') : t('Choose')}
              options={clients.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(clientId) => onChange({ clientId, portfolioId: '' })}
            />
          </Field>
          {!onlyChanges && (
            <Field label={t('Portfolio')}>
              <Select
                value={whose.portfolioId}
                options={[
                  { value: '', label: t('A column says it') },
                  ...own.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(portfolioId) => onChange({ ...whose, portfolioId })}
              />
            </Field>
          )}
        </FieldGrid>
        {saved && (
          <Row gap="3">
            <Text as="span" size="small" tone="muted">
              {t('{client} has a mapping already', { client: saved.client })}
            </Text>
            <Badge>{t('Version {n}', { n: saved.version })}</Badge>
            <Button small onClick={() => onUse(saved)}>
              {t('Map by it')}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}
