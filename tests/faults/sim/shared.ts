/** What the processes of one phone share besides the disk: Web Locks, broadcast channels and local storage. */
/** A process, as far as others can reach it. */
export interface Reachable {
  /** Runs code of the process after so many ms, unless it is dead by then. */
  later(ms: number, run: () => void): () => void;
}

interface Waiting {
  realm: Reachable;
  name: string;
  ifAvailable: boolean;
  work: (lock: { name: string } | null) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** `navigator.locks`, exclusive locks only. A lock is freed when its process dies, not when it stands still. */
export class Locks {
  private held = new Map<string, Reachable>();
  private line: Waiting[] = [];

  for(realm: Reachable) {
    return {
      request: (name: string, ...rest: unknown[]): Promise<unknown> => {
        const work = rest.at(-1) as Waiting['work'];
        const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
        return new Promise((resolve, reject) => {
          const waiting: Waiting = { realm, name, ifAvailable, work, resolve, reject };
          this.line.push(waiting);
          this.grant();
          // Who has got the lock keeps it.
          signal?.addEventListener('abort', () => {
            if (!this.line.includes(waiting)) return;
            this.line = this.line.filter((other) => other !== waiting);
            reject(signal.reason);
          });
        });
      },
    };
  }

  died(realm: Reachable): void {
    this.line = this.line.filter((waiting) => waiting.realm !== realm);
    for (const [name, holder] of this.held) if (holder === realm) this.held.delete(name);
    this.grant();
  }

  private grant(): void {
    const stay: Waiting[] = [];
    for (const waiting of this.line) {
      const free = !this.held.has(waiting.name);
      if (!free && !waiting.ifAvailable) stay.push(waiting);
      else {
        if (free) this.held.set(waiting.name, waiting.realm);
        this.enter(waiting, free);
      }
    }
    this.line = stay;
  }

  private enter({ realm, name, work, resolve, reject }: Waiting, free: boolean): void {
    realm.later(0, () => {
      const leave = () => {
        if (!free || this.held.get(name) !== realm) return;
        this.held.delete(name);
        this.grant();
      };
      Promise.resolve()
        .then(() => work(free ? { name } : null))
        .then(
          (value) => {
            leave();
            resolve(value);
          },
          (error: unknown) => {
            leave();
            reject(error);
          },
        );
    });
  }
}

interface Channel {
  realm: Reachable;
  name: string;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** BroadcastChannel: everybody of that name on the phone hears it, but not the one who said it. */
export class Channels {
  private open = new Set<Channel>();

  for(realm: Reachable) {
    const { open } = this;
    return class {
      onmessage: Channel['onmessage'] = null;
      readonly realm = realm;
      constructor(readonly name: string) {
        open.add(this);
      }
      postMessage(data: unknown): void {
        for (const other of open) {
          if (other === this || other.name !== this.name) continue;
          other.realm.later(1, () => {
            if (open.has(other)) other.onmessage?.({ data: structuredClone(data) });
          });
        }
      }
      close(): void {
        open.delete(this);
      }
    };
  }

  died(realm: Reachable): void {
    for (const channel of this.open) if (channel.realm === realm) this.open.delete(channel);
  }
}

/** `localStorage`, which a killed browser may lose. */
export class LocalStorage {
  private values = new Map<string, string>();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.values.set(key, value);
  removeItem = (key: string): void => void this.values.delete(key);
  clear = (): void => this.values.clear();
}
