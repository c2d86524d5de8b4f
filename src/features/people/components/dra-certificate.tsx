/** The paper of a DRA certificate: opened by its owner and those above, who also bring a newer one or take it away. */

import { useId, useState } from 'react';
import { MAX_DOCUMENT } from '../../../../core/contract/documents';
import type { Person } from '../../../../core/contract/people';
import { dayOf } from '../../../../core/domain/dates';
import { fieldsOf } from '../../../../core/domain/profile-fields';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, DateText, DayInput, Field, Row, Stack, showToast, Text, TextInput } from '../../../ui';
import { ConfirmDialog, DraftNote, FileInput, Modal, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useDraCertificate } from '../queries';
import { DraBadge } from './dra-badge';

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
      {asking === 'upload' && <UploadCertificate person={person} onClose={() => setAsking(undefined)} />}
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

function UploadCertificate({ person, onClose }: { person: Person; onClose: () => void }) {
  const { save } = useDraCertificate(person);
  const id = useId();
  const [file, setFile] = useState<File>();
  // The file itself is chosen again: a browser lets nobody put one into its field.
  const draft = useDraft(`people.dra.${person.id}`, {
    validUntil: person.draValidUntil ?? '',
    number: person.draCertification ?? '',
  });
  const [openedAt] = useState(draft.changedAt);
  const { validUntil, number } = draft.value;
  const change = (part: Partial<typeof draft.value>) => draft.set({ ...draft.value, ...part });
  const zone = useZone();
  const [tried, setTried] = useState(false);
  const refused = fieldWords(save.error);
  const tooLarge = file !== undefined && file.size > MAX_DOCUMENT;
  const fileError = tooLarge
    ? t('Larger than 10 MB')
    : tried && !file
      ? t('This Field Is Required')
      : refused.file && said(refused.file);
  const dayError = tried && !validUntil ? t('This Field Is Required') : refused.validUntil && said(refused.validUntil);

  const send = () => {
    setTried(true);
    if (!file || tooLarge || !validUntil) return;
    save.mutate(
      { file, validUntil, number },
      {
        onSuccess: () => {
          draft.discard();
          showToast(t('Certificate saved'), { tone: 'saved' });
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      title={t('DRA certificate of {name}', { name: person.fullName })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={save.isPending} onClick={send}>
            {t('Save certificate')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {save.error && !refused.file && !refused.validUntil && (
          <ProblemNote tone="danger" problem={failedWrite(save.error)} />
        )}
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Stack gap="1">
          <label htmlFor={id}>{t('Certificate: PDF, JPEG or PNG, at most 10 MB')}</label>
          <FileInput
            id={id}
            type="file"
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            aria-invalid={fileError ? true : undefined}
            onChange={(event) => {
              save.reset();
              setFile(event.currentTarget.files?.[0]);
            }}
          />
          {fileError && (
            <Text size="small" tone="danger" role="alert">
              {fileError}
            </Text>
          )}
        </Stack>
        <Field label={t('Valid until')} required error={dayError}>
          <DayInput
            today={dayOf(Date.now(), zone)}
            value={validUntil}
            onChange={(next) => change({ validUntil: next })}
          />
        </Field>
        <Field label={t('Certificate number')}>
          <TextInput value={number} onChange={(next) => change({ number: next })} maxLength={60} autoComplete="off" />
        </Field>
      </Stack>
    </Modal>
  );
}
