/** What a client needs to know about the server itself. */
import type { RuntimeConfig } from '../../../core/contract/system';
import { CONTRACT_VERSION } from '../../../core/contract/version';
import { ApiError, type Handlers } from '../../http/implement';
import { BASES } from '../../http/mount';
import type { Deps } from '../../platform/deps';
import { programVersion } from '../../platform/version';

export { type LookAsked, lookedAt } from './looks';

/** Present when the database holds the demo data. */
export interface DemoFacts {
  signIns: RuntimeConfig['demoSignIns'];
  /** Agencies of the demo whose managers get the default dashboard; configuration comes first. */
  agencyCodes: string[];
}

type SystemHandlers = Pick<Handlers, 'system.ping' | 'system.config' | 'system.health'>;

export function handlers({ db, clock, keys, config }: Deps, demo: DemoFacts | null): SystemHandlers {
  const agencyCodes = config.defaultDashboardAgencyCodes;
  return {
    'system.ping': async () => ({
      recoup: 'pong',
      serverTime: clock.now().toISOString(),
      contractVersion: CONTRACT_VERSION,
    }),

    'system.config': async () => ({
      bases: BASES,
      defaultDashboardAgencyCodes: agencyCodes.length > 0 ? agencyCodes : (demo?.agencyCodes ?? []),
      sealing: keys.sealing,
      demo: demo !== null,
      demoSignIns: demo?.signIns ?? [],
      cachedLoansHours: config.cachedLoansHours,
      devicePin: config.devicePin,
      dialerSocket: config.dialerSocket,
    }),

    'system.health': async () => {
      try {
        await db.platform((tx) => tx.query('select 1'));
      } catch (cause) {
        throw new ApiError('busy', { cause, retryAfterSeconds: 2 });
      }
      return { status: 'ok', version: programVersion(), database: db.kind };
    },
  };
}
