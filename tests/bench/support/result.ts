/** What one row of the table says, exactly as `--json` writes it. */
export interface Result {
  name: string;
  ours: number;
  /** What others reach at the same work in the same run, in the same unit. */
  peers: Record<string, number>;
  /** The figure that `ratio` is taken against; null where there is none. */
  limit: number | null;
  ratio: number | null;
  /** What `ratio` has to reach; null for rows that only inform. */
  goal: number | null;
  met: boolean | null;
  unit: string;
}

const COLUMNS = ['name', 'ours', 'peers', 'limit', 'ratio', 'goal', 'met', 'unit'] as const satisfies (keyof Result)[];

/** What `--json` writes: every row with the same keys in the same order, and nothing else that it may carry. */
export const jsonOf = (results: readonly Result[]): string =>
  `${JSON.stringify(
    results.map((row) => Object.fromEntries(COLUMNS.map((column) => [column, row[column]]))),
    null,
    2,
  )}\n`;

interface Measured {
  name: string;
  ours: number;
  peers?: Record<string, number>;
  limit?: number;
  unit: string;
}

/** A row whose figures are times or sizes: less is better, `limit ÷ ours` says how many times. */
export function timesFaster(measured: Measured & { limit: number; goal: number }): Result {
  const ratio = measured.limit / measured.ours;
  return { peers: {}, ...measured, ratio, met: ratio >= measured.goal };
}

/** A row whose figures are rates: `ours ÷ limit` must reach the goal. */
export function shareOfLimit(measured: Measured & { limit: number; goal: number }): Result {
  const ratio = measured.ours / measured.limit;
  return { peers: {}, ...measured, ratio, met: ratio >= measured.goal };
}

/** A row that must stay below a multiple of its limit: `ours ÷ limit` may be at most the goal. */
export function atMost(measured: Measured & { limit: number; goal: number }): Result {
  const ratio = measured.ours / measured.limit;
  return { peers: {}, ...measured, ratio, met: ratio <= measured.goal };
}

/** A row that only informs. */
export const inform = (measured: Measured): Result => ({
  peers: {},
  limit: null,
  ...measured,
  ratio: measured.limit === undefined ? null : measured.ours / measured.limit,
  goal: null,
  met: null,
});

/** Three significant digits, whole numbers from a thousand on. */
const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)));

/** The table as text, columns aligned. */
export function table(results: readonly Result[]): string {
  const head = ['what', 'ours', 'unit', 'limit', 'ratio', 'goal', '', 'peers'];
  const rows = results.map((row) => [
    row.name,
    figure(row.ours),
    row.unit,
    row.limit === null ? '' : figure(row.limit),
    row.ratio === null ? '' : figure(row.ratio),
    row.goal === null ? '' : figure(row.goal),
    row.met === null ? '' : row.met ? 'met' : 'NOT MET',
    Object.entries(row.peers)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(' · '),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(column === cells.length - 1 ? 0 : (widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
