/** The sound of a call: fetched with a press, heard at any speed from anywhere in it, and saved. */
import { useRef, useState } from 'react';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, Field, Row, Select, Skeleton, Stack } from '../../../ui';
import { Modal, ProblemNote, ProblemState } from '../../../ui/kit';
import { useRecordingFile, useSound, useWaveform } from '../recording-queries';
import { WaveformBars } from './waveform';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const;
type Speed = (typeof SPEEDS)[number];

function Player({ id, onClose }: { id: string; onClose: () => void }) {
  const { address, data: sound, error, refetch } = useSound(id);
  const waveform = useWaveform(id, sound);
  const [at, setAt] = useState(0);
  const save = useRecordingFile();
  const [speed, setSpeed] = useState<Speed>('1');
  const player = useRef<HTMLAudioElement>(null);
  const play = (chosen: Speed) => {
    setSpeed(chosen);
    if (player.current) player.current.playbackRate = Number(chosen);
  };
  return (
    <Modal title={t('Recording')} size="small" onClose={onClose}>
      <Stack gap="3">
        {!error && (
          <WaveformBars
            waveform={waveform}
            at={at}
            ready={address !== undefined}
            onSeek={(seconds) => {
              setAt(seconds);
              if (player.current) player.current.currentTime = seconds;
            }}
          />
        )}
        {error ? (
          <ProblemState problem={problemOf(error)} retry={refetch} />
        ) : address ? (
          // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said
          <audio
            ref={player}
            src={address}
            controls
            style={{ width: '100%' }}
            aria-label={t('Recording')}
            onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          />
        ) : (
          <Skeleton lines={1} height="3.375rem" />
        )}
        {address && (
          <Row gap="3" alignItems="end">
            <Field label={t('Speed')}>
              <Select value={speed} options={SPEEDS.map((one) => ({ value: one, label: `${one}×` }))} onChange={play} />
            </Field>
            <Button icon="download" busy={save.isPending} onClick={() => save.mutate(id)}>
              {t('Download')}
            </Button>
          </Row>
        )}
        {save.error && <ProblemNote tone="danger" problem={failedWrite(save.error)} />}
      </Stack>
    </Modal>
  );
}

export function Recording({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Play')}
      </Button>
      {open && <Player id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
