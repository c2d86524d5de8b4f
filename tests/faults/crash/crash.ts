/**
 * Kills the server again and again while clients work, on one database that has to live with all of it, and checks after
 * every death what lies in that database and after every start what the clients get.
 */
import { Random } from '../../../core/domain/random';
import { createTenantWorld, type TenantWorld, type Who } from '../../support/world';
import { checkAll, type Finding } from './check';
import { type Death, type EngineName, type Installation, install } from './installation';
import { type Client, Load } from './load';
import { Promises, type SentRecord } from './promises';

export interface CrashOptions {
  engine: EngineName;
  /** Deaths of the server. */
  runs: number;
  seed: string;
  say?: (line: string) => void;
}

export interface CrashReport {
  kills: { server: number; database: number; both: number; starting: number };
  requests: number;
  acknowledged: number;
  /** Records whose answer never came because the server died first, and what became of them. */
  unanswered: { held: number; notHeld: number };
  /** ms from the start of the first process to `/health` 200. */
  health: number[];
  finding: Finding;
}

/** Healthy again within, ms. */
export const HEALTHY_WITHIN = { postgres: 5_000, pglite: 10_000 } as const satisfies Record<EngineName, number>;

const LOANS_EACH = 9;

/** Undefined where this machine has no such engine. Stops at the first thing that does not add up. */
export async function runCrash(options: CrashOptions): Promise<CrashReport | undefined> {
  const tenants: TenantWorld[] = [];
  const clients: Client[] = [];
  const installation = await install(options.engine, async (db) => {
    for (const team of [['agent', 'rivalAgent', 'collector'], ['agent']] satisfies Who[][]) {
      const tenant = await createTenantWorld(db);
      tenants.push(tenant);
      for (const who of team) {
        const kind = who === 'collector' ? 'collector' : 'field_agent';
        clients.push({
          person: tenant.people[who],
          loans: await tenant.addLoans(LOANS_EACH, { held: { [kind]: who } }),
        });
      }
    }
  });
  if (!installation) return undefined;
  try {
    return await new CrashRun(installation, tenants, clients, options).run();
  } finally {
    await installation.destroy();
  }
}

class CrashRun {
  readonly #random: Random;
  readonly #promises = new Promises();
  readonly #load: Load;
  readonly #say: (line: string) => void;
  readonly #report: CrashReport = {
    kills: { server: 0, database: 0, both: 0, starting: 0 },
    requests: 0,
    acknowledged: 0,
    unanswered: { held: 0, notHeld: 0 },
    health: [],
    finding: { lost: [], doubled: [], torn: [] },
  };

  constructor(
    private readonly installation: Installation,
    private readonly tenants: readonly TenantWorld[],
    private readonly clients: readonly Client[],
    private readonly options: CrashOptions,
  ) {
    this.#random = new Random(`${options.engine}/${options.seed}`);
    this.#load = new Load(installation.origin, this.#promises, this.#random);
    this.#say = options.say ?? (() => undefined);
  }

  async run(): Promise<CrashReport> {
    const { installation } = this;
    await installation.start();
    await this.#load.prepare();
    for (let kills = 0; kills < this.options.runs; ) {
      const before = this.#promises.acknowledged().length;
      const death = this.#chooseDeath();
      await this.#workUntil(death);
      // One of the database alone comes on top of what was asked for.
      if (death.server) kills += 1;
      if (kills < this.options.runs && this.#random.chance(0.12)) {
        await installation.dieStarting(this.#random.between(20, 700));
        this.#report.kills.starting += 1;
        kills += 1;
      }
      if (installation.engine === 'pglite') await this.#check();
      const ms = await installation.start().catch((error: unknown) => {
        throw new Error(`No start after: ${wordsOf(death)}. The server says:\n${installation.output()}`, {
          cause: error,
        });
      });
      this.#report.health.push(ms);
      if (installation.engine === 'postgres') await this.#check();
      const open = this.#promises.unacknowledged().length;
      await this.#finish(this.#promises.acknowledged().slice(before));
      this.#say(
        `${String(kills).padStart(3)} ${wordsOf(death).padEnd(20)} ${this.#promises.acknowledged().length} acknowledged, ${open} had no answer, healthy after ${Math.round(ms)} ms`,
      );
      if (this.#failed()) break;
    }
    await installation.die({ server: true, database: null });
    await this.#check();
    this.#report.requests = this.#load.requests;
    this.#report.acknowledged = this.#promises.acknowledged().length;
    this.#report.finding.torn.push(...this.#promises.broken);
    return this.#report;
  }

  #chooseDeath(): Death {
    if (this.installation.engine === 'pglite') return { server: true, database: null };
    return this.#random.weighted<Death>([
      [{ server: true, database: null }, 70],
      [{ server: false, database: 'quit' }, 10],
      [{ server: false, database: 'kill' }, 10],
      [{ server: true, database: 'kill' }, 10],
    ]);
  }

  async #workUntil(death: Death): Promise<void> {
    const working = this.#load.run(this.clients);
    await new Promise((resolve) => setTimeout(resolve, this.#random.between(20, 900)));
    await this.installation.die(death);
    this.#load.stop();
    await working;
    const { kills } = this.#report;
    kills[death.server && death.database ? 'both' : death.database ? 'database' : 'server'] += 1;
  }

  /** What is in the database now: all that was acknowledged once, and of the rest nothing half or twice. */
  async #check(): Promise<void> {
    const tenantIds = this.tenants.map(({ tenantId }) => tenantId);
    const held = await this.installation.inspect(async (db) => {
      const finding = await checkAll(db, tenantIds, this.#promises.all());
      for (const part of ['lost', 'doubled', 'torn'] as const) this.#report.finding[part].push(...finding[part]);
      const keys = await Promise.all(
        tenantIds.map((tenantId) =>
          db.transaction({ tenantId }, (tx) =>
            tx.query<{ key: string }>('select key from idempotency_keys where key = any($1::uuid[])', [
              this.#promises.unacknowledged().map(({ key }) => key),
            ]),
          ),
        ),
      );
      return new Set(keys.flat().map(({ key }) => key));
    });
    for (const { key } of this.#promises.unacknowledged())
      this.#report.unanswered[held.has(key) ? 'held' : 'notHeld'] += 1;
  }

  /** Everybody asks again for what got no answer, and once more for what did: the same receipts come back. */
  async #finish(fresh: readonly SentRecord[]): Promise<void> {
    const { broken } = this.#promises;
    const older = this.#promises.acknowledged();
    const again = new Set([
      ...fresh,
      ...Array.from({ length: Math.min(20, older.length) }, () => this.#random.pick(older)),
    ]);
    for (const client of this.clients) {
      const mine = (sent: SentRecord) => sent.userId === client.person.id;
      await this.#load.repeat(client, this.#promises.unacknowledged().filter(mine));
      await this.#load.repeat(client, [...again].filter(mine));
      for (const { files } of fresh.filter(mine).slice(0, 3))
        for (const file of files) {
          const hash = await this.#load.hashOfFile(client, file);
          if (hash !== file) broken.push(`The file ${file} comes back as ${hash}`);
        }
    }
    for (const { key } of this.#promises.unacknowledged()) broken.push(`${key} was repeated and got no receipt`);
  }

  #failed(): boolean {
    const { lost, doubled, torn } = this.#report.finding;
    return lost.length + doubled.length + torn.length + this.#promises.broken.length > 0;
  }
}

const wordsOf = ({ server, database }: Death): string =>
  [server && 'server killed', database && `database ${database === 'quit' ? 'quit' : 'killed'}`]
    .filter(Boolean)
    .join(', ');

/** The value below which `share` of the sorted numbers lie. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
