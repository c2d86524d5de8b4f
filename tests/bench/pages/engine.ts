/** The whole offline engine of one agent on a fresh database, as the page makes it after a sign-in, stepping by hand. */
import Dexie from 'dexie';
import type { Profile } from '../../../core/contract/auth';
import { toBase64url } from '../../../core/contract/base64url';
import type { Bases } from '../../../core/contract/kit';
import { deviceIdentity, openDeviceDb } from '../../../src/offline/device-db';
import { createEngine } from '../../../src/offline/engine';
import { fetchTransport, type Transport } from '../../../src/offline/transport';
import type { OfflineEngine } from '../../../src/offline/types';
import { userDbName } from '../../../src/offline/user-db';
import { importDeviceKey, newDeviceKey } from '../../../src/offline/vault';

export interface Agent {
  tenantId: string;
  userId: string;
  token: string;
}

const profileOf = ({ tenantId, userId }: Agent): Profile => ({
  id: userId,
  _id: userId,
  createdBy: null,
  role: { name: 'CRM_FIELDAGENT' },
  subRole: null,
  username: 'bench',
  fullName: 'Asha Kamble',
  email: null,
  mobile: null,
  client: null,
  Client_Name: null,
  tenant: { id: tenantId, name: 'Bench', zone: 'Asia/Kolkata' },
  tenantAdmin: null,
  agencyCode: null,
  agencyName: null,
  location: null,
  teleCaller: null,
  manager: null,
});

/** A key to seal to, for benches that send nothing. */
export async function anySealingKey(): Promise<string> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const pair = (await crypto.subtle.generateKey(curve, false, ['deriveBits'])) as CryptoKeyPair;
  return toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
}

const SAME_ORIGIN: Bases = {
  main: '/api/v1',
  crm: '',
  reporting: '/reporting',
  brake: '/brake',
  dialer: '/dialer',
  notification: '/notification',
  selfCure: '/self-cure',
  chatbot: '/chatbot',
  root: '',
};

interface EngineParts {
  sealingKey: string;
  bases?: Bases;
  deviceKey?: CryptoKey;
  keyId?: string;
  transport?: Transport;
  automatic?: boolean;
}

/** On an empty database of its own; the caller closes it. */
export async function freshEngine(agent: Agent, parts: EngineParts): Promise<OfflineEngine> {
  await Dexie.delete(userDbName(agent.tenantId, agent.userId));
  // As after a sign-in: this device has a key, and signs what is saved.
  const devices = openDeviceDb();
  await deviceIdentity(devices);
  devices.close();
  return openEngine(agent, parts);
}

/** On what the agent's database holds; the caller closes it. */
export async function openEngine(agent: Agent, parts: EngineParts): Promise<OfflineEngine> {
  const { sealingKey, bases = SAME_ORIGIN, keyId = 'bench', automatic = false } = parts;
  return createEngine({
    unlocked: {
      profile: profileOf(agent),
      tokens: null,
      offline: false,
      deviceKey: parts.deviceKey ?? (await importDeviceKey(newDeviceKey())),
      keyId,
      deviceId: '01990000-0000-7000-8000-000000000000',
      recovered: true,
    },
    transport:
      parts.transport ??
      ((request) =>
        fetchTransport({ ...request, headers: { ...request.headers, authorization: `Bearer ${agent.token}` } })),
    config: {
      bases,
      sealing: { keyId: 'bench', publicKey: sealingKey },
      cachedLoansHours: 72,
      defaultDashboardAgencyCodes: [],
      demo: true,
      demoSignIns: [],
    },
    appVersion: 'bench',
    automatic,
  });
}
