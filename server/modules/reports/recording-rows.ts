/** What is kept of the sound of calls, as rows; the sound itself stays with the dialer. */
import { hexOf, peaksOf, type Waveform } from '../../../core/domain/waveform';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { callScope } from './sources/dialer';

/** Calls whose sound is forgotten in one transaction. */
const AT_ONCE = 1000;

export interface RecordedCall {
  recording: string | null;
  recording_over: boolean;
  started_at: string;
  loan_id: string | null;
  peaks: string | null;
  seconds: number | null;
}

/** Undefined for a call that the caller does not see. */
export async function seenCall(tx: Tx, actor: Actor, id: string): Promise<RecordedCall | undefined> {
  const parameters: unknown[] = [id];
  const seen = callScope(actor, parameters);
  const [row] = await tx.query<RecordedCall & Record<string, unknown>>(
    `select dc.recording, dc.recording_over, dc.started_at, dc.loan_id, w.peaks, w.seconds from dialer_calls dc
       left join loans l on l.tenant_id = dc.tenant_id and l.id = dc.loan_id
       left join call_waveforms w on w.tenant_id = dc.tenant_id and w.call_id = dc.id
      where dc.tenant_id = current_tenant() and dc.id = $1 and ${seen}`,
    parameters,
  );
  return row;
}

export const drawn = ({ peaks, seconds }: RecordedCall): Waveform | null =>
  peaks === null || seconds === null ? null : { peaks: peaksOf(peaks), seconds };

/** The way to a call's sound; undefined where there is none or it is drawn. */
export async function undrawn(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ recording: string }>(
    `select recording from dialer_calls dc where tenant_id = current_tenant() and id = $1 and recording is not null
        and not exists (select 1 from call_waveforms w where w.tenant_id = dc.tenant_id and w.call_id = dc.id)`,
    [id],
  );
  return row?.recording;
}

/** Not of a call whose sound was forgotten meanwhile. */
export const keepWaveform = (tx: Tx, id: string, { peaks, seconds }: Waveform) =>
  tx.query(
    `insert into call_waveforms (tenant_id, call_id, peaks, seconds)
     select tenant_id, id, $2, $3 from dialer_calls where tenant_id = current_tenant() and id = $1 and recording is not null
     on conflict (tenant_id, call_id) do nothing`,
    [id, hexOf(peaks), seconds],
  );

/** Forgets the sound of the oldest calls of before `until`; answers of how many. */
export async function forgetSound(tx: Tx, until: Date): Promise<number> {
  const rows = await tx.query(
    `with over as (
       select id from dialer_calls where tenant_id = current_tenant() and recording is not null and started_at <= $1
        order by started_at limit ${AT_ONCE} for update),
     gone as (
       delete from call_waveforms w using over where w.tenant_id = current_tenant() and w.call_id = over.id)
     update dialer_calls dc set recording = null, recording_over = true from over
      where dc.tenant_id = current_tenant() and dc.id = over.id returning dc.id`,
    [until],
  );
  return rows.length;
}
export const allForgotten = (count: number): boolean => count < AT_ONCE;
