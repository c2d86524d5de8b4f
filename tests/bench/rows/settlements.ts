/** Letters drawn one after the other, and the queue of whoever decides about settlements when there are very many. */
import { LETTER_LANGUAGES } from '../../../core/domain/letters/letter-words';
import { STANDING } from '../../../core/domain/letters/settlement-letter';
import { letterPdf } from '../../../server/platform/letters';
import { percentile } from '../../faults/storm/storm';
import { startServer } from '../../support/server';
import { as, createTenantWorld, type Who } from '../../support/world';
import type { Bench } from '../support/bench';
import { startDurablePostgres } from '../support/installation';
import { atMost, inform, type Result } from '../support/result';
import { median } from '../support/rounds';

const RATE = 'letters-a-second';
const THOUSAND = 'letters-1000';
const QUEUE = 'settlement-queue-p95';
const LETTERS = 1_000;
const SETTLEMENTS = 100_000;
const ASKS = 200;
const LIMIT_MS = 300;

const letter = (at: number) => {
  const language = LETTER_LANGUAGES[at % LETTER_LANGUAGES.length] ?? 'en';
  const { titles, heads, clauses } = STANDING[language];
  return letterPdf({
    language,
    letterhead: { name: 'Sahyadri Bank', lines: ['12 MG Road, Pune 411001'] },
    reference: `ST/2026/${String(at).padStart(6, '0')}/SR1`,
    day: '2026-11-28',
    title: titles.SR,
    paragraphs: ['Asha Kulkarni', `LN${at}`, ...Object.values(clauses)],
    dues: [
      { label: heads.principal, amountPaise: 1_00_000_00 },
      { label: heads.waived, amountPaise: 40_000_00 },
      { label: heads.payable, amountPaise: 60_000_00, total: true },
    ],
    schedule: [
      { day: '2026-12-08', amountPaise: 30_000_00 },
      { day: '2027-01-08', amountPaise: 30_000_00 },
    ],
    verifyUrl: `https://recoup.example/letters/${at}`,
  });
};

/** A thousand letters in nine languages, in turn, in one process; nothing of it asks a database. */
async function letters(rounds: number, say: (text: string) => void): Promise<Result[]> {
  for (let at = 0; at < LETTER_LANGUAGES.length; at += 1) await letter(at);
  const seconds: number[] = [];
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    say(`${LETTERS} letters`);
    const began = performance.now();
    for (let at = 0; at < LETTERS; at += 1) {
      await letter(at);
      if (at % 100 === 0) most = Math.max(most, process.memoryUsage.rss());
    }
    seconds.push((performance.now() - began) / 1000);
  }
  const took = median(seconds);
  return [
    inform({ name: RATE, ours: LETTERS / took, unit: 'letters/s' }),
    inform({ name: THOUSAND, ours: took, peers: { 'MB at most': Math.round(most / 2 ** 20) }, unit: 's' }),
  ];
}

/** One in five waits for somebody's word. */
const STAGES = [
  ...[
    'manager',
    'super-manager',
    'client',
    'board',
    'approved',
    'running',
    'running',
    'completed',
    'no-dues',
    'lapsed',
  ],
  ...[
    'rejected',
    'running',
    'no-dues',
    'no-dues',
    'completed',
    'breached',
    'withdrawn',
    'running',
    'no-dues',
    'lapsed',
  ],
];
const ENDED = ['no-dues', 'lapsed', 'rejected', 'breached', 'withdrawn'];
const READERS: readonly Who[] = ['manager', 'nationalManager', 'clientAdmin', 'admin'];

/** Pages of `turn` and of the open ones, asked by four who decide, on as many settlements as are wanted. */
async function queue(count: number, say: (text: string) => void): Promise<Result[]> {
  const postgres = await startDurablePostgres();
  if (!postgres) {
    say(`${QUEUE}: left out, this machine has no PostgreSQL`);
    return [];
  }
  try {
    const world = await createTenantWorld(postgres.db);
    const server = await startServer(postgres.db);
    try {
      say(`making ${count} settlements`);
      await world.run(async (tx) => {
        await tx.query(
          `insert into borrowers (tenant_id, id, name) select current_tenant(), gen_random_uuid(), 'Borrower ' || n from generate_series(1, $1::int) n`,
          [count],
        );
        await tx.query(
          `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket, pos_paise,
             tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day)
           select b.tenant_id, gen_random_uuid(), 'LN' || substr(b.name, 10), p.client_id, p.id, b.id, 'TW', 40, 40, '31-60', 5000000, 5000000,
                  500000, 500000, 0, 250000, 5
             from borrowers b join portfolios p on p.tenant_id = b.tenant_id and p.name = 'Two wheelers'
            where b.tenant_id = current_tenant()`,
        );
      });
      say('given to their telecaller');
      // One by one the sums of a single person who holds them all would be written anew for each.
      await postgres.db.owner(async (tx) => {
        await tx.query("select set_config('app.tenant', $1, true)", [world.tenantId]);
        await tx.query('alter table loan_assignments disable trigger user');
        await tx.query(
          `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id)
           select tenant_id, gen_random_uuid(), id, 'collector', $1 from loans where tenant_id = $2`,
          [world.people.caller.id, world.tenantId],
        );
        await tx.query('alter table loan_assignments enable trigger user');
        await tx.query('select read_book($1)', [world.tenantId]);
      });
      await world.run(async (tx) => {
        say('offered');
        await tx.query(
          `insert into settlements (tenant_id, id, number, loan_id, borrower_id, stage, stage_at, reviews, authority, maker_id, maker_role, hardship,
             staff_or_fraud, restructuring, round, outstanding_paise, waived_paise, payable_paise, instalments, valid_till, created_at, ended_at)
           select l.tenant_id, gen_random_uuid(), 'ST/' || l.loan_number, l.id, l.borrower_id, ($2::text[])[1 + n % 20], now(), '{manager,client}',
                  'CRM_MANAGER', $1, 'CRM_TELECALLER', 'Bench', false, false, 1, 5000000, 1000000, 4000000, 2, current_date + (n % 30)::int,
                  now() - n * interval '1 minute', case when ($2::text[])[1 + n % 20] = any($3::text[]) then now() end
             from (select *, row_number() over () as n from loans where tenant_id = current_tenant()) l`,
          [world.people.caller.id, STAGES, ENDED],
        );
      });
      await postgres.db.owner((tx) => tx.query('analyze'));
      const readers = READERS.map((who) => ({ who, api: as(server.origin, world.people[who]) }));
      const times: number[] = [];
      const by: Record<string, number[]> = {};
      for (let at = 0; at < ASKS; at += 1) {
        const reader = readers[at % readers.length];
        if (!reader) throw new Error('Nobody asks');
        // Each of them in turn, three times of four their own queue.
        const view = Math.floor(at / readers.length) % 4 < 3 ? 'turn' : 'open';
        const path = `/api/v2/settlement?view=${view}&size=25&page=${1 + (at % 5)}`;
        const began = performance.now();
        const answer = await reader.api.fetch(path);
        const { data } = (await answer.json()) as { data: { rows: unknown[] } };
        if (answer.status !== 200 || data.rows.length === 0)
          throw new Error(`${reader.who} was answered with nothing at ${path}`);
        // The first of each is not warm.
        if (at < 2 * READERS.length) continue;
        const ms = performance.now() - began;
        times.push(ms);
        const kind = `${reader.who} ${view}`;
        by[kind] = [...(by[kind] ?? []), ms];
      }
      const p95 = percentile(
        times.sort((a, b) => a - b),
        0.95,
      );
      const peers = Object.fromEntries(Object.entries(by).map(([kind, found]) => [kind, Math.round(median(found))]));
      return [atMost({ name: QUEUE, ours: Math.round(p95), peers, limit: LIMIT_MS, goal: 1, unit: 'ms' })];
    } finally {
      await server.close();
    }
  } finally {
    await postgres.stop();
  }
}

export const settlements: Bench = {
  rows: [RATE, THOUSAND, QUEUE],
  async run(wanted, { rounds, loans = SETTLEMENTS, say }) {
    return [
      ...(wanted.has(RATE) || wanted.has(THOUSAND) ? await letters(rounds, say) : []),
      ...(wanted.has(QUEUE) ? await queue(loans, say) : []),
    ];
  },
};
