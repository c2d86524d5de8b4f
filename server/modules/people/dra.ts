/** The DRA certificate of somebody: the paper, kept by those above and read by its owner and them. */
import type { RequestOf } from '../../../core/contract/kit';
import type { Person } from '../../../core/contract/people';
import type { saveDraCertificate } from '../../../core/contract/people-dra';
import { kindOf } from '../../../core/domain/people';
import { fieldsOf } from '../../../core/domain/profile-fields';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { documentReply, dropDocument, keepBytes, nameDocument } from '../documents';
import { postOf, type StoredPerson } from './repository';
import { invalid, personOf, subordinateOf } from './rules';

const ACCEPTS = { kinds: ['application/pdf', 'image/jpeg', 'image/png'], words: 'Not a PDF, JPEG or PNG file' };

export function draService(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  presented: (tx: Tx, actor: Actor, id: string) => Promise<Person>,
) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function put(
    tx: Tx,
    actor: Actor,
    row: StoredPerson,
    held: { number: string | null; until: string | null; document: string | null; name: string | null },
    now: Date,
  ): Promise<void> {
    await tx.query(
      `update users set dra_certificate = $2, dra_valid_until = $3, dra_document_id = $4, version = version + 1, updated_at = $5
        where tenant_id = current_tenant() and id = $1`,
      [row.id, held.number, held.until, held.document, now],
    );
    const detail = {
      before: { number: row.dra_certificate, validUntil: row.dra_valid_until, file: row.dra_file?.name ?? null },
      after: { number: held.number, validUntil: held.until, file: held.name },
    };
    await appendAudit(
      tx,
      [{ action: 'people.dra-certificate', subject: 'user', subjectId: row.id, actorId: actor.userId, detail }],
      now,
    );
  }

  return {
    async save(actor: Actor, id: string, query: RequestOf<typeof saveDraCertificate>['query'], bytes: Buffer) {
      const now = clock.now();
      // Looked at before any byte is kept.
      await db.transaction(scopeOf(actor), (tx) => mayHold(tx, actor, id));
      const file = { bytes, name: query.fileName, field: 'file' };
      const kept = await keepBytes(storage, actor, file, now, ACCEPTS);
      const { person, gone } = await db
        .transaction(scopeOf(actor), async (tx) => {
          await tx.query('select 1 from users where tenant_id = current_tenant() and id = $1 for no key update', [id]);
          const row = await mayHold(tx, actor, id);
          await nameDocument(tx, actor, kept, null, now);
          const number = query.number ?? row.dra_certificate;
          await put(tx, actor, row, { number, until: query.validUntil, document: kept.id, name: kept.name }, now);
          const gone = row.dra_document_id && (await dropDocument(tx, row.dra_document_id));
          return { person: await presented(tx, actor, id), gone };
        })
        .catch(async (error: unknown) => {
          // Of any other failure it is not known whether the row came to be.
          if (error instanceof ApiError) await storage.remove(kept.storageKey);
          throw error;
        });
      if (gone) await storage.remove(gone);
      return person;
    },

    async remove(actor: Actor, id: string): Promise<Person> {
      const now = clock.now();
      const { person, gone } = await db.transaction(scopeOf(actor), async (tx) => {
        await tx.query('select 1 from users where tenant_id = current_tenant() and id = $1 for no key update', [id]);
        const { row } = await subordinateOf(tx, actor, id);
        if (row.dra_document_id === null) return { person: await presented(tx, actor, id), gone: null };
        const held = { number: row.dra_certificate, until: row.dra_valid_until, document: null, name: null };
        await put(tx, actor, row, held, now);
        const gone = await dropDocument(tx, row.dra_document_id);
        return { person: await presented(tx, actor, id), gone };
      });
      if (gone) await storage.remove(gone);
      return person;
    },

    file: (actor: Actor, id: string): Promise<FileReply> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const row = await personOf(tx, actor, id);
        if (row.dra_document_id === null) throw new ApiError('not-found');
        return documentReply(storage, tx, row.dra_document_id);
      }),
  };
}

/** Somebody below the caller whose kind has such a certificate. */
async function mayHold(tx: Tx, actor: Actor, id: string): Promise<StoredPerson> {
  const { row } = await subordinateOf(tx, actor, id);
  if (!fieldsOf(kindOf(postOf(row).role)).some(({ name }) => name === 'draCertification')) {
    throw invalid({ id: 'This kind of user has no DRA certificate' });
  }
  return row;
}
