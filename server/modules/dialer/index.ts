import type { Deps } from '../../platform/deps';
import { monitorService } from './monitor';
import { createMonitorHub, type MonitorHub, type MonitorTimes } from './monitor-hub';

export type { MonitorHub } from './monitor-hub';
export { handlers } from './routes';
export { RECORDED } from './service';
export { issueServiceToken } from './service-token';

/** Streams of the agent monitor of this process; whoever makes one closes it. */
export const monitorHub = (deps: Pick<Deps, 'db' | 'clock' | 'logger'>, times?: Partial<MonitorTimes>): MonitorHub =>
  createMonitorHub(deps, monitorService(deps), times);
