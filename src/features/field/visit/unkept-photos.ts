/**
 * Photos that the phone had no room for. They live as long as the page: the form may be left and come back to, and
 * nothing is saved over them without being told.
 */
import { useSyncExternalStore } from 'react';
import type { CapturedFile, OfflineEngine } from '../../../offline/types';

const NONE: readonly CapturedFile[] = [];
/** By engine, so that whoever unlocks the phone next never sees them; by loan. */
const held = new WeakMap<OfflineEngine, Map<string, readonly CapturedFile[]>>();
const listeners = new Set<() => void>();

export const unkeptPhotos = (engine: OfflineEngine, loanId: string): readonly CapturedFile[] =>
  held.get(engine)?.get(loanId) ?? NONE;

export function holdPhotos(engine: OfflineEngine, loanId: string, photos: readonly CapturedFile[]): void {
  const loans = held.get(engine) ?? new Map<string, readonly CapturedFile[]>();
  held.set(engine, loans);
  if (photos.length) loans.set(loanId, photos);
  else loans.delete(loanId);
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnkeptPhotos = (engine: OfflineEngine, loanId: string): readonly CapturedFile[] =>
  useSyncExternalStore(subscribe, () => unkeptPhotos(engine, loanId));
