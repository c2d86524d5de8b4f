/** All rows of a report as they stood in one moment, in bounded memory: how many there are, then the rows piece by piece. */
import type { ReportRow } from '../../../core/contract/reports';
import type { Database, TenantScope, Tx } from '../../db/database';
import { masked, type Question } from './question';

/** Rows that come out of the database at once. */
const PIECE = 1000;

export interface Snapshot {
  /** Counted by the database in the same moment. */
  total: number;
  pieces: AsyncIterable<ReportRow[]>;
}

/** Cursors of the embedded database are its one session's, so each has a name of its own. */
let opened = 0;

/** `use` may be called again when the database asks for another try. */
export async function withSnapshot<T>(
  db: Database,
  scope: TenantScope,
  { source, oneOf, all }: Pick<Question, 'source' | 'oneOf' | 'all'>,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  opened += 1;
  const cursor = db.kind === 'postgres' ? 'export' : `export_${opened}`;
  const open = async (tx: Tx, hold: string): Promise<number> => {
    // The whole answer is read, so what comes first need not come early.
    await tx.query("select set_config('cursor_tuple_fraction', '1', true)");
    const counted = oneOf?.source ?? source;
    const [row] = await tx.query<{ total: number }>(
      `select count(${oneOf ? `distinct ${oneOf.column}` : '*'}) as total from ${counted.from} where ${counted.where}`,
      counted.parameters,
    );
    await tx.query(`declare ${cursor} no scroll cursor ${hold} for ${all}`, [...source.parameters]);
    return row?.total ?? 0;
  };
  async function* pieces(fetch: () => Promise<ReportRow[]>): AsyncGenerator<ReportRow[]> {
    for (;;) {
      const rows = await fetch();
      if (rows.length > 0) yield rows.map(masked);
      if (rows.length < PIECE) return;
    }
  }
  const fetchBy = (tx: Tx) => tx.query<ReportRow>(`fetch ${PIECE} from ${cursor}`);
  if (db.kind === 'postgres')
    return db.transaction({ ...scope, snapshot: true }, async (tx) =>
      use({ total: await open(tx, 'without hold'), pieces: pieces(() => fetchBy(tx)) }),
    );
  // The embedded database has one session for everybody: the rows are set aside at once, and others work between the pieces.
  const total = await db.transaction({ ...scope, snapshot: true }, (tx) => open(tx, 'with hold'));
  try {
    return await use({ total, pieces: pieces(() => db.transaction(scope, fetchBy)) });
  } finally {
    await db.transaction(scope, (tx) => tx.query(`close ${cursor}`));
  }
}
