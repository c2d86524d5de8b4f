/**
 * Clocking in and out. Needs the server: its time is what counts. The last answer is kept, times alone, so that nobody has to
 * remember whether they pressed. Loaded with the vault, by who looks at the buttons.
 */
import { clock } from '../../core/contract/attendance';
import { dayOf } from '../../core/domain/dates';
import { type CallContext, callNow } from './call-now';
import type { ClockedDay, Vault } from './types';
import { openUserDb } from './user-db';
import type { VaultContext } from './vault-context';

/** In the user's `meta`. */
const CLOCKED = 'clocked';

function timesOf(json: unknown): ClockedDay | undefined {
  const { data } = clock.response.safeParse(json).data ?? {};
  return data && { day: data.day, inAt: data.clockIn?.at ?? null, outAt: data.clockOut?.at ?? null };
}

export function clockActs(ctx: CallContext & Pick<VaultContext, 'opened' | 'now'>): Pick<Vault, 'clock' | 'clocked'> {
  /** The signed-in user's own row; what goes wrong with it costs the reminder, never the press. */
  async function row<Result>(work: (meta: ReturnType<typeof openUserDb>['meta']) => Promise<Result>) {
    const { profile } = ctx.opened() ?? {};
    if (!profile) return undefined;
    const db = openUserDb(profile.tenant.id, profile.id);
    return work(db.meta)
      .catch(() => undefined)
      .finally(() => db.close());
  }
  return {
    async clocked() {
      const kept = await row((meta) => meta.get(CLOCKED));
      const day: ClockedDay | undefined = kept && JSON.parse(String(kept.value));
      return day?.day === dayOf(ctx.now(), ctx.opened()?.profile.tenant.zone) ? day : undefined;
    },
    async clock(press) {
      const answer = await callNow(ctx, clock, press, timesOf);
      if (answer.kind === 'done') await row((meta) => meta.put({ key: CLOCKED, value: JSON.stringify(answer.data) }));
      return answer;
    },
  };
}
