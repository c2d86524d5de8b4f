/** A phone: a disk, a clock that may be wrong, a network of its own, and the processes that run on it. */
import { Disk } from './disk';
import { Network } from './network';
import { Page, type PageHome, type PhoneWorld } from './page';
import { Realm } from './realm';
import { Channels, LocalStorage, Locks } from './shared';
import { timeline } from './timeline';

/** A lease runs for eight seconds; two senders are no wonder so shortly after the phone's clock or a tab stood still. */
const UNREST_MS = 12_000;

export class Phone implements PageHome {
  readonly disk = new Disk();
  readonly locks = new Locks();
  readonly channels = new Channels();
  readonly localStorage = new LocalStorage();
  readonly network: Network;
  /** What the phone's clock is ahead of the true time, ms. */
  skew = 0;
  full = false;
  pages: Page[] = [];
  /** Service workers that were woken and have not come to their end. */
  private readonly workers = new Set<Realm>();
  private lastUnrest = Number.NEGATIVE_INFINITY;
  private processes = 0;

  constructor(
    readonly index: number,
    readonly world: PhoneWorld,
  ) {
    this.network = new Network(world.server, world.random, (flight, others) => {
      for (const other of others) {
        const { realm, sentAt } = other;
        if (realm === flight.realm || !realm.alive || realm.frozen) continue;
        if (this.lastUnrest > Math.min(sentAt, flight.sentAt - UNREST_MS)) continue;
        const both = flight.keys.find((key) => other.keys.includes(key));
        if (both) world.notebook.violation(`two senders: ${realm.name} and ${flight.realm.name} send ${both} at once`);
      }
    });
  }

  /** The device's own clock, ms. */
  now(): number {
    return Math.round(timeline().now + this.skew);
  }

  /** A tab was frozen, the clock was set, the disk was full: leases may have run out. */
  disturbed(): void {
    this.lastUnrest = timeline().now;
  }

  newRealm(kind: 'tab' | 'worker'): Realm {
    this.processes += 1;
    return new Realm(
      `phone ${this.index} ${kind} ${this.processes}`,
      this,
      this.world.clientFile,
      this.world.random,
      (realm) => {
        this.disk.died(realm);
        this.locks.died(realm);
        this.channels.died(realm);
        this.workers.delete(realm);
      },
    );
  }

  openTab(): Page {
    const page = new Page(this);
    this.pages.push(page);
    page.start();
    return page;
  }

  tab(index: number): Page | undefined {
    const pages = this.pages.filter((page) => page.realm.alive);
    return pages.length ? pages[index % pages.length] : undefined;
  }

  /** All that runs here: killing and freezing choose among them. Workers first, as they do not live long. */
  realms(): Realm[] {
    return [...this.workers, ...this.pages.map(({ realm }) => realm)].filter(({ alive }) => alive);
  }

  get workerRuns(): boolean {
    return this.workers.size > 0;
  }

  closeTab(page: Page): void {
    page.realm.kill();
    this.pages = this.pages.filter((other) => other !== page);
  }

  /** The browser is gone, with all its processes. A kill right after a sign-in loses local storage as well. */
  crash(loseLocalStorage: boolean): void {
    for (const page of [...this.pages]) this.closeTab(page);
    for (const worker of [...this.workers]) worker.kill();
    if (loseLocalStorage) this.localStorage.clear();
  }

  setClock(skew: number): void {
    this.skew = skew;
    this.disturbed();
  }

  setFull(full: boolean): void {
    this.full = full;
    this.disturbed();
  }

  /** The network is back, and the browser says so. */
  online(): void {
    for (const page of this.pages) page.realm.emit('online');
  }

  /** Local storage says somebody else is signed in, or nobody: the other tabs follow. */
  followSession(origin: Page): void {
    for (const page of [...this.pages]) if (page !== origin && page.realm.alive) page.follow();
  }

  /** The browser wakes the service worker; it ends when it has nothing more to do. */
  wakeWorker(): void {
    const realm = this.newRealm('worker');
    this.workers.add(realm);
    realm.resume(() => {
      realm.client
        .drainAllUsers({ transport: this.network.for(realm), now: () => this.now() })
        .catch(() => undefined)
        .finally(() => realm.kill());
    });
  }
}
