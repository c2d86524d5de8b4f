import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';

/** The codes that a new tenant starts with; `tenantId` is the transaction's. */
export async function addDefaultCodes(tx: Tx, tenantId: string): Promise<void> {
  await tx.copyFrom(
    'disposition_codes',
    ['tenant_id', 'code', 'channel', 'label', 'class', 'rank', 'requires', 'selectable', 'position'],
    DEFAULT_CODES.map((row, at) => [
      tenantId,
      row.code,
      row.channel,
      row.label,
      row.class,
      row.rank,
      row.requires,
      row.selectable,
      at,
    ]),
  );
}
