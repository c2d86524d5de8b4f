/** The agent's records as a sealed file, for a phone that breaks before it finds a network, and back from one. */
import { useState } from 'react';
import { exportQueue, importQueue, QueueFileError } from '../../../offline/queue-export';
import type { OfflineEngine } from '../../../offline/types';
import { Banner, Button, chakra, Field, Sheet, Stack, Text, TextInput } from '../../../ui';
import { megabytes } from './storage-words';

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

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;

const words = (error: unknown): string =>
  error instanceof QueueFileError ? error.message : 'It did not work. Nothing was changed; try again.';

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
    if (password === '') return setProblem('Enter your password; the file opens with it.');
    setBusy(true);
    setProblem(undefined);
    try {
      const { file, name, ...counts } = await exportQueue(engine, password);
      download(name, file);
      const photos = counts.photos > 0 ? ` with ${counts.photos} ${counts.photos === 1 ? 'photo' : 'photos'}` : '';
      setMade({ name, words: `${records(counts.records)}${photos}, ${megabytes(file.length)}`, left: counts.left });
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
        title="The file is made"
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Stack gap="3">
          <Banner tone="paid" title={made.name}>
            {made.words}. It is in this phone’s downloads.
          </Banner>
          {made.left > 0 && (
            <Banner tone="warn" title={`${records(made.left)} did not fit`}>
              The newest ones are not in this file. Send what you can, then make another.
            </Banner>
          )}
          <Text>
            Give it to your manager, or open it in this app on another phone with the same password. Your records stay
            here too: whoever is first, each counts once.
          </Text>
        </Stack>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title="Export unsent records"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="download" busy={busy} onClick={() => void save()}>
            Make the file
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          The file holds every record that is not at the server, with its photos, sealed. Only you with your password,
          and the server, can read it.
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
    if (!file) return setProblem('Choose the file first.');
    if (password === '') return setProblem('Enter the password you had when you made the file.');
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
        title="The file is read"
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Banner tone="paid" title={taken.added > 0 ? `${records(taken.added)} taken over` : 'Nothing new in this file'}>
          {taken.known > 0 && `${records(taken.known)} ${taken.known === 1 ? 'was' : 'were'} on this phone already. `}
          {taken.added > 0 && 'They go out by themselves.'}
        </Banner>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title="Import a file of records"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="plus" busy={busy} onClick={() => void take()}>
            Take the records
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          Records that you exported yourself, on this phone or another one. Each counts once, however often you do this.
        </Text>
        <Field label="File of records (.recoup)">
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
      aria-label="File of records (.recoup)"
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
    <Field label="Your password" error={problem}>
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
