/** What there is to do with targets, put together from its parts. */
import type { Deps } from '../../platform/deps';
import { calendarService } from './calendar-service';
import { cascadeService } from './cascade';
import { targetChanges } from './changing';
import { targetReading } from './reading';

export const targetService = (deps: Pick<Deps, 'db' | 'clock'>) => ({
  ...targetReading(deps),
  ...targetChanges(deps),
  ...calendarService(deps),
  cascade: cascadeService(deps),
});
