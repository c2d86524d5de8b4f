/** What takes the settlement that a record raises: another module, given by whoever puts the modules together. */
import type { Receipt } from '../../../core/contract/dispositions';
import type { DispositionRecord } from '../../../core/contract/records';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

/** Within the record's transaction; undefined for a record that raises none. */
export type RaiseFromRecord = (
  tx: Tx,
  actor: Actor,
  record: DispositionRecord,
  outcome: Receipt['outcome'],
  at: { now: Date; zone: string },
) => Promise<Receipt['settlement']>;
