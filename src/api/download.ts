import type { Endpoint } from '../../core/contract/kit';
import type { Api, Call } from './client';

/** Tells how many whole megabytes have passed. */
function counted(tell: (megabytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let [bytes, told] = [0, 0];
  return new TransformStream({
    transform(part, to) {
      to.enqueue(part);
      bytes += part.byteLength;
      const megabytes = Math.floor(bytes / 2 ** 20);
      if (megabytes === told) return;
      told = megabytes;
      tell(megabytes);
    },
  });
}

/** A file that the server answers, saved under `name` by the browser; of a large one it may be told how far it is. Rejects with `ApiError`. */
export async function download<E extends Endpoint>(
  api: Api,
  endpoint: E,
  call: Call<E>,
  file: { name: string; mime: string },
  onMegabytes?: (megabytes: number) => void,
): Promise<void> {
  const stream = await api.stream(endpoint, call);
  const bytes = await new Response(onMegabytes ? stream.pipeThrough(counted(onMegabytes)) : stream).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: file.mime }));
  link.download = file.name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
