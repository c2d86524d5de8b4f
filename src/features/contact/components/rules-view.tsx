import { useState } from 'react';
import { addPack, type PackRow } from '../../../../core/contract/contact-rules';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { mayAsk } from '../../../api/may-ask';
import { said, t } from '../../../i18n';
import { Badge, Banner, Button, Card, Heading, Row, Stack, Text, type Tone } from '../../../ui';
import { CardHead, SmallTable } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { usePacks } from '../rule-queries';
import { PackEditor } from './pack-editor';
import { RulesTable } from './rules-table';
import { ViewState } from './view-state';

const STATES: Record<PackRow['state'], { words: string; tone: Tone }> = {
  'in-force': { words: 'In force', tone: 'paid' },
  planned: { words: 'To come', tone: 'promise' },
  past: { words: 'Past', tone: 'neutral' },
  replaced: { words: 'Replaced', tone: 'neutral' },
};

const keyOf = (row: PackRow) => row.id ?? 'default';

/** The rules in force, those to come and those that were; administrators make new versions. */
export function RulesView({ zone }: { zone: string }) {
  const packs = usePacks(true);
  const mayEdit = mayAsk(addPack, useSignedIn().profile);
  const [shown, setShown] = useState<string>();
  const [editing, setEditing] = useState(false);
  const { data } = packs;
  if (!data) return <ViewState error={packs.error} retry={() => void packs.refetch()} />;
  const inForce = data.versions.find(({ state }) => state === 'in-force');
  const version = data.versions.find((row) => keyOf(row) === shown) ?? inForce;
  const planned = data.versions.filter(({ state }) => state === 'planned');
  if (editing && inForce) {
    return <PackEditor list={data} inForce={inForce} onClose={() => setEditing(false)} />;
  }
  return (
    <Stack gap="4">
      {planned.map((row) => (
        <Banner
          key={keyOf(row)}
          tone="info"
          title={t('“{name}” begins on {day}', { name: row.name, day: formatDay(row.effectiveFrom) })}
          action={
            <Button small onClick={() => setShown(keyOf(row))}>
              {t('Show it')}
            </Button>
          }
        >
          {row.reason}
        </Banner>
      ))}
      <Card flush>
        <CardHead>
          <Heading>{t('Versions')}</Heading>
          {mayEdit && (
            <Button look="primary" icon="plus" small onClick={() => setEditing(true)}>
              {t('New version')}
            </Button>
          )}
        </CardHead>
        <SmallTable
          label={t('Versions')}
          rows={data.versions}
          keyOf={keyOf}
          {...(version && { openKey: keyOf(version) })}
          columns={[
            {
              label: t('Version'),
              cell: (row) => (
                <Button look="quiet" small aria-pressed={row === version} onClick={() => setShown(keyOf(row))}>
                  {said(row.name)}
                </Button>
              ),
            },
            {
              label: t('State'),
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{t(STATES[state].words)}</Badge>,
            },
            {
              label: t('Counts from'),
              cell: ({ id, effectiveFrom }) => (id === null ? t('the beginning') : formatDay(effectiveFrom)),
            },
            { label: t('Why'), cell: ({ reason }) => reason || t('Comes with the product') },
            {
              label: t('Made by whom'),
              cell: ({ at, by }) => (at ? `${by ?? ''} · ${formatDateTime(at, zone)}` : '–'),
            },
          ]}
        />
      </Card>
      {version && (
        <Card flush>
          <CardHead>
            <Row gap="2">
              <Heading>{said(version.name)}</Heading>
              <Badge tone={STATES[version.state].tone}>{t(STATES[version.state].words)}</Badge>
            </Row>
          </CardHead>
          <RulesTable label={said(version.name)} rules={version.rules} />
          <Text size="small" tone="muted" padding="4">
            {t('Of several rules that block, the one furthest up is told first. Microfinance: {products}.', {
              products: version.microfinance.join(', ') || '–',
            })}
          </Text>
        </Card>
      )}
    </Stack>
  );
}
