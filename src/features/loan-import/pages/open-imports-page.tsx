/** /loan/import-mapping-main: the imports that somebody has begun and nobody has finished, by what they wait for. */
import { formatDateTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Card, Heading, LinkButton, Row, Skeleton, Stack, Text } from '../../../ui';
import { CardHead, DeskPage, DeskTitle, ProblemNote, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { importPath } from '../import-path';
import { useImportsIn } from '../queries';

const WAITING = {
  mapping: 'Wait for their columns',
  verified: 'Checked, not yet loaded',
  uploading: 'Not wholly uploaded',
  committing: 'Being loaded now',
} as const;

export default function OpenImportsPage() {
  const start = (
    <LinkButton to={deskPaths.newImport()} look="primary" icon="plus">
      {t('New import')}
    </LinkButton>
  );
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{t('Import Mapping Overview')}</DeskTitle>
        {start}
      </Row>
      {(['mapping', 'verified', 'committing', 'uploading'] as const).map((state) => (
        <Waiting key={state} state={state} />
      ))}
    </DeskPage>
  );
}

function Waiting({ state }: { state: keyof typeof WAITING }) {
  const zone = useZone();
  const imports = useImportsIn(state);
  const { data, error } = imports;
  return (
    <Card flush>
      <CardHead>
        <Heading>{t(WAITING[state])}</Heading>
        {data && (
          <Text as="span" size="small" tone="muted">
            {tn(data.totalElements, '{n} upload', '{n} uploads')}
          </Text>
        )}
      </CardHead>
      <Stack gap="0" paddingX="4" paddingBottom="2">
        {error && !data && <ProblemState problem={problemOf(error)} retry={imports.refetch} />}
        {error && data && <ProblemNote problem={problemOf(error)} />}
        {imports.isPending && <Skeleton lines={2} />}
        {data?.content.length === 0 && (
          <Text tone="muted" paddingY="3">
            {t('None')}
          </Text>
        )}
        {data?.content.map((row) => (
          <Row key={row.id} apart gap="3" paddingY="2" borderTop="1px solid var(--c-line)">
            <Stack gap="0" flex="1 1 14rem" minWidth="0">
              <Text as="span" strong truncate>
                {row.fileName}
              </Text>
              <Text as="span" size="small" tone="muted">
                {[row.client, row.createdBy, formatDateTime(row.createdAt, zone)].filter(Boolean).join(' · ')}
              </Text>
            </Stack>
            <LinkButton small to={importPath(row)} aria-label={t('Go on with {file}', { file: row.fileName })}>
              {t('Go on with it')}
            </LinkButton>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}
