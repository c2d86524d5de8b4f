import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../core/contract/errors';
import { ApiError } from './api-error';
import { createQueryClient, OWN_WORDS, SAID_IN_PASSING } from './query-client';

/** What the toast says of a write that failed. */
async function toastOf(error: unknown, meta: Record<string, unknown> | undefined): Promise<string[]> {
  const said: string[] = [];
  const client = createQueryClient((words) => said.push(words));
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(error),
    ...(meta && { meta }),
  });
  await mutation.execute(undefined).catch(() => undefined);
  return said;
}
const refused = (code: ErrorCode) => new ApiError(ERRORS[code].message, { ...ERRORS[code], code });
const UNSAID = ['forbidden', 'conflict', 'too-many', 'busy'] as const;

describe('the toast of a write that failed', () => {
  it.each(UNSAID)('says nothing of %s: the specification shows nothing', async (code) => {
    expect(await toastOf(refused(code), undefined)).toEqual([]);
  });

  it.each(UNSAID)('says what happened and what to do of %s when the screen has no other place for it', async (code) => {
    const [words, ...more] = await toastOf(refused(code), SAID_IN_PASSING);
    expect(more).toEqual([]);
    expect(words).toContain(`${ERRORS[code].message} `);
  });

  it('keeps the words of the specification there', async () => {
    expect(await toastOf(refused('not-found'), SAID_IN_PASSING)).toEqual(['404 Not Found']);
    expect(await toastOf(new ApiError('Gone', { status: 0, class: 'retry' }), SAID_IN_PASSING)).toEqual([
      'Network error',
    ]);
  });

  it('says nothing where the screen does', async () => {
    expect(await toastOf(refused('internal'), OWN_WORDS)).toEqual([]);
  });
});

it('asks again after a write, also where the first answer is still on its way', async () => {
  const client = createQueryClient();
  const answers: ((rows: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const list = new QueryObserver(client, { queryKey: ['files'], queryFn });
  const leave = list.subscribe(() => undefined);
  const renewed = client.invalidateQueries({ queryKey: ['files'] });
  expect(answers).toHaveLength(2);
  answers[0]?.([]);
  answers[1]?.(['the new one']);
  await renewed;
  expect(list.getCurrentResult().data).toEqual(['the new one']);
  leave();
});
