/** /loan/import-mapping: what each client's columns become, version by version. */
import { useState } from 'react';
import { loanField } from '../../../../core/domain/loan-import';
import { failedWrite, problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import {
  Badge,
  Button,
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
import { ConfirmDialog, DeskPage, DeskTitle, ProblemNote, ProblemState, SmallTable } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { EditMapping } from '../components/edit-mapping';
import { FRESH_WORDS, KNOWN_WORDS } from '../components/policy-choice';
import type { SavedMapping } from '../queries';
import { useMappingActions, useSavedMappings } from '../queries';
import { transformWords } from '../transforms';
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
  const [asking, setAsking] = useState<'edit' | 'remove'>();
  const { change, remove } = useMappingActions();
  const [newest] = versions;
  const shown = versions.find(({ id }) => id === chosen) ?? newest;
  if (!shown || !newest) return null;
  const close = () => {
    setAsking(undefined);
    remove.reset();
  };
  return (
    <Card>
      <Stack gap="3">
        <Row apart gap="3">
          <Row gap="2">
            <Heading>{shown.client}</Heading>
            <Badge>{t(KIND_WORDS[shown.kind])}</Badge>
          </Row>
          <Row gap="2">
            <Select
              value={shown.id}
              aria-label={t('Version of the mapping of {client}', { client: shown.client })}
              options={versions.map(({ id, version }) => ({ value: id, label: t('Version {n}', { n: version }) }))}
              onChange={setChosen}
            />
            {shown !== newest && (
              <Button
                busy={change.isPending}
                onClick={() =>
                  change.mutate(
                    { id: shown.id, newest: newest.version, mapping: shown.mapping },
                    { onSuccess: () => setChosen('') },
                  )
                }
              >
                {t('Use it again')}
              </Button>
            )}
            <Button icon="edit" onClick={() => setAsking('edit')}>
              {t('Change')}
            </Button>
            <Button look="plain" onClick={() => setAsking('remove')}>
              {t('Delete')}
            </Button>
          </Row>
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
        <ProblemNote problem={failedWrite(change.error)} />
        <Details saved={shown} />
      </Stack>
      {asking === 'edit' && <EditMapping saved={shown} newest={newest.version} onClose={close} />}
      {asking === 'remove' && (
        <ConfirmDialog
          danger
          title={t('Delete version {n} of the mapping of {client}?', { n: shown.version, client: shown.client })}
          confirm={t('Delete the version')}
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onClose={close}
          onConfirm={() => remove.mutate(shown.id, { onSuccess: close })}
        >
          {shown !== newest
            ? t('Files go on being mapped by the newest version.')
            : versions[1]
              ? t('The next file is mapped by version {n}.', { n: versions[1].version })
              : t('The columns of the next file are guessed by their headers and values.')}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Details({ saved: { kind, mapping } }: { saved: SavedMapping }) {
  const used = mapping.columns.filter(({ field }) => field !== null);
  const labelOf = (field: string | null) => said(loanField(field ?? '')?.label ?? field ?? '');
  const rows = [
    ...used.map(({ header, nth, field, transforms = [] }) => ({
      key: `${header} ${nth ?? 0} ${field}`,
      from: header,
      to: labelOf(field),
      how: transforms.map(transformWords).join(', '),
    })),
    ...Object.entries(mapping.fixed).map(([field, value]) => ({
      key: field,
      from: t('every row: {value}', { value }),
      to: labelOf(field),
      how: '',
    })),
  ];
  const lines = [
    t('A loan is known by its client and its loan number.'),
    kind === 'loans' && t('Loan numbers that you do not have: {what}', { what: t(FRESH_WORDS[mapping.policy.fresh]) }),
    t('Loan numbers that you have: {what}', { what: t(KNOWN_WORDS[mapping.policy.known]) }),
  ].filter((line) => line !== false);
  return (
    <details>
      <summary style={{ cursor: 'pointer' }}>
        {tn(used.length, '{n} column is used', '{n} columns are used')} · {t(KNOWN_WORDS[mapping.policy.known])}
      </summary>
      <Stack gap="3" marginTop="2">
        <Stack as="ul" gap="1" margin="0" paddingInlineStart="5">
          {lines.map((line) => (
            <Text as="li" key={line}>
              {line}
            </Text>
          ))}
        </Stack>
        <SmallTable
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { label: t('In the file'), cell: ({ from }) => from },
            { label: t('Becomes'), cell: ({ to }) => to },
            { label: t('Changed how'), cell: ({ how }) => how || '–' },
          ]}
        />
      </Stack>
    </details>
  );
}
