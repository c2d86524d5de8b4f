/** The leaderboard as it is looked at. Whose rows somebody sees is `boardScope`; every reading goes through it. */

import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { BOARD_SORTS, BoardPerson, BoardRow, boardList, boardPromises } from '../../../core/contract/leaderboard';
import { BUCKETS, type Bucket } from '../../../core/domain/buckets';
import type { Day } from '../../../core/domain/dates';
import {
  BOARD_COUNTS,
  type BoardFigures,
  gainsOf,
  SCORE_PARTS,
  SHARES,
  scoreOf,
} from '../../../core/domain/leaderboard';
import { LOAN_CARRIERS } from '../../../core/domain/roles';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { breadthOf, loanScope, peopleScope } from '../loans';
import { type BoardRun, type Cohort, FIGURES, membersOf, newestRun, unfinishedRun } from './count';
import { countSigns, promisesOf, signed } from './promises';
import { mayAskOf, questionsOf, waitingFor } from './questions';
import { boardOf } from './settings';
import { spanOf } from './span';

type Query = RequestOf<typeof boardList>['query'];
type Answer = ResponseOf<typeof boardList>['data'];

interface Row extends BoardFigures, Record<string, unknown> {
  user_id: string;
  name: string;
  agency: string | null;
  role: BoardRow['role'];
  bucket: Bucket;
  rank: number | null;
  rank_before: number | null;
  score: number | null;
  doubtful: number;
  promises: number;
}

const COLUMNS = `r.user_id, u.full_name as name, a.name as agency, r.role, r.bucket, r.rank, r.score, r.doubtful, r.promises,
  p.rank as rank_before, ${FIGURES}`;
/** `$1` is the run, `$2` that of the month before or null. */
const FROM = `from leaderboard_rows r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
  left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
  left join leaderboard_rows p on p.tenant_id = r.tenant_id and p.run_id = $2::uuid and p.user_id = r.user_id and p.bucket = r.bucket and p.role = r.role
  where r.tenant_id = current_tenant() and r.run_id = $1::uuid`;

const places = (names: readonly string[], column: string) =>
  `array_position(array[${names.map((name) => `'${name}'`).join(', ')}], ${column})`;
const COHORT = `${places(LOAN_CARRIERS, 'r.role')}, ${places(BUCKETS, 'r.bucket')}`;
const ORDERS: Record<(typeof BOARD_SORTS)[number], { by: string; first: 'asc' | 'desc' }> = {
  rank: { by: 'r.rank', first: 'asc' },
  score: { by: 'r.score', first: 'desc' },
  name: { by: 'lower(u.full_name)', first: 'asc' },
  accounts: { by: 'r.accounts', first: 'desc' },
  openingPaise: { by: 'r.opening_paise', first: 'desc' },
  collectedPaise: { by: 'r.collected_paise', first: 'desc' },
  doubtful: { by: 'r.doubtful', first: 'desc' },
};

const cohortOf = (run: BoardRun, { role, bucket }: Pick<Cohort, 'role' | 'bucket'>): Cohort | undefined =>
  run.cohorts.find((one) => one.role === role && one.bucket === bucket);

const counted = (run: BoardRun) => ({ month: run.month, before: run.before_day, at: run.finished_at ?? '' });

function present(
  run: BoardRun,
  actor: Actor,
  row: Row,
  { id = `${row.user_id}.${row.bucket}`, hidden = false }: { id?: string; hidden?: boolean } = {},
): BoardRow {
  const shares = Object.fromEntries(SCORE_PARTS.map((part) => [part, SHARES[part](row)]));
  const counts = Object.fromEntries(BOARD_COUNTS.map((name) => [name, row[name]]));
  return {
    ...(counts as Pick<BoardRow, (typeof BOARD_COUNTS)[number]>),
    ...(shares as Pick<BoardRow, (typeof SCORE_PARTS)[number]>),
    id,
    profileId: hidden ? null : row.user_id,
    name: hidden ? null : row.name,
    agency: hidden ? null : row.agency,
    own: row.user_id === actor.userId,
    role: row.role,
    bucket: row.bucket,
    rank: row.rank,
    rankBefore: row.rank_before,
    score: row.score,
    median: cohortOf(run, row)?.median ?? null,
    doubtful: hidden ? 0 : row.doubtful,
    promises: row.promises,
  };
}

/** Who is on the board sees the cohorts that they are in; everybody else the rows of their people. */
function boardScope(actor: Actor, parameters: unknown[]): string {
  if (breadthOf(actor) !== 'own') return peopleScope(actor, parameters, 'r.tenant_id', 'r.user_id');
  return `(r.role, r.bucket) in (select mine.role, mine.bucket from leaderboard_rows mine
    where mine.tenant_id = current_tenant() and mine.run_id = $1::uuid and mine.user_id = $${parameters.push(actor.userId)}::uuid)`;
}

export async function readBoard(tx: Tx, actor: Actor, query: Query): Promise<Answer> {
  const run = await newestRun(tx, query.month);
  const waiting = await waitingFor(tx, actor);
  const open = query.month ?? run?.month;
  const unfinished = open === undefined ? undefined : await unfinishedRun(tx, open);
  const counting = unfinished
    ? {
        state: unfinished.failed_at === null ? ('counting' as const) : ('failed' as const),
        done: Math.min(unfinished.done, unfinished.total),
        total: unfinished.total,
      }
    : null;
  if (!run) return { rows: [], total: 0, counted: null, counting, agencies: [], waiting };
  const named = breadthOf(actor) !== 'own' || (await boardOf(tx, actor.tenantId)).names;
  const parameters: unknown[] = [run.id, (await newestRun(tx, addMonths(run.month, -1)))?.id ?? null];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = [boardScope(actor, parameters)];
  if (query.role) conditions.push(`r.role = any(${use(query.role)}::text[])`);
  if (query.bucket) conditions.push(`r.bucket = any(${use(query.bucket)}::text[])`);
  // Whose name is not shown is not found by it either.
  if (!named && (query.q || query.agencyId)) conditions.push(`r.user_id = ${use(actor.userId)}::uuid`);
  if (query.agencyId) conditions.push(`u.agency_id = ${use(query.agencyId)}::uuid`);
  if (query.q)
    conditions.push(`lower(u.full_name) like ${use(`%${query.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`);
  const sort = query.sort === 'name' && !named ? 'rank' : (query.sort ?? 'rank');
  const { by, first } = ORDERS[sort];
  const cohort = query.sort === undefined ? `${COHORT}, ` : '';
  const offset = (query.page - 1) * query.size;
  const { rows, total } = await pageWithTotal<Row>(
    tx,
    `select ${COLUMNS}, count(*) over () as total ${FROM} and ${conditions.join(' and ')}
      order by ${cohort}${by} ${query.dir ?? first} nulls last, r.accounts desc, r.user_id, r.bucket`,
    parameters,
    { limit: query.size, offset },
  );
  return {
    // Others of a cohort are no rows to be opened.
    rows: rows.map((row, at) =>
      breadthOf(actor) === 'own' && row.user_id !== actor.userId
        ? present(run, actor, row, { id: `other.${offset + at}`, hidden: !named })
        : present(run, actor, row),
    ),
    total,
    counted: counted(run),
    counting,
    agencies: named ? await agenciesOf(tx, actor) : [],
    waiting,
  };
}

/** Those that the caller's people are of. */
function agenciesOf(tx: Tx, actor: Actor): Promise<{ id: string; name: string }[]> {
  const parameters: unknown[] = [];
  const scope = breadthOf(actor) === 'own' ? 'true' : peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  return tx.query<{ id: string; name: string }>(
    `select a.id, a.name from agencies a where a.tenant_id = current_tenant() and a.id in (
        select u.agency_id from users u where u.tenant_id = current_tenant() and u.agency_id is not null and ${scope})
      order by lower(a.name), a.id limit 500`,
    parameters,
  );
}

/** Throws `not-found` for who is not on the board, and for whom the caller does not see. */
export async function readPerson(
  tx: Tx,
  actor: Actor,
  {
    profileId = actor.userId,
    month,
    bucket,
  }: { profileId?: string | undefined; month?: Day | undefined; bucket?: Bucket | undefined },
): Promise<BoardPerson> {
  const run = await newestRun(tx, month);
  if (!run) throw new ApiError('not-found');
  const parameters: unknown[] = [
    run.id,
    (await newestRun(tx, addMonths(run.month, -1)))?.id ?? null,
    profileId,
    bucket ?? null,
  ];
  const scope = peopleScope(actor, parameters, 'r.tenant_id', 'r.user_id');
  const [row] = await tx.query<Row>(
    `select ${COLUMNS} ${FROM} and r.user_id = $3::uuid and ($4::text is null or r.bucket = $4) and ${scope}
      order by r.accounts desc, r.bucket limit 1`,
    parameters,
  );
  if (!row) throw new ApiError('not-found');
  const others = (await membersOf(tx, run, row)).filter(({ user_id }) => user_id !== row.user_id);
  const { settings } = run;
  const cohort = cohortOf(run, row);
  const { lines, penalty } = scoreOf(row, settings, cohort?.median ?? null);
  return {
    counted: counted(run),
    row: present(run, actor, row),
    cohort: { people: cohort?.people ?? 0, ranked: cohort?.ranked ?? 0 },
    lines,
    penalty,
    gains: row.rank === null ? [] : gainsOf(row, others, settings),
    questions: await questionsOf(tx, row.user_id, run.month),
    mayAsk: mayAskOf(actor) && row.user_id !== actor.userId,
    mayAnswer: row.user_id === actor.userId,
  };
}

/** Throws `not-found` for somebody whom the caller does not see, and for a month that was not counted. */
export async function readPromises(tx: Tx, actor: Actor, query: RequestOf<typeof boardPromises>['query']) {
  const run = await newestRun(tx, query.month);
  const parameters: unknown[] = [query.profileId];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const [person] = await tx.query(
    `select u.id from users u where u.tenant_id = current_tenant() and u.id = $1::uuid and ${scope}`,
    parameters,
  );
  if (!run || !person) throw new ApiError('not-found');
  const span = spanOf(run);
  const all = signed(await promisesOf(tx, [query.profileId], span), span, run.settings.shortTalk);
  const wanted = all.filter(({ signs }) =>
    query.sign ? signs.some((sign) => query.sign?.includes(sign)) : signs.length > 0,
  );
  if (query.dir !== 'asc') wanted.reverse();
  const offset = (query.page - 1) * query.size;
  const page = wanted.slice(offset, offset + query.size);
  const seen = await loansOf(
    tx,
    actor,
    page.map(({ loanId }) => loanId),
  );
  return {
    rows: page.map(({ id, at, channel, paise, dueOn, status, talkSeconds, brokenBefore, signs, loanId }) => {
      const loan = seen.get(loanId);
      return {
        ...{ id, at, channel, paise, dueOn, status, talkSeconds, brokenBefore, signs },
        loanId: loan ? loanId : null,
        loanNumber: loan?.number ?? null,
        borrower: loan?.borrower ?? null,
      };
    }),
    total: wanted.length,
    counts: countSigns(all),
    promises: all.length,
    promisedPaise: all.reduce((sum, { paise }) => sum + paise, 0),
    keptPaise: all.reduce((sum, { status, paise }) => sum + (status === 'kept' ? paise : 0), 0),
  };
}

async function loansOf(tx: Tx, actor: Actor, ids: readonly string[]) {
  const parameters: unknown[] = [ids];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{ id: string; number: string; borrower: string | null }>(
    `select l.id, l.loan_number as number, b.name as borrower from loans l
       left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and ${scope}`,
    parameters,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
