/**
 * How far a load has come. A small one is one transaction; a large one commits each step with a mark of how many are done,
 * so that a load that was stopped goes on where it was.
 */
import type { Database, Tx } from '../db/database';

/** The mark, under this name in `installation`, while a large load is unfinished. */
const MARK = 'demo-load';
/** Loans up to which everything is one transaction. */
const ONE_TRANSACTION = 200_000;

/** What the load was asked for. A load that goes on keeps what it began with, `now` (ms since 1970) included. */
export interface Plan {
  seed: string;
  scale: number;
  agentLoans: number;
  now: number;
}

interface Progress {
  plan: Plan;
  done: number;
  /** Indexes that were dropped for the load, as the statements that make them again. */
  indexes: string[];
}

export interface Step {
  /** Loans that it brings. */
  loans?: number;
  run(tx: Tx): Promise<unknown>;
}

export class LoadProgress {
  private constructor(
    private readonly db: Database,
    private readonly state: Progress,
    private readonly oneTransaction: number,
    private readonly log: (line: string) => void,
  ) {}

  /** The load that was stopped, or a new one of `plan`. */
  static async begin(
    db: Database,
    plan: Plan,
    { oneTransaction = ONE_TRANSACTION, log = () => {} }: { oneTransaction?: number; log?: (line: string) => void },
  ): Promise<LoadProgress> {
    const mark = await unfinishedLoad(db);
    if (mark) log(`Goes on with the ${mark.plan.scale.toLocaleString('en-IN')} loans of a load that was stopped`);
    return new LoadProgress(db, mark ?? { plan, done: 0, indexes: [] }, oneTransaction, log);
  }

  get plan(): Plan {
    return this.state.plan;
  }

  get isNew(): boolean {
    return this.state.done === 0;
  }

  get indexes(): string[] {
    return this.state.indexes;
  }

  keepIndexes(statements: string[]): void {
    this.state.indexes = statements;
  }

  /** Runs those of `steps` that are not done; the list must be the same each time. */
  async run(steps: readonly Step[]): Promise<void> {
    if (this.state.plan.scale <= this.oneTransaction) {
      await this.db.owner(async (tx) => {
        for (const [at, step] of steps.entries()) await this.take(tx, steps, at, step);
      });
      return;
    }
    for (const [at, step] of steps.entries()) {
      if (at < this.state.done) continue;
      await this.db.owner(async (tx) => {
        await this.take(tx, steps, at, step);
        this.state.done = at + 1;
        await tx.query("select set_config('app.platform', 'on', true)");
        await (at + 1 === steps.length
          ? tx.query('delete from installation where name = $1', [MARK])
          : tx.query(
              'insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
              [MARK, JSON.stringify(this.state)],
            ));
      });
    }
  }

  private began = Date.now();
  private before = 0;
  private async take(tx: Tx, steps: readonly Step[], at: number, step: Step): Promise<void> {
    await tx.query("select set_config('app.platform', 'on', true)");
    await step.run(tx);
    if (!step.loans) {
      // The time of what comes before the loans says nothing about them.
      if (this.before === 0) this.began = Date.now();
      return;
    }
    this.before += step.loans;
    const sum = (list: readonly Step[]) => list.reduce((total, { loans = 0 }) => total + loans, 0);
    const done = sum(steps.slice(0, at + 1));
    const left = sum(steps) - done;
    const minutes = Math.ceil((((Date.now() - this.began) / this.before) * left) / 60_000);
    const rest = left > 0 && minutes > 1 ? `; about ${minutes} minutes more, then the indexes` : '';
    this.log(`Demo data: ${done.toLocaleString('en-IN')} of ${(done + left).toLocaleString('en-IN')} loans${rest}`);
  }
}

/** The load that was stopped before its end; undefined when there is none. */
export async function unfinishedLoad(db: Database): Promise<Progress | undefined> {
  const [row] = await db.platform((tx) =>
    tx.query<{ value: string }>('select value from installation where name = $1', [MARK]),
  );
  return row && (JSON.parse(row.value) as Progress);
}
