import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfflineEngine, VisitDraft } from '../../../offline/types';
import { useVisit, type VisitForm } from './use-visit';

const LOAN = '0192a000-0000-7000-8000-000000000001';
const TEXT = 'Met the brother at the shop, he says the salary comes on the 5th and asks us to wait!!';
/** What sealing and writing a draft takes on a slow phone, ms. */
const WRITING_MS = 200;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A phone whose drafts take `WRITING_MS` to be on the disk; `disk` is what a kill leaves. */
function phone() {
  const disk: { draft?: VisitDraft } = {};
  let line = Promise.resolve();
  const engine = {
    ledger: { get: () => [] },
    drafts: {
      load: async () => disk.draft,
      save: (draft: VisitDraft) => {
        line = line.then(async () => {
          await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
          disk.draft = draft;
        });
        return line;
      },
    },
  } as unknown as OfflineEngine;
  return { disk, engine };
}

async function open(engine: OfflineEngine) {
  const { result } = renderHook(() => useVisit(engine, LOAN, null));
  await act(() => vi.advanceTimersByTimeAsync(1));
  return () => result.current as VisitForm;
}

describe('what is typed', () => {
  it.each([60, 150, 220])('at %d ms a key is kept but for the last second', async (pause) => {
    const { disk, engine } = phone();
    const form = await open(engine);
    for (let typed = 1; typed <= TEXT.length; typed += 1) {
      await act(async () => form().change({ type: 'answer', name: 'remarks', value: TEXT.slice(0, typed) }));
      await act(() => vi.advanceTimersByTimeAsync(pause));
      const aSecondAgo = typed - Math.ceil(1000 / pause);
      expect(disk.draft?.typed?.remarks?.length ?? 0).toBeGreaterThanOrEqual(aSecondAgo);
    }
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(disk.draft?.typed?.remarks).toBe(TEXT);
    expect(form().kept).toEqual({ state: 'kept' });
  });

  it('is kept without what no database holds', async () => {
    const { disk, engine } = phone();
    const form = await open(engine);
    await act(async () => form().change({ type: 'answer', name: 'remarks', value: 'Gate\0 closed \ud83d' }));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(disk.draft?.typed?.remarks).toBe('Gate closed ');
  });
});
