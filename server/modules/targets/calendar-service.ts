/** The tenant's working days, kept by tenant admins and super managers. */
import { mayChangeSettings } from '../../../core/domain/people';
import { CALENDAR_KEEPERS } from '../../../core/domain/portfolio-roles';
import type { Role } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { readCalendar, type StoredCalendar, writeCalendar } from './calendar';

const mayKeepCalendar = (actor: Actor): boolean =>
  (CALENDAR_KEEPERS as readonly Role[]).includes(actor.role) && mayChangeSettings(actor);

export function calendarService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  return {
    calendar: (actor: Actor) =>
      db.transaction(scopeOf(actor), async (tx) => ({ ...(await readCalendar(tx)), mayEdit: mayKeepCalendar(actor) })),

    saveCalendar: (actor: Actor, calendar: StoredCalendar) =>
      db.transaction(scopeOf(actor), async (tx) => {
        const before = await readCalendar(tx);
        if (!(await writeCalendar(tx, calendar))) throw new ApiError('conflict');
        const after = await readCalendar(tx);
        await appendAudit(
          tx,
          [
            {
              action: 'targets.calendar-saved',
              subject: 'calendar',
              subjectId: actor.tenantId,
              actorId: actor.userId,
              detail: { before, after },
            },
          ],
          clock.now(),
        );
        return { ...after, mayEdit: true };
      }),
  };
}
