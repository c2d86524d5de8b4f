/** Every report's source; a kind without one does not compile. */
import type { SourceKind } from '../../../../core/domain/export-kinds';
import { processes, recordings } from './dialer';
import { last, retained, workable } from './loans';
import { callDisposition, dataInsight, loan, target } from './models';
import { agentDays, agentWork, logins } from './people';
import { allocations, best, calls, field, visits } from './records';
import { pendingClient, settlements } from './settlements';
import type { Source } from './source';

export const SOURCES: { [K in SourceKind]: Source<K> } = {
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
  workable,
  recordings,
  loan,
  callDisposition,
  dataInsight,
  target,
};
