/** A commit or an undo that is killed or fails half way: it says how far it came, goes on, and is taken back whole. */
import { describe, expect, it } from 'vitest';
import { forgetRows, ROWS_KEPT_DAYS } from '../../server/modules/loan-imports/forgetting';
import { randomOf } from '../faults/sim/random';
import { engines } from '../support/databases';
import { type Detail, IMPORTS, importDesk } from '../support/import-desk';
import { generated, tenantTables } from '../support/import-files';
import { atNight } from '../support/nightly';

const CHUNK = 7;
const KNOWN = 15;
const ROWS = 42;
/** New loans and known ones in every chunk. */
const NUMBERS = Array.from({ length: ROWS }, (_, at) => (at % 3 === 0 ? at / 3 : 100 + at));
const FILE = generated(randomOf(52), NUMBERS);

/** What befalls the worker. Dead, none of its statements arrives; outside a tenant's transactions it only looks for work. */
const fate = { told: 0, diesAt: Number.POSITIVE_INFINITY, dead: false, fails: (_: string) => false };
const statement = (sql: string) => {
  if (sql !== '') fate.told += 1;
  if (fate.told > fate.diesAt) fate.dead = true;
  if (fate.dead || fate.fails(sql)) throw new Error('The connection was cut');
};

describe.each(engines)('an import that is stopped on $name', ({ fresh }) => {
  const { desk, api, ask, load, upload, map, step, until } = importDesk(fresh, {
    chunk: CHUNK,
    statement,
    quiet: true,
  });
  const book = () => desk.world.run(tenantTables);
  /** Another process takes over what a dead one held, or what waits to be tried again, at once. */
  const takeOver = () =>
    desk.held.db.platform((tx) =>
      tx.query(
        "update jobs set claim = null, claimed_until = null, run_at = created_at where name in ('loan-imports.step', 'loan-imports.look') and ($1::boolean or claim is null)",
        [fate.dead],
      ),
    );
  const verified = async (): Promise<Detail> => {
    const one = await upload(FILE);
    await map(one);
    return step(one.id, 'verify', 'verified');
  };
  /** Begins a step whose worker dies at a statement of it, and lets another one end it. */
  const killed = async (id: string, name: 'commit' | 'undo', to: 'done' | 'undone', share: number, of: number) => {
    fate.told = 0;
    fate.diesAt = Math.floor(share * of);
    await ask(`${IMPORTS}/${id}/${name}`, { method: 'POST' });
    await expect.poll(() => fate.dead, { timeout: 20_000, interval: 5 }).toBe(true);
    await takeOver();
    Object.assign(fate, { dead: false, diesAt: Number.POSITIVE_INFINITY });
    return until(id, to);
  };
  /** Begins a step that fails, however often it is tried, wherever `fails` says so. */
  const failedForGood = async (
    id: string,
    name: 'commit' | 'undo',
    fails: (sql: string) => boolean,
  ): Promise<Detail> => {
    fate.fails = fails;
    await ask(`${IMPORTS}/${id}/${name}`, { method: 'POST' });
    const state = async () => {
      await takeOver();
      return (await ask(`${IMPORTS}/${id}`)).state;
    };
    await expect.poll(state, { timeout: 20_000, interval: 20 }).toBe('failed');
    fate.fails = () => false;
    return ask(`${IMPORTS}/${id}`);
  };
  const post = (id: string, name: string) => api('admin').fetch(`${IMPORTS}/${id}/${name}`, { method: 'POST' });
  let before: Awaited<ReturnType<typeof book>>;
  let counts: Detail['counts'];
  /** Statements of a whole commit, and of a whole undo. */
  const whole = { commit: 0, undo: 0 };
  it('is whole where nothing befalls it: what the others are compared with', async () => {
    await load(
      generated(
        randomOf(51),
        Array.from({ length: KNOWN }, (_, at) => at),
      ),
    );
    before = await book();
    const { id } = await verified();
    fate.told = 0;
    ({ counts } = await step(id, 'commit', 'done'));
    whole.commit = fate.told;
    fate.told = 0;
    await step(id, 'undo', 'undone');
    whole.undo = fate.told;
    expect(await book()).toEqual(before);
  });

  it.each(Array.from({ length: 14 }, (_, at) => at).filter((at) => atNight || at % 2 === 0))(
    'killed at point %i of 14, in its commit and in its undo',
    async (at) => {
      const one = await verified();
      // The last statements of a step are those that end its job.
      const done = await killed(one.id, 'commit', 'done', (at + 0.5) / 14, whole.commit);
      expect(done.counts).toEqual(counts);
      const undone = await killed(one.id, 'undo', 'undone', (13.5 - at) / 14, whole.undo);
      expect(undone.counts).toMatchObject({ inserted: 0, updated: 0 });
      expect(await book()).toEqual(before);
    },
  );

  it.each(atNight ? [0, 1, 2, 3, 4, 5] : [0, 3, 4])(
    'failed for good after chunk %i: says so, and is gone on with or taken back',
    async (chunks) => {
      const one = await verified();
      let tried = 0;
      const failed = await failedForGood(
        one.id,
        'commit',
        (sql) => sql.startsWith('insert into borrowers') && ++tried > chunks,
      );
      const { inserted, updated, unchanged, refused } = failed.counts;
      expect(inserted + updated + unchanged + refused).toBe(chunks * CHUNK);
      expect(failed.problem?.message).toContain(
        chunks === 0
          ? 'Nothing was loaded'
          : `after ${chunks * CHUNK} of ${ROWS} rows. Go on with the rest, or take back`,
      );
      expect(failed).toMatchObject({
        mayGoOn: true,
        mayUndo: chunks > 0,
        progress: { done: chunks * CHUNK, total: ROWS },
      });
      const again = await post(one.id, 'verify');
      if (chunks === 0) {
        // Nothing is in, so that it may as well be checked anew.
        expect(again.status).toBe(200);
        await until(one.id, 'verified');
      } else expect(again.status).toBe(409);
      if (chunks === 3)
        expect(await ask(`${IMPORTS}/${one.id}/cancel`, { method: 'POST' })).toMatchObject({ mayGoOn: true });
      if (chunks % 2 === 0 || chunks === 3)
        expect(await step(one.id, 'commit', 'done')).toMatchObject({
          counts,
          mayGoOn: false,
          finishedAt: expect.any(String),
        });
      expect((await step(one.id, 'undo', 'undone')).counts).toMatchObject({ inserted: 0, updated: 0 });
      expect(await book()).toEqual(before);
    },
  );

  it('a commit that nobody went on with for a month is only taken back: its rows are empty', async () => {
    const one = await verified();
    let tried = 0;
    await failedForGood(one.id, 'commit', (sql) => sql.startsWith('insert into borrowers') && ++tried > 2);
    const later = new Date(Date.now() + (ROWS_KEPT_DAYS + 1) * 86_400_000);
    await desk.world.run(async (tx) => {
      while (await forgetRows(tx, later));
    });
    expect(await ask(`${IMPORTS}/${one.id}`)).toMatchObject({ mayGoOn: false, mayUndo: true });
    expect((await post(one.id, 'commit')).status).toBe(409);
    await step(one.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });

  it('an undo that failed for good is taken up again, and nothing else', async () => {
    const one = await verified();
    await step(one.id, 'commit', 'done');
    let tried = 0;
    const failed = await failedForGood(one.id, 'undo', (sql) => sql.startsWith('delete from loans ') && ++tried > 2);
    expect(failed).toMatchObject({ mayGoOn: false, mayUndo: true });
    expect(failed.problem?.message).toContain('Take it back again');
    for (const name of ['verify', 'commit']) expect((await post(one.id, name)).status).toBe(409);
    await step(one.id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });

  it('what an undo would do is looked at in pieces, says how far it is, and is looked at again after it failed', async () => {
    const { id } = await verified();
    await step(id, 'commit', 'done');
    const look = (which: 'new' | 'same') => api('admin').fetch(`${IMPORTS}/${id}/undo?look=${which}`);
    const foundOf = async (response: Response | Promise<Response>) =>
      (await (await response).json()) as { data: object; progress: { done: number; total: number } };
    let pieces = 0;
    fate.fails = (sql) => sql.startsWith('select w.made') && ++pieces > 3;
    expect(await foundOf(look('new'))).toMatchObject({ data: { removed: 0 }, progress: { done: 0, total: ROWS } });
    const places = new Set<number>();
    const status = async () => {
      await takeOver();
      const response = await look('same');
      if (response.ok) places.add((await foundOf(response)).progress.done);
      return response.status;
    };
    await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(500);
    expect(Math.max(...places)).toBe(3 * CHUNK);
    fate.fails = () => false;
    const all = { removed: counts.inserted, restored: counts.updated, stays: 0, staying: [] };
    expect((await foundOf(look('new'))).progress.done).toBe(0);
    await expect
      .poll(() => foundOf(look('same')), { timeout: 20_000, interval: 20 })
      .toEqual({ success: true, data: all, progress: { done: ROWS, total: ROWS } });
    // An app that shows no progress waits for the end.
    expect(await ask(`${IMPORTS}/${id}/undo`)).toEqual(all);
    await step(id, 'undo', 'undone');
    expect(await book()).toEqual(before);
  });
});
