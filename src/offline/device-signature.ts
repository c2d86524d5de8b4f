/** The sender that signs as this device, for delivering a queue while its user is locked out or has no session. */
import { signedText, signText } from '../../core/contract/device-keys';
import { sha256Hex } from '../../core/domain/canonical';
import type { DeviceIdentity } from './device-db';
import type { Transport } from './transport';

/** Adds the device headers to every request; `offsetMs` corrects the device clock to the server's. */
export function deviceTransport(
  bare: Transport,
  device: DeviceIdentity,
  owner: { tenantId: string; userId: string },
  clock: { now: () => number; offsetMs: number },
): Transport {
  return async (request) => {
    const { pathname, search } = new URL(request.url, 'http://same-origin.invalid');
    const at = new Date(clock.now() + clock.offsetMs).toISOString();
    const bodyHash = await sha256Hex(request.body ?? '');
    const text = signedText(request.method, `${pathname}${search}`, at, bodyHash);
    return bare({
      ...request,
      headers: {
        ...request.headers,
        'x-device-id': device.id,
        'x-device-user': owner.userId,
        'x-device-tenant': owner.tenantId,
        'x-device-at': at,
        'x-device-signature': await signText(device.signing.privateKey, text),
      },
    });
  };
}
