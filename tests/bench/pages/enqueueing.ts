/** Saving a visit with its photo, durably: the engine's way against one strict transaction of raw IndexedDB. */
import { anySealingKey, freshEngine } from './engine';
import { enqueueRaw } from './peer-raw';
import { visitTo, wireRecord } from './records';

const PHOTO_BYTES = 200 * 1024;
const AGENT = { tenantId: 'bench', userId: 'enqueue', token: '' };

/** Noise, as a JPEG is to a disk; each differs. */
function photos(count: number): Blob[] {
  return Array.from({ length: count }, () => {
    const bytes = new Uint8Array(PHOTO_BYTES);
    for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    return new Blob([bytes], { type: 'image/jpeg' });
  });
}
const target = (at: number) => ({
  loanId: `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  loanNumber: `PL${at}`,
});

/** Where the clock of a save starts: at the tap on Save, its photo taken before, or at the taking of the photo. */
export type ClockFrom = 'save' | 'photo';

/** ms a save until the screen may say "Saved". */
export async function enqueueWithEngine(count: number, from: ClockFrom): Promise<number> {
  const engine = await freshEngine(AGENT, { sealingKey: await anySealingKey() });
  const taken = photos(count);
  let took = 0;
  let last = '';
  for (const [at, blob] of taken.entries()) {
    let began = performance.now();
    const { ref } = await engine.keepFile({ blob, kind: 'premises', takenAt: new Date().toISOString() });
    if (from === 'save') began = performance.now();
    const saved = await engine.record(visitTo(target(at), [ref]));
    took += performance.now() - began;
    if (!saved.ok) throw new Error(`not saved: ${JSON.stringify(saved)}`);
    last = ref.sha256;
  }
  const kept = await engine.readFile(last);
  if (engine.status.get().saved !== count || kept?.size !== PHOTO_BYTES) throw new Error('saves are missing');
  await engine.close();
  return took / count;
}

/** ms a save. `together`: row and photo in one transaction at the tap; `row`: the photo was stored strictly before. */
export function enqueueWithRawIndexedDb(count: number, timed: 'together' | 'row'): Promise<number> {
  const rows = Array.from({ length: count }, (_, at) => {
    const record = wireRecord(target(at));
    return { key: record.id, record };
  });
  return enqueueRaw(rows, photos(count), timed);
}
