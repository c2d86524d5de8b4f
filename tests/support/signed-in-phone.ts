/** A phone that somebody has signed in on, as the server sees it: a session, a key, and reports. */
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { type Person, signIn } from './people';
import { type Answer, type Api, as } from './world';

export const nothing = { queued: 0, sending: 0, retryLater: 0, waitingForLogin: 0, needsYou: 0, quarantined: 0 };
export const reportOf = (more: object = {}) => ({
  appVersion: '1.0.0',
  queue: nothing,
  oldestUnsentAt: null,
  lastSyncAt: null,
  lastContactAt: null,
  storage: null,
  events: [],
  awaiting: [],
  ...more,
});

export interface TestPhone {
  id: string;
  session: Api;
  /** Signed by the device, as a locked phone sends. */
  signed(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  report(more?: object): Promise<Answer>;
}

export async function phoneAt(origin: string, person: Person, name = 'Android · Chrome'): Promise<TestPhone> {
  const keys = await generateDeviceKey();
  const id = uuidv7();
  const device = { id, publicKey: await exportDeviceKey(keys.publicKey), name, appVersion: '1.0.0' };
  const { token } = await signIn(origin, person, device);
  const send = async (path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
  };
  const post: Api['post'] = (path, body) => send(path, body, { authorization: `Bearer ${token}` });
  return {
    id,
    session: { ...as(origin, person), post, batch: (...items) => post('/api/v2/call-disposition/batch', { items }) },
    async signed(path, body, headers = {}) {
      const at = new Date().toISOString();
      const text = signedText('POST', path, at, await sha256Hex(body === undefined ? '' : JSON.stringify(body)));
      return send(path, body, {
        ...headers,
        'x-device-id': id,
        'x-device-user': person.id,
        'x-device-tenant': person.tenantId,
        'x-device-at': at,
        'x-device-signature': await signText(keys.privateKey, text),
      });
    },
    report: (more) => post('/api/v2/devices/report', reportOf(more)),
  };
}
