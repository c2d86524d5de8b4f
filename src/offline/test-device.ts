/** For tests: a phone with storage of its own, people who sign in on it, loans, and records they may make. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { bucketOf } from '../../core/domain/buckets';
import { uuidv7 } from '../../core/domain/ids';
import { createEngine, type EngineOptions } from './engine';
import type { RecordInput } from './outbox';
import { createPageTransport } from './page-transport';
import { createDeviceSession } from './session';
import type { KeyValueStorage } from './session-storage';
import type { TestServer } from './test-server';
import type { DeviceSession, OfflineEngine, UnlockedSession } from './types';
import type { UserDb } from './user-db';

export function memoryStorage(): KeyValueStorage & { size: number } {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    get size() {
      return values.size;
    },
  };
}

/** Waits for a condition; the vitest timeout ends a wait that is in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}

const TENANT = '018f0000-0000-7000-8000-000000000001';

export function person(name: string, role = 'CRM_FIELDAGENT'): Profile {
  const id = uuidv7();
  return {
    id,
    _id: id,
    createdBy: null,
    role: { name: role },
    subRole: null,
    username: name,
    fullName: `Agent ${name}`,
    email: `${name}@agency.test`,
    mobile: null,
    client: null,
    Client_Name: null,
    tenant: { id: TENANT, name: 'Tenant', zone: 'Asia/Kolkata' },
    tenantAdmin: null,
    agencyCode: null,
    agencyName: null,
    location: null,
    teleCaller: null,
    manager: null,
  };
}

export function loanOf(number: number, more: Partial<Loan> = {}): Loan {
  const id = more.id ?? uuidv7();
  const dpd = more.dpd ?? number % 400;
  return {
    id,
    _id: id,
    loanNumber: `LN${String(number).padStart(6, '0')}`,
    version: 1,
    state: 'active',
    client: 'Bank',
    portfolio: 'P1',
    product: 'Two wheeler',
    bucket: bucketOf(dpd),
    dpd,
    posPaise: 1_000_000 + number,
    tosPaise: 1_100_000,
    overduePaise: 10_000 + number * 100,
    overdueSplit: { principalPaise: 1, interestPaise: 1, penalPaise: 1, chargesPaise: 1 },
    emiPaise: 5_000,
    dueDay: 5,
    disbursedOn: '2024-01-01',
    lastPayment: null,
    borrower: { id: uuidv7(), name: `Borrower${number} Kumaraswamy`, language: 'hi', panMasked: null },
    relatedPeople: [],
    phones: [
      { id: uuidv7(), number: `98${String(10_000_000 + number)}`, owner: 'self', lastResult: null, invalid: false },
    ],
    addresses: [
      {
        id: uuidv7(),
        kind: 'home',
        line: 'Street',
        city: 'Pune',
        state: 'MH',
        pincode: String(411_001 + (number % 40)),
        lat: 18.5 + (number % 100) / 100,
        lng: 73.8,
      },
    ],
    flags: { dispute: false, deceased: false, legal: false, doNotContact: false, vulnerable: false },
    contactPause: null,
    ptp: null,
    nextVisitOn: null,
    lastVisit: null,
    attempts30d: 0,
    recent: [],
    ...more,
  };
}

/** A door-locked visit: the smallest complete field record. */
export function visit(loan: Pick<Loan, 'id' | 'loanNumber'>, more: Partial<RecordInput> = {}): RecordInput {
  return {
    channel: 'field',
    loanId: loan.id,
    loanNumber: loan.loanNumber,
    code: 'FDL',
    recordedAt: new Date().toISOString(),
    gps: { lat: 18.5, lng: 73.8, accuracyM: 12, at: new Date().toISOString(), mock: null },
    place: 'residence',
    photoMissing: 'unsafe',
    nextVisitOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    attachments: [],
    ...more,
  };
}

export const photo = (bytes: number, seed = 1): Blob =>
  new Blob([Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + seed * 17) % 251)], { type: 'image/jpeg' });

/** One phone. `reboot` keeps what is on disk; `wipe` evicts it. */
export class TestDevice {
  storage = memoryStorage();
  session: DeviceSession;
  private engines = new Set<OfflineEngine>();

  constructor(readonly server: TestServer) {
    this.wipe();
    this.session = this.newSession();
  }

  wipe(): void {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  }

  newSession(now?: () => number): DeviceSession {
    return createDeviceSession({
      transport: this.server.transport,
      config: this.server.config,
      appVersion: '1.0.0',
      storage: this.storage,
      iterations: 1000,
      ...(now && { now }),
    });
  }

  async signIn(profile: Profile, password = 'secret-1'): Promise<UnlockedSession> {
    return this.session.signIn(profile.username, password, 'email-or-username');
  }

  async open(unlocked: UnlockedSession, more: Partial<EngineOptions> = {}): Promise<OfflineEngine> {
    const engine = await createEngine({
      unlocked,
      transport: createPageTransport(this.server.transport, this.session),
      config: this.server.config,
      appVersion: '1.0.0',
      automatic: false,
      ...more,
    });
    this.engines.add(engine);
    return engine;
  }

  async close(): Promise<void> {
    for (const engine of this.engines) await engine.close();
  }
}

/** Signed in with loans, one unsent record and a draft; the engine is closed again. */
export async function atWork(phone: TestDevice, profile: Profile, loan: Loan): Promise<UnlockedSession> {
  const unlocked = await phone.signIn(profile);
  const engine = await phone.open(unlocked);
  await engine.loans.refresh();
  const saved = await engine.record(visit(loan));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  await engine.drafts.save({ loanId: loan.id, openedAt: 1, fields: { remarks: 'half typed' }, files: [] });
  await engine.close();
  return unlocked;
}

/** Puts a user on the server. */
export function enrol(server: TestServer, profile: Profile, password = 'secret-1'): Profile {
  server.users.set(profile.id, { profile, password, token: '', refreshToken: '' });
  return profile;
}

/** Everything in all databases of this phone, as text, to look for what must not be there. */
export async function everythingStored(): Promise<string> {
  const seen: string[] = [];
  const decoder = new TextDecoder('latin1');
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) seen.push(decoder.decode(value));
    else if (value instanceof ArrayBuffer) seen.push(decoder.decode(new Uint8Array(value)));
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    else seen.push(String(value));
  };
  for (const name of await Dexie.getDatabaseNames()) {
    const db = await new Dexie(name).open();
    for (const table of db.tables) walk(await table.toArray());
    db.close();
  }
  return seen.join('\n');
}

/** Makes the n-th operation on a database, and all after it, fail as if the process had been killed there. */
export function killAt(n: number): { prepare: (db: UserDb) => void; operations: () => number; dead: () => boolean } {
  let count = 0;
  const dead = () => count >= n;
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    // A killed process neither answers nor fails; its open transaction is never committed.
    return dead() ? Promise.reject(new Error('killed')) : work();
  };
  return {
    operations: () => count,
    dead,
    prepare: (db) => {
      // A transaction past Dexie is one step: all of it happens, or none.
      const backend = db.backendDB.bind(db);
      db.backendDB = () => {
        const real = backend();
        return new Proxy(real, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              if (name === 'transaction') {
                count += 1;
                if (dead()) throw new Error('killed');
              }
              return Reflect.apply(value, target, given);
            };
          },
        });
      };
      db.use({
        stack: 'dbcore',
        create: (core) => ({
          ...core,
          table(name) {
            const table = core.table(name);
            return {
              ...table,
              mutate: (request) => step(() => table.mutate(request)),
              get: (request) => step(() => table.get(request)),
              getMany: (request) => step(() => table.getMany(request)),
              query: (request) => step(() => table.query(request)),
              count: (request) => step(() => table.count(request)),
              openCursor: (request) => step(() => table.openCursor(request)),
            };
          },
        }),
      });
    },
  };
}
