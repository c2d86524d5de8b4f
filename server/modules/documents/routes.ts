import { appendAudit } from '../../db/audit';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { documentReply, keepBytes, nameDocument, ownDocument } from './store';

const WORDS = 'Not a JPEG, PNG, WebP, PDF, CSV or XLSX file';
const FILES_A_PERSON = 1000;

type DocumentHandlers = Pick<Handlers, 'documents.single' | 'documents.toPath' | 'documents.get'>;

export function handlers({ db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>): DocumentHandlers {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function store(actor: Actor, file: { bytes: Buffer; name: string; field: string }, path: string | null) {
    const now = clock.now();
    const kept = await keepBytes(storage, actor, file, now, { words: WORDS });
    const { document, replaced } = await db
      .transaction(scopeOf(actor), async (tx) => {
        const done = await nameDocument(tx, actor, kept, path, now);
        const [held] = await tx.query<{ count: number }>(
          'select count(*) as count from documents where tenant_id = current_tenant() and uploaded_by = $1',
          [actor.userId],
        );
        if ((held?.count ?? 0) > FILES_A_PERSON) {
          throw new ApiError('invalid', { message: `You keep ${FILES_A_PERSON} files already.` });
        }
        const { name, size, sha256 } = done.document;
        const detail = { path, name, size, sha256, replaced: done.replaced !== null };
        await appendAudit(
          tx,
          [
            {
              action: 'documents.uploaded',
              subject: 'document',
              subjectId: kept.id,
              actorId: actor.userId,
              detail,
            },
          ],
          now,
        );
        return done;
      })
      .catch(async (error: unknown) => {
        // Of any other failure it is not known whether the row came to be.
        if (error instanceof ApiError) await storage.remove(kept.storageKey);
        throw error;
      });
    if (replaced) await storage.remove(replaced);
    return { success: true as const, data: document };
  }

  return {
    'documents.single': async ({ actor, files }) => {
      const [file, ...more] = files;
      if (!file || more.length > 0) {
        throw new ApiError('invalid', { fields: [{ path: 'file', message: 'Send one file' }] });
      }
      return store(actor, { bytes: file.bytes, name: file.filename, field: file.field }, null);
    },
    'documents.toPath': async ({ actor, headers, bytes }) => {
      const path = headers['file-path'];
      return store(actor, { bytes, name: path, field: 'file' }, path);
    },
    'documents.get': ({ actor, params }) =>
      db.transaction(scopeOf(actor), async (tx) => {
        if (!(await ownDocument(tx, actor, params.documentId))) throw new ApiError('not-found');
        return documentReply(storage, tx, params.documentId);
      }),
  };
}
