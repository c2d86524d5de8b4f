/** Lists of which all rows are worked out at once, a row a client, an agency or a person: searched, put in order and paged here. */
export interface ShortList<Row, By extends string> {
  /** What is searched. */
  text: (row: Row) => string;
  values: Record<By, (row: Row) => string | number>;
  /** Without a wish; it also breaks ties. */
  by: By;
}

/** Those that hold `q`, by `sort`: texts from A, numbers from the largest unless `dir` says otherwise. */
export function inOrder<Row, By extends string>(
  rows: readonly Row[],
  { q = '', sort, dir }: { q?: string | undefined; sort?: By | undefined; dir?: 'asc' | 'desc' | undefined },
  { text, values, by }: ShortList<Row, By>,
): Row[] {
  const words = q.toLowerCase();
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const of = values[sort ?? by];
  return rows
    .filter((row) => text(row).toLowerCase().includes(words))
    .sort((a, b) => {
      const [left, right] = [of(a), of(b)];
      const sign = (dir ?? (typeof left === 'number' ? 'desc' : 'asc')) === 'asc' ? 1 : -1;
      return sign * compare(left, right) || compare(values[by](a), values[by](b)) || compare(text(a), text(b));
    });
}

export const pageOf = <Row>(rows: readonly Row[], { page, size }: { page: number; size: number }): Row[] =>
  rows.slice((page - 1) * size, page * size);

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
