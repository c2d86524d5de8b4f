/** What an administrator sees of the figures that are counted ahead. */
import type { figureState } from '../../../core/contract/figures';
import type { ResponseOf } from '../../../core/contract/kit';
import { type Day, dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { dayStates, firstCounted } from '../day-sums';
import { tenantRules } from '../tenants';
import { newestDupont } from './read';

type State = ResponseOf<typeof figureState>['data'];

const DIFFERENCES = 20;

export function figureStates({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const todayOf = async ({ tenantId }: Actor) => {
    const { zone } = await rulesOf(tenantId);
    return { zone, today: dayOf(clock.now(), zone) };
  };
  return {
    async read(actor: Actor): Promise<State> {
      const { zone, today } = await todayOf(actor);
      return run(actor, async (tx) => {
        const dupont = await newestDupont(tx);
        return {
          today,
          days: await dayStates(tx, today, zone),
          differences: await tx.query<State['differences'][number]>(
            `select day::text as day, found_at as "foundAt", wrong from day_differences
              where tenant_id = current_tenant() order by found_at desc, id limit ${DIFFERENCES}`,
          ),
          dupont: dupont ? { month: dupont.month, before: dupont.before_day, at: dupont.finished_at } : null,
        };
      });
    },

    /** Only days that are counted by themselves can be counted again; anything else would wait for ever. */
    async recount(actor: Actor, day: Day): Promise<void> {
      const { today } = await todayOf(actor);
      if (day < firstCounted(today) || day >= today)
        throw new ApiError('invalid', {
          fields: [{ path: 'day', message: 'Days of this month and the last are counted, once they are over.' }],
        });
      await run(actor, async (tx) => {
        await tx.query('insert into day_marks (tenant_id, day) values (current_tenant(), $1)', [day]);
        const detail = { before: null, after: { day } };
        await appendAudit(
          tx,
          [
            {
              action: 'figures.recounted',
              subject: 'figures',
              subjectId: actor.tenantId,
              actorId: actor.userId,
              detail,
            },
          ],
          clock.now(),
        );
      });
    },
  };
}
