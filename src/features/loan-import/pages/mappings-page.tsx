/** /loan/import-mapping: what each client's columns become, version by version. */
import { useState } from 'react';
import { loanField } from '../../../../core/domain/loan-import';
import { problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import {
  Badge,
  Card,
  DateText,
  EmptyState,
  Heading,
  LinkButton,
  Row,
  Select,
  Skeleton,
  Stack,
  Text,
} from '../../../ui';
import { DeskPage, DeskTitle, ProblemNote, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { KNOWN_WORDS } from '../components/policy-choice';
import type { SavedMapping } from '../queries';
import { useSavedMappings } from '../queries';
import { KIND_WORDS } from '../words';

/** Versions of one client's mapping for one kind of file, the newest first. */
function byClient(mappings: readonly SavedMapping[]): SavedMapping[][] {
  const groups = new Map<string, SavedMapping[]>();
  for (const one of mappings) {
    const key = `${one.clientId} ${one.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => b.version - a.version));
}

export default function MappingsPage() {
  const { profile } = useSignedIn();
  const mappings = useSavedMappings();
  const mayImport = mayEnter(profile.role, routeOf('importMappingNew'));
  const start = mayImport && (
    <LinkButton to={deskPaths.newImport()} look="primary" icon="plus">
      {t('New import')}
    </LinkButton>
  );
  const groups = byClient(mappings.data ?? []);
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{t('Import Mapping')}</DeskTitle>
        {start}
      </Row>
      {mappings.error && !mappings.data && (
        <ProblemState problem={problemOf(mappings.error)} retry={mappings.refetch} />
      )}
      {mappings.error && mappings.data && <ProblemNote problem={problemOf(mappings.error)} />}
      {mappings.isPending && <Skeleton lines={5} />}
      {mappings.data && groups.length === 0 && (
        <Card>
          <EmptyState icon="loans" title={t('No mapping yet')} action={start}>
            {t('The first file of a client makes its mapping; the next file is mapped by it.')}
          </EmptyState>
        </Card>
      )}
      {groups.map((versions) => (
        <MappingCard key={versions[0]?.id} versions={versions} />
      ))}
    </DeskPage>
  );
}

function MappingCard({ versions }: { versions: readonly SavedMapping[] }) {
  const zone = useZone();
  const [chosen, setChosen] = useState('');
  const shown = versions.find(({ id }) => id === chosen) ?? versions[0];
  if (!shown) return null;
  const used = shown.mapping.columns.filter(({ field }) => field !== null);
  return (
    <Card>
      <Stack gap="3">
        <Row apart gap="3">
          <Row gap="2">
            <Heading>{shown.client}</Heading>
            <Badge>{t(KIND_WORDS[shown.kind])}</Badge>
          </Row>
          <Select
            value={shown.id}
            aria-label={t('Version of the mapping of {client}', { client: shown.client })}
            options={versions.map(({ id, version }) => ({ value: id, label: t('Version {n}', { n: version }) }))}
            onChange={setChosen}
          />
        </Row>
        <Text size="small" tone="muted">
          {shown.createdBy} · <DateText value={shown.createdAt} zone={zone} time />
          {' · '}
          {shown.usedOn === null ? (
            t('Never used')
          ) : (
            <>
              {t('Last used')} <DateText value={shown.usedOn} />
            </>
          )}
        </Text>
        <details>
          <summary style={{ cursor: 'pointer' }}>
            {tn(used.length, '{n} column is used', '{n} columns are used')} ·{' '}
            {t(KNOWN_WORDS[shown.mapping.policy.known])}
          </summary>
          <TableScroll>
            <Table>
              <thead>
                <tr>
                  <th>{t('In the file')}</th>
                  <th>{t('Becomes')}</th>
                </tr>
              </thead>
              <tbody>
                {used.map(({ header, nth, field }) => (
                  <tr key={`${header} ${nth ?? 0} ${field}`}>
                    <td>{header}</td>
                    <td>{said(loanField(field ?? '')?.label ?? field ?? '')}</td>
                  </tr>
                ))}
                {Object.entries(shown.mapping.fixed).map(([field, value]) => (
                  <tr key={field}>
                    <td>{t('every row: {value}', { value })}</td>
                    <td>{said(loanField(field)?.label ?? field)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </TableScroll>
        </details>
      </Stack>
    </Card>
  );
}
