/** Downsizes one picture after the other, away from the thread that draws the form. */
import { downsize } from './downsize';

export type PhotoRequest = { id: number; file: Blob };
export type PhotoAnswer = { id: number; photo: Blob } | { id: number; problem: string };

addEventListener('message', (event: MessageEvent<PhotoRequest>) => {
  const { id, file } = event.data;
  const answer = (message: PhotoAnswer) => postMessage(message);
  downsize(file).then(
    (photo) => answer({ id, photo }),
    (error: unknown) => answer({ id, problem: String(error) }),
  );
});
