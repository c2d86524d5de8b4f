/** The agent's records as a sealed file, for a phone that breaks before it finds a network, and back from one. */
import { useState } from 'react';
import { said, t, tn } from '../../../i18n';
import { exportQueue, importQueue, QueueFileError } from '../../../offline/queue-export';
import type { OfflineEngine } from '../../../offline/types';
import { Banner, Button, chakra, Field, Sheet, Stack, Text, TextInput } from '../../../ui';
import { megabytes } from '../../records';

const FileInput = chakra('input', {
  base: {
    width: 'full',
    minHeight: 'control',
    padding: '3',
    borderWidth: 'var(--edge)',
    borderStyle: 'dashed',
    borderColor: 'control',
    borderRadius: 'small',
    background: 'sunken',
  },
});

const records = (count: number): string => tn(count, '{n} record', '{n} records');

const words = (error: unknown): string =>
  error instanceof QueueFileError ? said(error.message) : t('It did not work. Nothing was changed; try again.');

/** Hands a file to the phone's downloads. */
function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface Props {
  engine: OfflineEngine;
  onClose: () => void;
}

export default function QueueFileSheet({ way, ...rest }: Props & { way: 'export' | 'import' }) {
  return way === 'export' ? <Export {...rest} /> : <Import {...rest} />;
}

function Export({ engine, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<{ name: string; words: string; left: number }>();
  const save = async () => {
    if (password === '') return setProblem(t('Enter your password; the file opens with it.'));
    setBusy(true);
    setProblem(undefined);
    try {
      const { file, name, ...counts } = await exportQueue(engine, password);
      download(name, file);
      const counted = records(counts.records);
      const held =
        counts.photos > 0
          ? t('{records} with {photos}', { records: counted, photos: tn(counts.photos, '{n} photo', '{n} photos') })
          : counted;
      setMade({ name, words: `${held}, ${megabytes(file.length)}`, left: counts.left });
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  if (made)
    return (
      <Sheet
        open
        onClose={onClose}
        title={t('The file is made')}
        footer={
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        }
      >
        <Stack gap="3">
          <Banner tone="paid" title={made.name}>
            {t('{file}. It is in this phone’s downloads.', { file: made.words })}
          </Banner>
          {made.left > 0 && (
            <Banner tone="warn" title={t('{records} did not fit', { records: records(made.left) })}>
              {t('The newest ones are not in this file. Send what you can, then make another.')}
            </Banner>
          )}
          <Text>
            {t(
              'Give it to your manager, or open it in this app on another phone with the same password. Your records stay here too: whoever is first, each counts once.',
            )}
          </Text>
        </Stack>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Export unsent records')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" icon="download" busy={busy} onClick={() => void save()}>
            {t('Make the file')}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          {t(
            'The file holds every record that is not at the server, with its photos, sealed. Only you with your password, and the server, can read it.',
          )}
        </Text>
        <Password value={password} onChange={setPassword} problem={problem} onEnter={() => void save()} />
      </Stack>
    </Sheet>
  );
}

function Import({ engine, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [taken, setTaken] = useState<{ added: number; known: number }>();
  const take = async () => {
    if (!file) return setProblem(t('Choose the file first.'));
    if (password === '') return setProblem(t('Enter the password you had when you made the file.'));
    setBusy(true);
    setProblem(undefined);
    try {
      setTaken(await importQueue(engine, new Uint8Array(await file.arrayBuffer()), password));
      void engine.sendNow().catch(() => undefined);
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  if (taken)
    return (
      <Sheet
        open
        onClose={onClose}
        title={t('The file is read')}
        footer={
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        }
      >
        <Banner
          tone="paid"
          title={
            taken.added > 0
              ? t('{records} taken over', { records: records(taken.added) })
              : t('Nothing new in this file')
          }
        >
          {taken.known > 0 &&
            `${tn(taken.known, '{n} record was on this phone already.', '{n} records were on this phone already.')} `}
          {taken.added > 0 && t('They go out by themselves.')}
        </Banner>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Import a file of records')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" icon="plus" busy={busy} onClick={() => void take()}>
            {t('Take the records')}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          {t(
            'Records that you exported yourself, on this phone or another one. Each counts once, however often you do this.',
          )}
        </Text>
        <Field label={t('File of records (.recoup)')}>
          <RecordsFile
            onChoose={(chosen) => {
              setFile(chosen);
              setProblem(undefined);
            }}
          />
        </Field>
        <Password value={password} onChange={setPassword} problem={problem} onEnter={() => void take()} />
      </Stack>
    </Sheet>
  );
}

function RecordsFile({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  return (
    <FileInput
      type="file"
      aria-label={t('File of records (.recoup)')}
      onChange={(event) => onChoose(event.currentTarget.files?.[0])}
    />
  );
}

function Password({
  value,
  onChange,
  problem,
  onEnter,
}: {
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  onEnter: () => void;
}) {
  return (
    <Field label={t('Your password')} error={problem}>
      <TextInput
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
        }}
      />
    </Field>
  );
}
