/** Screenshots and supporting documents of a disposition, kept on the device before anything names them. */
import { useId, useRef } from 'react';
import type { AttachmentRef } from '../../../../core/contract/records';
import { t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { Button, IconButton, Row, Stack, Text } from '../../../ui';

const TYPES = 'image/jpeg,image/png,image/webp,application/pdf';

const without = (files: readonly AttachmentRef[], sha256: string) => files.filter((file) => file.sha256 !== sha256);

export function Files({
  files,
  proof,
  error,
  engine,
  onFiles,
  onLost,
}: {
  files: readonly AttachmentRef[];
  /** The code asks for one. */
  proof: boolean;
  error: string | undefined;
  engine: OfflineEngine;
  onFiles: (next: (held: readonly AttachmentRef[]) => AttachmentRef[]) => void;
  /** It could not be kept: what to say. */
  onLost: (problem: { title: string; message: string }) => void;
}) {
  async function keep(file: File, kind: 'screenshot' | 'document') {
    try {
      const { ref } = await engine.keepFile({
        blob: file,
        kind,
        takenAt: new Date().toISOString(),
        name: file.name.slice(0, 120),
      });
      onFiles((held) => [...without(held, ref.sha256), ref]);
    } catch (error) {
      onLost({
        title: t('The file could not be kept'),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return (
    <Stack gap="2">
      <Row>
        <Picker kind="screenshot" label={t('Add a screenshot')} onFile={keep} />
        <Picker kind="document" label={t('Add a supporting document')} onFile={keep} />
      </Row>
      {proof && files.length === 0 && (
        <Text size="small" tone="muted">
          {t('This outcome asks for a proof.')}
        </Text>
      )}
      {error && (
        <Text size="small" color="danger" role="alert">
          {error}
        </Text>
      )}
      {files.map((file) => (
        <Row key={file.sha256} gap="2">
          <Text as="span" size="small" truncate>
            {file.name ?? t('File')} · {Math.max(1, Math.round(file.size / 1024))} KB
          </Text>
          <IconButton
            icon="close"
            label={t('Remove {name}', { name: file.name ?? t('File') })}
            onClick={() => onFiles((held) => without(held, file.sha256))}
          />
        </Row>
      ))}
    </Stack>
  );
}

function Picker({
  kind,
  label,
  onFile,
}: {
  kind: 'screenshot' | 'document';
  label: string;
  onFile: (file: File, kind: 'screenshot' | 'document') => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={TYPES}
        hidden
        name={kind === 'screenshot' ? 'screenShot' : 'supportingDoc'}
        aria-label={label}
        onChange={(event) => {
          for (const file of event.target.files ?? []) onFile(file, kind);
          event.target.value = '';
        }}
      />
      <Button small icon="plus" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
