/**
 * IndexedDB of simulated phones: fake-indexeddb, with what a process's death and a full disk mean added. Each connection
 * belongs to a process. When that dies, its open transactions are rolled back and it hears of nothing any more.
 */
import { IDBFactory, IDBKeyRange, IDBObjectStore, IDBRequest } from 'fake-indexeddb';

export { IDBKeyRange };

/** A process, as far as its storage knows it. */
export interface DiskUser {
  alive: boolean;
  /** Called before each event that it would hear; it may die there. */
  step(): void;
  /** The disk takes no more. */
  full(): boolean;
}

// What is used of fake-indexeddb's inside.
interface Transaction {
  mode: string;
  db: Connection;
  _state: string;
  _abort(name: string | null): void;
  _requests: { operation: () => unknown }[];
  _prioritizedListeners: Map<string, () => void>;
}
interface RawDatabase {
  transactions: Transaction[];
  connections: Connection[];
  rawObjectStores: Map<string, { records: { values(): Iterable<{ key: unknown; value: unknown }> } }>;
  processTransactions(): void;
}
interface Connection {
  _rawDatabase: RawDatabase;
  _closed: boolean;
  _closePending: boolean;
  user?: DiskUser;
}
interface Target {
  user?: DiskUser;
  db?: Connection;
  result?: unknown;
  _rawDatabase?: RawDatabase;
}
interface Event {
  type: string;
  eventPath: Target[];
}

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' && value !== null && '_rawDatabase' in value;

function userOf(target: Target, event: Event): DiskUser | undefined {
  return target.user ?? event.eventPath[0]?.user ?? target.db?.user;
}

/** What the database itself must still do where a dead process would have heard of it. */
function goOn(target: Target, event: Event): void {
  if (event.type === 'complete' || event.type === 'abort') {
    (target as Target & Partial<Transaction>)._prioritizedListeners?.get(event.type)?.();
    target.db?._rawDatabase.processTransactions();
  }
  if (event.type === 'success' && isConnection(target.result)) close(target.result);
}

function close(connection: Connection): void {
  connection._closePending = true;
  connection._closed = true;
  const raw = connection._rawDatabase;
  raw.connections = raw.connections.filter((other) => other !== connection);
}

/** What requests, transactions and connections have in common. */
const common = Object.getPrototypeOf(IDBRequest.prototype) as { dispatchEvent(this: Target, event: Event): boolean };
const dispatch = common.dispatchEvent;
common.dispatchEvent = function (this: Target, event: Event): boolean {
  const user = userOf(this, event);
  if (!user) return dispatch.call(this, event);
  if ((event.type === 'success' || event.type === 'upgradeneeded') && isConnection(this.result))
    this.result.user ??= user;
  if (user.alive) user.step();
  if (!user.alive) {
    goOn(this, event);
    return true;
  }
  return dispatch.call(this, event);
};

for (const name of ['put', 'add'] as const) {
  const write = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...values: Parameters<typeof write>) {
    const request = write.apply(this, values);
    const transaction = this.transaction as unknown as Transaction;
    const last = transaction._requests.at(-1);
    if (last && transaction.mode === 'readwrite' && transaction.db.user?.full()) {
      last.operation = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      };
    }
    return request;
  };
}

/** The disk of one phone, shared by all its processes, and kept when they die. */
export class Disk {
  private readonly factory = new IDBFactory();

  /** `indexedDB` as one process sees it. */
  for(user: DiskUser): IDBFactory {
    const { factory } = this;
    const owned = <R extends object>(request: R): R => Object.assign(request, { user });
    return {
      open: (name: string, version?: number) => owned(factory.open(name, version)),
      deleteDatabase: (name: string) => owned(factory.deleteDatabase(name)),
      databases: () => factory.databases(),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as IDBFactory;
  }

  /** What lies in a table when nobody has it open; nothing where there is none. */
  records(database: string, table: string): { key: unknown; value: unknown }[] {
    const databases = (this.factory as unknown as { _databases: Map<string, RawDatabase> })._databases;
    return [...(databases.get(database)?.rawObjectStores.get(table)?.records.values() ?? [])];
  }

  /** After `user.alive` has become false. */
  died(user: DiskUser): void {
    const databases = (this.factory as unknown as { _databases: Map<string, RawDatabase> })._databases;
    for (const raw of databases.values()) {
      for (const transaction of [...raw.transactions])
        if (transaction.db.user === user && transaction._state !== 'finished') transaction._abort('AbortError');
      for (const connection of [...raw.connections]) if (connection.user === user) close(connection);
      raw.processTransactions();
    }
  }
}
