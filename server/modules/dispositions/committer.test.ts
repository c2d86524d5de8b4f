import { describe, expect, it, vi } from 'vitest';
import { committer, MAX_GROUP } from './committer';

/** Commits that end when the test says so. */
function held() {
  const groups: { tenantId: string; items: number[]; end(error?: Error): void }[] = [];
  const submit = committer<number, string>(
    (tenantId, items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `#${item}`)));
        groups.push({ tenantId, items, end });
      }),
  );
  return { groups, submit };
}

describe('group commit', () => {
  it('starts at once, gathers what arrives meanwhile, and gives everyone their own answers', async () => {
    const { groups, submit } = held();
    const first = submit('a', [1]);
    const second = submit('a', [2, 3]);
    const third = submit('a', [4]);
    expect(groups.map(({ items }) => items)).toEqual([[1]]);
    groups[0]?.end();
    expect(await first).toEqual(['#1']);
    await vi.waitFor(() => expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]));
    groups[1]?.end();
    expect(await Promise.all([second, third])).toEqual([['#2', '#3'], ['#4']]);
    const later = submit('a', [5]);
    await vi.waitFor(() => expect(groups).toHaveLength(3));
    groups[2]?.end();
    expect(await later).toEqual(['#5']);
  });

  it('lets tenants pass each other and caps a group without splitting a request', async () => {
    const { groups, submit } = held();
    void submit('a', [0]);
    void submit('b', [0]);
    expect(groups.map(({ tenantId }) => tenantId)).toEqual(['a', 'b']);
    const many = Array.from({ length: MAX_GROUP - 10 }, (_, n) => n);
    void submit('a', many);
    void submit(
      'a',
      Array.from({ length: 20 }, (_, n) => n),
    );
    groups[0]?.end();
    await vi.waitFor(() => expect(groups[2]?.items.length).toBe(MAX_GROUP - 10));
    groups[2]?.end();
    await vi.waitFor(() => expect(groups[3]?.items.length).toBe(20));
  });

  it('tells a failed group and goes on with the next', async () => {
    const { groups, submit } = held();
    const first = submit('a', [1]);
    const second = submit('a', [2]);
    groups[0]?.end(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await vi.waitFor(() => expect(groups).toHaveLength(2));
    groups[1]?.end();
    expect(await second).toEqual(['#2']);
  });

  it('waits a moment for those it just answered, and takes them all as one group', async () => {
    const { groups, submit } = held();
    void submit('a', [0]);
    const senders = [1, 2, 3].map((n) => submit('a', [n]));
    groups[0]?.end();
    await vi.waitFor(() => expect(groups).toHaveLength(2));
    const begun = performance.now();
    await vi.waitFor(() => expect(performance.now() - begun).toBeGreaterThan(15));
    groups[1]?.end();
    await Promise.all(senders);
    // They come back one after the other; the third of three ends the wait.
    for (const n of [4, 5, 6]) {
      void submit('a', [n]);
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(groups.map(({ items }) => items)).toEqual([[0], [1, 2, 3], [4, 5, 6]]));
  });
});
