/** The sound of a call: fetched with a press, heard at any speed from anywhere in it, and saved. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callRecording } from '../../../../core/contract/call-recordings';
import { failedWrite, OWN_WORDS, problemOf, useApi } from '../../../api';
import { t } from '../../../i18n';
import { Button, Field, Row, Select, Skeleton, Stack } from '../../../ui';
import { Modal, ProblemNote, ProblemState } from '../../../ui/kit';
import { useRecordingFile } from '../recording-queries';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const;
type Speed = (typeof SPEEDS)[number];

/** An address of the sound that lives as long as it is shown. */
function useSound(id: string) {
  const api = useApi();
  const sound = useQuery({
    queryKey: ['call-recording', id],
    queryFn: async ({ signal }) =>
      new Response(await api.stream(callRecording, { params: { id }, query: { use: 'play' }, signal })).blob(),
    // Each opening is one playing in the audit, and nobody's voice stays in memory.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: OWN_WORDS,
  });
  const [address, setAddress] = useState<string>();
  const { data } = sound;
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { ...sound, address };
}

function Player({ id, onClose }: { id: string; onClose: () => void }) {
  const { address, error, refetch } = useSound(id);
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
        {error ? (
          <ProblemState problem={problemOf(error)} retry={refetch} />
        ) : address ? (
          // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said
          <audio ref={player} src={address} controls style={{ width: '100%' }} aria-label={t('Recording')} />
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
