import type { Result } from './result';

export interface Options {
  /** Rounds of each contestant; the median counts. */
  rounds: number;
  /** Loans of rows that measure on a large book and take more of them when asked (`--loans`). */
  loans: number | undefined;
  /** One line while it runs. */
  say(text: string): void;
}

export interface Bench {
  /** The rows it can measure, in the order of the table. */
  rows: readonly string[];
  /** Those that only run when they are asked for by name: they take long. */
  byName?: readonly string[];
  /** Measures the wanted rows; one that this machine cannot measure is left out, and `say` tells why. */
  run(wanted: ReadonlySet<string>, options: Options): Promise<Result[]>;
}
