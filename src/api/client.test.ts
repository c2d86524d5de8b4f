import { afterEach, expect, it, vi } from 'vitest';
import { draCertificate } from '../../core/contract/people-dra';
import { createApi } from './client';

afterEach(() => vi.unstubAllGlobals());

it('an answer that is read while it comes is asked for at the address of its record', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('bytes');
  });
  const api = createApi({
    bases: { crm: '/crm' } as never,
    caller: {} as never,
    accessToken: async () => undefined,
    renew: async () => 'ended',
    onSessionEnded: () => {},
  });
  const id = '01930000-0000-7000-8000-000000000001';
  await api.stream(draCertificate, { params: { id } } as never);
  expect(asked).toEqual([`/crm/api/v2/profiles/id/${id}/dra-certificate`]);
});
