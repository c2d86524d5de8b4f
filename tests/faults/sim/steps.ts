/** What may happen in a schedule, as plain data, and how a seed becomes one. */
import { FAULTS, type Fault, KINDS, type Kind, MODES, type Mode } from './network';
import { WORDS, type Word } from './page';
import { type Random, randomOf } from './random';
import { LOAN_COUNT } from './stage';

/** `phone` and `tab` count modulo what there is; a step that makes no sense where it comes does nothing. */
export type Step =
  | { do: 'wait'; ms: number }
  | { do: 'sign-in'; phone: number; tab: number; agent: number }
  | { do: 'sign-out'; phone: number; tab: number; how: 'logout' | 'idle' }
  | { do: 'open-tab'; phone: number }
  | { do: 'close-tab'; phone: number; tab: number }
  | { do: 'reload'; phone: number; tab: number }
  | { do: 'save'; phone: number; tab: number; loan: number; word: Word; photo: boolean; follows: boolean }
  | { do: 'mend'; phone: number; tab: number }
  | { do: 'discard'; phone: number; tab: number }
  | { do: 'send-now'; phone: number; tab: number }
  | { do: 'refresh'; phone: number; tab: number }
  /** The process dies at the n-th thing that it would hear of from now on. Workers that run are counted before the tabs. */
  | { do: 'kill'; phone: number; tab: number; after: number }
  | { do: 'crash'; phone: number; loseLocalStorage: boolean }
  | { do: 'freeze'; phone: number; tab: number }
  | { do: 'thaw'; phone: number }
  | { do: 'worker'; phone: number }
  | { do: 'network'; phone: number; mode: Mode }
  | { do: 'fault'; phone: number; fault: Fault; on: Kind; times: number }
  | { do: 'clock'; phone: number; skew: number }
  | { do: 'disk-full'; phone: number; full: boolean }
  /** The phone is off for days; what ran on it is gone. */
  | { do: 'away'; phone: number; hours: number }
  | { do: 'reassign'; loan: number; to: number | null }
  | { do: 'loan-state'; loan: number; state: 'closed' | 'suppressed' | 'active' }
  | { do: 'deactivate'; agent: number }
  | { do: 'activate'; agent: number }
  | { do: 'end-sessions'; agent: number }
  | { do: 'withdraw-device'; phone: number; agent: number }
  | { do: 'retire-code' }
  | { do: 'server-clock'; server: 0 | 1; ahead: number };

export interface Schedule {
  seed: number;
  phones: number;
  steps: Step[];
}

const HOUR_MS = 3_600_000;

/** `agent` is who signed in on the phone first. */
type Make = (random: Random, phone: number, tab: number, agent: number) => Step[];

/** How often each is drawn, relative to the others. */
const REPERTOIRE: [weight: number, make: Make][] = [
  [26, (random, phone, tab) => [save(random, phone, tab)]],
  // Two tabs at once, often on the same loan.
  [4, (random, phone, tab) => [save(random, phone, tab), { ...save(random, phone, tab + 1), loan: random.below(2) }]],
  [14, (random) => [{ do: 'wait', ms: random.between(50, 9_000) }]],
  [6, (random) => [{ do: 'wait', ms: random.between(10_000, 120_000) }]],
  // Longer than a token lives.
  [2, (random) => [{ do: 'wait', ms: random.between(5 * 60_000, 17 * 60_000) }]],
  [
    22,
    (random, phone) => [
      { do: 'fault', phone, fault: random.pick(FAULTS), on: random.pick(KINDS), times: random.between(1, 3) },
    ],
  ],
  [6, (random, phone) => [{ do: 'network', phone, mode: random.pick(MODES) }]],
  [4, (_, phone) => [{ do: 'network', phone, mode: 'good' }]],
  [9, (random, phone, tab) => [{ do: 'kill', phone, tab, after: random.between(1, 140) }]],
  // A save that dies under the user's finger.
  [5, (random, phone, tab) => [{ do: 'kill', phone, tab, after: random.between(1, 30) }, save(random, phone, tab)]],
  [7, (_, phone) => [{ do: 'open-tab', phone }]],
  [2, (_, phone, tab) => [{ do: 'close-tab', phone, tab }]],
  [2, (_, phone, tab) => [{ do: 'reload', phone, tab }]],
  [5, (_, phone, tab) => [{ do: 'freeze', phone, tab }]],
  // Stands still with its request under way.
  [
    3,
    (random, phone, tab) => [
      { do: 'fault', phone, fault: random.pick(['late', 'hang-after', 'late-answer'] as const), on: 'batch', times: 1 },
      save(random, phone, tab),
      { do: 'freeze', phone, tab },
    ],
  ],
  [3, (_, phone) => [{ do: 'thaw', phone }]],
  // Another tab wants to send while this one waits for its answer.
  [
    3,
    (random, phone, tab) => [
      { do: 'open-tab', phone },
      { do: 'wait', ms: 2_000 },
      {
        do: 'fault',
        phone,
        fault: random.pick(['hang-after', 'late-answer', 'hang-before'] as const),
        on: 'batch',
        times: 1,
      },
      save(random, phone, tab),
      { do: 'send-now', phone, tab: tab + 1 },
    ],
  ],
  // The same record reaches the server twice in one moment.
  [
    3,
    (random, phone, tab) => [
      { do: 'fault', phone, fault: random.pick(['twice', 'twice', 'echo'] as const), on: 'batch', times: 1 },
      save(random, phone, tab),
    ],
  ],
  // The server's clock is set back between a list and what changes it.
  [
    2,
    (random, phone, tab) => [
      { do: 'refresh', phone, tab },
      { do: 'wait', ms: 1_000 },
      { do: 'server-clock', server: 0, ahead: random.pick([-20_000, -5_000]) },
      save(random, phone, tab),
      { do: 'wait', ms: 1_500 },
    ],
  ],
  // A long time without a network, and still none when the phone is switched on again.
  [
    2,
    (random, phone, tab, agent) => [
      { do: 'network', phone, mode: 'none' },
      save(random, phone, tab),
      { do: 'away', phone, hours: random.pick([60, 24 * 8, 24 * 9]) },
      { do: 'sign-in', phone, tab, agent },
      { do: 'wait', ms: random.between(8_000, 40_000) },
    ],
  ],
  [3, (_, phone) => [{ do: 'worker', phone }]],
  // A worker with something to send, which dies or stands still over it; no tab of the user is open, or one is.
  [
    4,
    (random, phone, tab) => [
      { do: 'network', phone, mode: 'none' },
      save(random, phone, tab),
      { do: 'wait', ms: 1_500 },
      ...(random.chance(0.5) ? [{ do: 'crash', phone, loseLocalStorage: false } as const] : []),
      { do: 'network', phone, mode: 'good' },
      { do: 'worker', phone },
      random.chance(0.75)
        ? { do: 'kill', phone, tab: 0, after: random.between(1, 120) }
        : { do: 'freeze', phone, tab: 0 },
    ],
  ],
  [4, (_, phone, tab) => [{ do: 'send-now', phone, tab }]],
  [2, (_, phone, tab) => [{ do: 'refresh', phone, tab }]],
  [3, (random, phone, tab) => [{ do: 'sign-out', phone, tab, how: random.pick(['logout', 'idle'] as const) }]],
  [6, (random, phone, tab) => [{ do: 'sign-in', phone, tab, agent: random.below(3) }]],
  // The next one on the same phone.
  [
    4,
    (random, phone, tab) => [
      { do: 'sign-out', phone, tab, how: 'logout' },
      { do: 'wait', ms: random.between(100, 3_000) },
      { do: 'sign-in', phone, tab, agent: random.below(3) },
      { do: 'wait', ms: 2_000 },
      save(random, phone, tab),
    ],
  ],
  [3, (_, phone, tab) => [{ do: 'mend', phone, tab }]],
  [1, (_, phone, tab) => [{ do: 'discard', phone, tab }]],
  [2, (random, phone) => [{ do: 'crash', phone, loseLocalStorage: random.chance(0.5) }]],
  [
    3,
    (random, phone) => [
      { do: 'clock', phone, skew: random.pick([0, -HOUR_MS, 2 * HOUR_MS, 50 * HOUR_MS, -60 * HOUR_MS, 9_000]) },
    ],
  ],
  [2, (random, phone) => [{ do: 'disk-full', phone, full: random.chance(0.6) }]],
  [2, (random, phone) => [{ do: 'away', phone, hours: random.pick([1, 20, 80, 24 * 8, 24 * 10]) }]],
  [6, (random) => [{ do: 'reassign', loan: random.below(LOAN_COUNT), to: random.pick([null, 0, 1, 0, 1]) }]],
  [
    2,
    (random) => [
      {
        do: 'loan-state',
        loan: random.below(LOAN_COUNT),
        state: random.pick(['closed', 'suppressed', 'active'] as const),
      },
    ],
  ],
  [2, (random) => [{ do: 'deactivate', agent: random.below(3) }]],
  [1, (random) => [{ do: 'activate', agent: random.below(3) }]],
  [2, (random) => [{ do: 'end-sessions', agent: random.below(3) }]],
  [1, (random, phone) => [{ do: 'withdraw-device', phone, agent: random.below(3) }]],
  [2, (random, phone, tab) => [{ do: 'retire-code' }, { ...save(random, phone, tab), word: 'retired' }]],
  [
    2,
    (random) => [
      { do: 'server-clock', server: random.pick([0, 1] as const), ahead: random.pick([-20_000, -2_000, 3_000, 0]) },
    ],
  ],
];
const TOTAL = REPERTOIRE.reduce((sum, [weight]) => sum + weight, 0);

function save(random: Random, phone: number, tab: number): Extract<Step, { do: 'save' }> {
  return {
    do: 'save',
    phone,
    tab,
    loan: random.below(LOAN_COUNT),
    word: random.pick(WORDS),
    photo: random.chance(0.15),
    follows: random.chance(0.15),
  };
}

/** The schedule of a seed; the same on every machine. */
export function draw(seed: number): Schedule {
  const random = randomOf(seed);
  const phones = random.chance(0.3) ? 2 : 1;
  const agents = Array.from({ length: phones }, (_, phone) => (phone === 0 ? random.below(3) : random.below(2)));
  const steps: Step[] = agents.map((agent, phone) => ({ do: 'sign-in', phone, tab: 0, agent }));
  // Some begin with a bad line, so that also the first sign-in and the first list meet it.
  if (random.chance(0.12)) {
    const fault = random.pick(FAULTS);
    steps.unshift({ do: 'fault', phone: 0, fault, on: random.pick(KINDS), times: random.between(1, 2) });
  }
  steps.push({ do: 'wait', ms: random.between(1_500, 4_000) });
  const length = random.between(5, 16);
  for (let n = 0; n < length; n += 1) {
    let at = random.below(TOTAL);
    const row = REPERTOIRE.find(([weight]) => {
      at -= weight;
      return at < 0;
    });
    const phone = random.below(phones);
    if (row) steps.push(...row[1](random, phone, random.below(2), agents[phone] ?? 0));
  }
  return { seed, phones, steps };
}

/** One line a step, as it may be pasted into a test. */
export const written = ({ seed, phones, steps }: Schedule): string =>
  `{ seed: ${seed}, phones: ${phones}, steps: [\n${steps.map((step) => `  ${JSON.stringify(step)},`).join('\n')}\n] }`;
