import { useMutation } from '@tanstack/react-query';
import { callRecording } from '../../../core/contract/call-recordings';
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
