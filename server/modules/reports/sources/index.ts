/** Every report's source; a kind without one does not compile. */
import type { ReportKind } from '../../../../core/domain/report-kinds';
import { processes } from './dialer';
import { last, retained } from './loans';
import { agentDays, agentWork, logins } from './people';
import { allocations, best, calls, field, visits } from './records';
import { pendingClient, settlements } from './settlements';
import type { Source } from './source';

export const SOURCES: { [K in ReportKind]: Source<K> } = {
  calls,
  visits,
  field,
  allocations,
  best,
  logins,
  retained,
  last,
  agentDays,
  agentWork,
  processes,
  settlements,
  pendingClient,
};
