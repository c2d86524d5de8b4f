/**
 * The page's part of reporting (queue-report.ts): when a report is due while the engine is open, and at the user's wish.
 */
import { deviceIdentity } from './device-db';
import { deviceTransport } from './device-signature';
import { type EngineInner, innerOf } from './engine-inner';
import { onceMore } from './once-more';
import { type ReportContext, type ReportResult, report } from './queue-report';
import { storageHealth } from './storage-health';
import type { OfflineEngine } from './types';

/** A change of the queue is told once it has settled. */
const SETTLE_MS = 2_000;
const LOOK_MS = 60_000;
const EVERY_MS = 600_000;

async function contextOf(inner: EngineInner): Promise<ReportContext> {
  const storage = inner.status.get().storage ?? (await storageHealth());
  return {
    ...inner,
    bases: inner.config.bases,
    offsetMs: inner.offset() ?? 0,
    storage,
    lastContactAt: inner.status.get().lastContactAt,
  };
}

async function tell(inner: EngineInner, force: boolean): Promise<ReportResult> {
  const ctx = await contextOf(inner);
  let result = await report(ctx, EVERY_MS, force);
  if (result.outcome === 'login') {
    const device = await deviceIdentity(inner.deviceDb);
    const clock = { now: inner.now, offsetMs: ctx.offsetMs };
    result = await report(
      { ...ctx, transport: deviceTransport(inner.transport, device, inner.owner, clock) },
      EVERY_MS,
      force,
    );
  }
  if (result.decided > 0) inner.changed();
  return result;
}

/** Reports now and shows what was decided; for a user who asks. Never rejects for the network's sake. */
export const reportNow = (engine: OfflineEngine): Promise<ReportResult> => tell(innerOf(engine), true);

/** Keeps reporting while the engine is open; answers the way to stop. */
export function startReports(inner: EngineInner): () => void {
  let stopped = false;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let seen = '';
  const look = onceMore(async () => {
    if (stopped || inner.status.get().online === false) return;
    // Storage that cannot be read any more is the engine's to say.
    await tell(inner, false).catch(() => undefined);
  });
  const soon = () => {
    clearTimeout(settle);
    settle = setTimeout(() => void look(), SETTLE_MS);
  };
  const unsubscribe = inner.status.subscribe(() => {
    const { saved, sending, needsYou, online, loans } = inner.status.get();
    const now = [saved + sending, needsYou, online, loans.asOf].join();
    if (now === seen) return;
    seen = now;
    soon();
  });
  const timer = setInterval(() => void look(), LOOK_MS);
  soon();
  return () => {
    stopped = true;
    clearTimeout(settle);
    clearInterval(timer);
    unsubscribe();
  };
}
