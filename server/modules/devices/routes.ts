import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import type { RaiseFromRecord } from '../dispositions';
import { queueFileService } from './queue-file';
import { deviceService } from './service';

type DeviceHandlers = Pick<
  Handlers,
  | 'devices.report'
  | 'devices.list'
  | 'devices.one'
  | 'devices.revoke'
  | 'devices.allow'
  | 'devices.alerts'
  | 'devices.uploadQueueFile'
>;

export function handlers(deps: Deps, raise: RaiseFromRecord): DeviceHandlers {
  const devices = deviceService(deps);
  const takeQueueFile = queueFileService(deps, raise);
  return {
    'devices.report': async ({ actor, body }) => ({ success: true, data: await devices.report(actor, body) }),
    'devices.list': async ({ actor, query }) => ({ success: true, data: await devices.list(actor, query) }),
    'devices.one': async ({ actor, params }) => ({ success: true, data: await devices.one(actor, params) }),
    'devices.revoke': async ({ actor, params, body }) => ({
      success: true,
      data: await devices.revoke(actor, params, body.reason),
    }),
    'devices.allow': async ({ actor, params, body }) => ({
      success: true,
      data: await devices.allow(actor, params, body.reason),
    }),
    'devices.alerts': async ({ actor }) => ({ success: true, data: await devices.alerts(actor) }),
    'devices.uploadQueueFile': async ({ actor, bytes }) => ({
      success: true,
      data: await takeQueueFile(actor, bytes),
    }),
  };
}
