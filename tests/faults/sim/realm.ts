/**
 * A process of a phone: a tab or a service worker. It has the engine loaded anew, and every global through which code
 * can wait (timers, storage, locks, channels, the network) is the simulation's. So it can be frozen, and it can die at
 * any await: nothing of it ever runs again.
 */
import { readFileSync } from 'node:fs';
import coreModules from 'virtual:core-modules';
import type * as Client from './client';
import { type Disk, type DiskUser, IDBKeyRange } from './disk';
import type { Random } from './random';
import type { Channels, LocalStorage, Locks } from './shared';
import { timeline } from './timeline';
import { crypto } from './webcrypto';

const GLOBALS = [
  'globalThis',
  'self',
  'window',
  'document',
  'navigator',
  'indexedDB',
  'IDBKeyRange',
  'crypto',
  'AbortSignal',
  'BroadcastChannel',
  'localStorage',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'Date',
  'Math',
  'fetch',
  'addEventListener',
  'dispatchEvent',
  'Worker',
] as const;
type Globals = Partial<Record<(typeof GLOBALS)[number], unknown>>;

type Load = (exports: object, require: (name: string) => unknown, ...globals: unknown[]) => void;
const loaders = new Map<string, Load>();

function loaderOf(file: string): Load {
  let load = loaders.get(file);
  if (!load) {
    // The bundle's imports, and globals under the names it uses.
    load = new Function('exports', 'require', ...GLOBALS, readFileSync(file, 'utf8')) as Load;
    loaders.set(file, load);
  }
  return load;
}

function core(name: string): unknown {
  const found = (coreModules as Record<string, unknown>)[name];
  if (!found) throw new Error(`The client's bundle wants ${name}`);
  return found;
}

/** What the processes of one phone have in common. */
export interface Device {
  readonly disk: Disk;
  readonly locks: Locks;
  readonly channels: Channels;
  readonly localStorage: LocalStorage;
  readonly full: boolean;
  now(): number;
  /** Leases may have run out. */
  disturbed(): void;
}

export class Realm implements DiskUser {
  alive = true;
  frozen = false;
  /** Dies at this many further steps. */
  stepsLeft = Number.POSITIVE_INFINITY;
  steps = 0;
  readonly client: typeof Client;
  private held: (() => void)[] = [];
  private readonly listeners: { event: string; run: (event: unknown) => void }[] = [];

  constructor(
    readonly name: string,
    readonly phone: Device,
    clientFile: string,
    private readonly random: Random,
    private readonly died: (realm: Realm) => void,
  ) {
    const exports = {};
    const before = timeline().current;
    timeline().current = this;
    const globals = this.globals();
    loaderOf(clientFile)(exports, core, ...GLOBALS.map((global) => globals[global]));
    timeline().current = before;
    this.client = exports as typeof Client;
  }

  full(): boolean {
    return this.phone.full;
  }

  /** One more chance to die. */
  step(): void {
    this.steps += 1;
    this.stepsLeft -= 1;
    if (this.stepsLeft <= 0) this.kill();
    timeline().current = this;
  }

  /** Runs code of this process, unless it is dead; a frozen one does it later. */
  resume(run: () => void): void {
    if (!this.alive) return;
    if (this.frozen) {
      this.held.push(run);
      return;
    }
    this.step();
    if (this.alive) run();
  }

  later(ms: number, run: () => void): () => void {
    return timeline().after(ms, () => this.resume(run));
  }

  kill(): void {
    if (!this.alive) return;
    this.alive = false;
    this.held = [];
    this.died(this);
  }

  freeze(): void {
    this.frozen = true;
    this.phone.disturbed();
  }

  thaw(): void {
    if (!this.frozen) return;
    this.frozen = false;
    this.phone.disturbed();
    for (const run of this.held.splice(0)) this.later(0, run);
  }

  /** A browser event such as `online`. */
  emit(event: string): void {
    for (const listener of [...this.listeners]) if (listener.event === event) this.later(0, () => listener.run({}));
  }

  private globals(): Globals {
    const { phone } = this;
    const timers = new Map<number, () => void>();
    let lastTimer = 0;
    const setTimer = (run: () => void, ms = 0): number => {
      lastTimer += 1;
      const id = lastTimer;
      timers.set(
        id,
        this.later(ms, () => {
          timers.delete(id);
          run();
        }),
      );
      return id;
    };
    const clearTimer = (id: number | undefined): void => {
      if (id === undefined) return;
      timers.get(id)?.();
      timers.delete(id);
    };
    const setRepeated = (run: () => void, ms: number): number => {
      lastTimer += 1;
      const id = lastTimer;
      const next = () =>
        timers.set(
          id,
          this.later(ms, () => {
            next();
            run();
          }),
        );
      next();
      return id;
    };
    const abortAfter = (ms: number): AbortSignal => {
      const controller = new AbortController();
      setTimer(() => controller.abort(new DOMException('Nobody waits any longer', 'TimeoutError')), ms);
      return controller.signal;
    };
    const math = Object.create(Math) as typeof Math;
    math.random = () => this.random.next();
    const now = () => phone.now();
    class DeviceDate extends Date {
      constructor(...values: unknown[]) {
        super(...((values.length === 0 ? [now()] : values) as [number]));
      }
      static override now(): number {
        return now();
      }
    }
    const target = {
      addEventListener: (event: string, run: (event: unknown) => void) => void this.listeners.push({ event, run }),
      removeEventListener: (event: string, run: unknown) => {
        const at = this.listeners.findIndex((listener) => listener.event === event && listener.run === run);
        if (at >= 0) this.listeners.splice(at, 1);
      },
    };
    const document = { ...target, visibilityState: 'visible' };
    const own: Globals = {
      window: { ...target, document },
      document,
      navigator: { locks: phone.locks.for(this), userAgent: 'Chrome/156 simulated', onLine: true },
      indexedDB: phone.disk.for(this),
      IDBKeyRange,
      crypto,
      AbortSignal: { timeout: abortAfter },
      BroadcastChannel: phone.channels.for(this),
      localStorage: phone.localStorage,
      setTimeout: setTimer,
      clearTimeout: clearTimer,
      setInterval: setRepeated,
      clearInterval: clearTimer,
      setImmediate: undefined,
      Date: DeviceDate,
      Math: math,
      fetch: undefined,
      addEventListener: undefined,
      dispatchEvent: undefined,
      Worker: undefined,
    };
    // The engine's storage library swaps the promises of its transactions in and out of the global object.
    const properties = Object.entries({ ...own, Promise }).map(
      ([name, value]) => [name, { value, writable: true, configurable: true, enumerable: false }] as const,
    );
    const global = Object.create(globalThis, Object.fromEntries(properties)) as object;
    return { ...own, globalThis: global, self: global };
  }
}
