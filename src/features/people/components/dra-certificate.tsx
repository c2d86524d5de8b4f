/** The paper of a DRA certificate: opened by its owner and those above, who also bring a newer one or take it away. */

import { lazy, Suspense, useState } from 'react';
import type { Person } from '../../../../core/contract/people';
import { fieldsOf } from '../../../../core/domain/profile-fields';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Button, DateText, Row, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, ProblemNote } from '../../../ui/kit';
import { useZone } from '../../session';
import { useDraCertificate } from '../queries';
import { DraBadge } from './dra-badge';

const UploadCertificate = lazy(async () => ({ default: (await import('./upload-certificate')).UploadCertificate }));

export function DraCertificate({ person }: { person: Person }) {
  const zone = useZone();
  const { open, remove } = useDraCertificate(person);
  const [asking, setAsking] = useState<'upload' | 'remove'>();
  const { draFile: file } = person;
  const mayChange = person.may.change;
  const has = fieldsOf(person.kind).some(({ name }) => name === 'draCertification');
  if (!has || (!file && !mayChange)) return null;
  return (
    <Stack as="section" gap="2" aria-label={t('DRA certificate')}>
      <Row gap="2">
        <Text strong>{t('DRA certificate')}</Text>
        {person.draValidUntil && <DraBadge validUntil={person.draValidUntil} zone={zone} />}
      </Row>
      {file ? (
        <Text size="small" tone="muted">
          {file.name} · <DateText value={file.uploadedAt} zone={zone} />
        </Text>
      ) : (
        <Text size="small" tone="muted">
          {t('The certificate itself is not here yet.')}
        </Text>
      )}
      <Row gap="2">
        {file && (
          <Button small icon="download" busy={open.isPending} onClick={() => open.mutate()}>
            {t('Download certificate')}
          </Button>
        )}
        {mayChange && (
          <Button small icon="plus" onClick={() => setAsking('upload')}>
            {file ? t('Replace certificate') : t('Upload certificate')}
          </Button>
        )}
        {mayChange && file && (
          <Button
            small
            look="plain"
            onClick={() => {
              remove.reset();
              setAsking('remove');
            }}
          >
            {t('Remove certificate')}
          </Button>
        )}
      </Row>
      <ProblemNote tone="danger" problem={failedWrite(open.error)} />
      {asking === 'upload' && (
        <Suspense>
          <UploadCertificate person={person} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
      {asking === 'remove' && file && (
        <ConfirmDialog
          title={t('Remove the certificate of {name}?', { name: person.fullName })}
          confirm={t('Remove certificate')}
          danger
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast(t('Certificate removed'), { tone: 'saved' });
                setAsking(undefined);
              },
            })
          }
          onClose={() => setAsking(undefined)}
        >
          {t('Its number and last day stay on the profile.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
