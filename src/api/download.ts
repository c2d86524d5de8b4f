import type { Endpoint } from '../../core/contract/kit';
import type { Api, Call } from './client';

/** A file that the server answers, saved under `name` by the browser. Rejects with `ApiError`. */
export async function download<E extends Endpoint>(
  api: Api,
  endpoint: E,
  call: Call<E>,
  file: { name: string; mime: string },
): Promise<void> {
  const bytes = await new Response(await api.stream(endpoint, call)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: file.mime }));
  link.download = file.name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
