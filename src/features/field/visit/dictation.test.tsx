// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { HEARING_WORDS, useDictation } from './dictation';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A browser's engine that fails as `error`, by its event or at once. */
function engine(error: string, atOnce = false) {
  vi.stubGlobal(
    'SpeechRecognition',
    class {
      onerror: ((event: { error: string }) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        if (atOnce) throw new DOMException('refused', error);
        this.onerror?.({ error });
        this.onend?.();
      }
      stop() {
        this.onend?.();
      }
    },
  );
  const { result } = renderHook(() => useDictation(() => {}));
  act(() => result.current?.toggle());
  return result.current;
}

it.each([
  ...Object.keys(HEARING_WORDS).map((error) => [error, error] as const),
  ['bad-grammar', 'service-not-allowed'],
  ['aborted', undefined],
] as const)('the failure %s is said as %s, and it no longer listens', (error, problem) => {
  expect(engine(error)).toMatchObject({ listening: false, problem });
});

it.each([
  ['NotAllowedError', 'not-allowed'],
  ['InvalidStateError', 'service-not-allowed'],
])('a start that throws %s is said as %s', (error, problem) => {
  expect(engine(error, true)).toMatchObject({ listening: false, problem });
});
