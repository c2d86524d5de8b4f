/** Weights of the leaderboard and what else a tenant says of it, in versions. */

import type { RequestOf } from '../../../core/contract/kit';
import type { BoardSettingsKept, saveBoardSettings } from '../../../core/contract/leaderboard';
import { addsUp, type BoardSettings, DEFAULT_BOARD } from '../../../core/domain/leaderboard';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { type RuleSetRow, ruleSets } from '../tenants';

/** A set of one. */
const sets = ruleSets<BoardSettings>({
  table: 'leaderboard_settings',
  action: 'leaderboard.settings-saved',
  subject: 'leaderboard-settings',
});

const present = (row: RuleSetRow<BoardSettings> | undefined): BoardSettingsKept => ({
  ...DEFAULT_BOARD,
  ...row?.rules[0],
  version: row?.version ?? 0,
  savedBy: row?.saver ?? null,
  savedAt: row?.saved_at ?? null,
});

export async function boardOf(tx: Tx, tenantId: string): Promise<BoardSettings> {
  return { ...DEFAULT_BOARD, ...(await sets.find(tx, tenantId))?.rules[0] };
}

export async function readSettings(tx: Tx, tenantId: string) {
  const rows = await sets.newest(tx, tenantId);
  return { ...present(rows[0]), history: rows.map(present) };
}

/** Throws `invalid` when the weights do not add up to 100, `conflict` when they were made from an older version. */
export async function saveSettings(
  tx: Tx,
  actor: Actor,
  { version, ...settings }: RequestOf<typeof saveBoardSettings>['body'],
  now: Date,
): Promise<BoardSettingsKept> {
  if (!addsUp(settings))
    throw new ApiError('invalid', { fields: [{ path: 'resolution', message: 'The weights add up to 100' }] });
  await sets.save(tx, actor, { version, rules: [settings] }, now);
  return present(await sets.find(tx, actor.tenantId));
}
