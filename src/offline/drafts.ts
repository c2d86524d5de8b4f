/** What a form holds while it is being filled in, sealed at every change; one a loan. */
import { storageError } from './errors';
import type { VisitDraft } from './types';
import type { UserDb } from './user-db';
import { openJson, sealJson } from './vault';

export interface Drafts {
  load(loanId: string): Promise<VisitDraft | undefined>;
  save(draft: VisitDraft): Promise<void>;
  discard(loanId: string): Promise<void>;
  list(): Promise<{ loanId: string; updatedAt: number }[]>;
  /** Resolves when every save so far has been written, so that a later removal is final. */
  settled(): Promise<void>;
}

export function createDrafts(db: UserDb, deviceKey: CryptoKey, now: () => number): Drafts {
  // Sealing is asynchronous: without a line, an older keystroke could be written over a newer one.
  let line: Promise<void> = Promise.resolve();
  const inLine = (work: () => Promise<void>): Promise<void> => {
    const next = line.then(work);
    line = next.catch(() => undefined);
    return next;
  };
  return {
    async load(loanId) {
      await line;
      const row = await db.drafts.get(loanId);
      return row && openJson<VisitDraft>(deviceKey, row.sealed).catch(() => undefined);
    },
    save: (draft) =>
      inLine(async () => {
        const sealed = await sealJson(deviceKey, draft);
        const files = draft.files.map((file) => file.sha256);
        try {
          await db.drafts.put({ loanId: draft.loanId, updatedAt: now(), files, sealed });
        } catch (error) {
          throw storageError(error);
        }
      }),
    discard: (loanId) => inLine(() => db.drafts.delete(loanId).then(() => undefined)),
    settled: () => line,
    async list() {
      await line;
      const rows = await db.drafts.toArray();
      return rows.map(({ loanId, updatedAt }) => ({ loanId, updatedAt }));
    },
  };
}
