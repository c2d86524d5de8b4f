import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRecording, callWaveform } from '../../../core/contract/call-recordings';
import { type Waveform, waveformOf } from '../../../core/domain/waveform';
import { download, OWN_WORDS, useApi } from '../../api';

/** Saves the sound of a call; the server notes it apart from playing. */
export function useRecordingFile() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) =>
      download(
        api,
        callRecording,
        { params: { id }, query: { use: 'download' } },
        { name: `call_${id}`, mime: 'audio/wav' },
      ),
    meta: OWN_WORDS,
  });
}

/** The sound with an address that lives as long as it is shown. */
export function useSound(id: string) {
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

/** Throws what a browser throws for a sound that it does not read. */
async function drawnHere(sound: Blob): Promise<Waveform> {
  const read = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(await sound.arrayBuffer());
  return waveformOf(read.getChannelData(0), read.sampleRate);
}

/**
 * How loud the call was, as the server knows it before a byte of the sound is here; what it could not read is drawn from the sound.
 * Undefined until then, null for none.
 */
export function useWaveform(id: string, sound: Blob | undefined): Waveform | null | undefined {
  const api = useApi();
  const known = useQuery({
    queryKey: ['call-waveform', id],
    queryFn: async ({ signal }) => (await api.call(callWaveform, { params: { id }, signal })).data,
    retry: false,
    meta: OWN_WORDS,
  });
  const missing = known.isError || known.data === null;
  const own = useQuery({
    queryKey: ['call-waveform', id, 'own'],
    queryFn: () => (sound ? drawnHere(sound).catch(() => null) : null),
    enabled: missing && sound !== undefined,
    gcTime: 0,
    meta: OWN_WORDS,
  });
  return missing ? own.data : known.data;
}
