/** The nightly ageing of the demo's last day counts as done, so that the demo stands as it was made. */
import type { Day } from '../../core/domain/dates';
import type { Tx } from '../db/database';
import { MONTHS_BACK } from './paths';

/** Of a book so large nobody looks at the past: this month's openings alone are held. */
const LARGE = 20_000;

/** Months whose openings are held, this one among them. */
export const openingsOf = (loans: number): number => (loans > LARGE ? 1 : 1 + MONTHS_BACK);

/** In the transaction's tenant; `today` in its zone. */
export async function noteAgeing(tx: Tx, tenantId: string, today: Day, now: number): Promise<void> {
  await tx.query('insert into ageing_runs (tenant_id, on_day, started_at, finished_at) values ($1, $2, $3, $3)', [
    tenantId,
    today,
    new Date(now),
  ]);
}
