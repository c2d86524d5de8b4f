/** What happens in one run, as data: made from its seed alone, so that a failure can be read and played again. */
import { Random } from '../../../core/domain/random';
import type { Toxic } from '../../support/tcp-proxy';

export interface PlannedVisit {
  /** Which of the agent's loans. */
  loan: number;
  photos: number;
  promise: boolean;
}

export type Step =
  /** Fills the form and saves; "Saved" must show, whatever the weather. */
  | ({ do: 'visit' } & PlannedVisit)
  /** Taps "Save" and dies so many ms later, whether the screen has said anything or not; then starts again. */
  | ({ do: 'die-saving'; afterMs: number } & PlannedVisit)
  /** Every process of the browser gets SIGKILL; then it is started again on its profile. */
  | { do: 'kill-phone' }
  /** The server gets SIGKILL and is started again after so many ms. */
  | { do: 'kill-server'; downMs: number }
  /** `phone`: the browser knows that it has no network. `line`: it only notices that nothing answers. */
  | { do: 'offline'; how: 'phone' | 'line' }
  | { do: 'online' }
  | { do: 'toxic'; toxic: Toxic }
  | { do: 'heal' }
  /** Another tab of the app; the steps after it are done in it. */
  | { do: 'tab' }
  /** The steps after it are done in the other tab. */
  | { do: 'switch-tab' }
  /** Wakes the service worker as Background Sync does; it sends beside whatever the tabs do. */
  | { do: 'worker' }
  /** Taps "Send now" in every tab at once. */
  | { do: 'send' }
  | { do: 'wait'; ms: number };

export interface Plan {
  seed: number;
  scenario: string;
  steps: Step[];
}

/** Loans of an agent; the last ones are only for visits that may never be finished. */
export const LOANS = 6;
const FINISHED_LOANS = 4;

class Script {
  readonly steps: Step[] = [];
  #unfinished = FINISHED_LOANS;

  constructor(readonly random: Random) {}

  add(...steps: Step[]): this {
    this.steps.push(...steps);
    return this;
  }

  #planned(): PlannedVisit {
    const photos = this.random.weighted<number>([
      [0, 5],
      [1, 3],
      [2, 2],
    ]);
    // Two loans mostly: several records on one loan must keep their order.
    const loan = this.random.chance(0.6) ? this.random.between(0, 1) : this.random.between(0, FINISHED_LOANS - 1);
    return { loan, photos, promise: this.random.chance(0.3) };
  }

  visit(more: Partial<PlannedVisit> = {}): this {
    return this.add({ do: 'visit', ...this.#planned(), ...more });
  }

  /** On a loan of its own: what is left of it is a draft, which no later visit shall take over. */
  dieSaving(): this {
    if (this.#unfinished >= LOANS) return this.add({ do: 'kill-phone' });
    const loan = this.#unfinished++;
    return this.add({ do: 'die-saving', ...this.#planned(), loan, afterMs: this.random.between(0, 250) });
  }

  killServer(): this {
    return this.add({ do: 'kill-server', downMs: this.random.between(0, 1_500) });
  }

  offline(): this {
    return this.add({ do: 'offline', how: this.random.pick(['phone', 'line']) });
  }

  wait(low: number, high: number): this {
    return this.add({ do: 'wait', ms: this.random.between(low, high) });
  }

  toxic(): this {
    return this.add({ do: 'toxic', toxic: anyToxic(this.random) });
  }
}

function anyToxic(random: Random): Toxic {
  const only = random.pick(['request', 'answer', 'both'] as const);
  const way = only === 'both' ? {} : { only };
  return random.pick<() => Toxic>([
    () => ({ kind: 'latency', ms: random.between(50, 800), jitterMs: random.between(0, 400), ...way }),
    () => ({ kind: 'down' }),
    () => ({ kind: 'bandwidth', bytesPerSecond: random.between(8_000, 60_000), ...way }),
    () => ({ kind: 'slicer', bytes: random.between(64, 900), gapMs: random.between(0, 4), ...way }),
    () => ({ kind: 'reset', ...(random.chance(0.7) && { afterBytes: random.between(0, 3_000) }) }),
    () => ({ kind: 'timeout', ...way }),
    () => ({ kind: 'cut', afterBytes: random.between(0, 2_000) }),
  ])();
}

const SCENARIOS: Record<string, (script: Script, random: Random) => void> = {
  'the phone dies': (script, random) => {
    if (random.chance(0.5)) script.offline();
    script.visit().add({ do: 'kill-phone' }).visit().dieSaving().visit();
    if (random.chance(0.5)) script.add({ do: 'kill-phone' });
  },
  'the server dies': (script, random) => {
    script.add({ do: 'toxic', toxic: { kind: 'latency', ms: random.between(50, 500) } });
    script.visit().killServer().visit({ photos: 2 }).wait(0, 800).killServer().visit().add({ do: 'send' }).killServer();
  },
  'the network comes and goes': (script, random) => {
    for (let flips = 0; flips < 4; flips += 1) {
      script.offline();
      if (random.chance(0.7)) script.visit();
      script.add({ do: 'online' }).wait(0, 1_500);
      if (random.chance(0.4)) script.visit();
    }
    script.visit();
  },
  'two tabs and the worker': (script, random) => {
    script.add({ do: 'tab' }).offline().visit().add({ do: 'switch-tab' }).visit({ photos: 1 });
    if (random.chance(0.5)) script.add({ do: 'toxic', toxic: { kind: 'latency', ms: 300 } });
    script.add({ do: 'online' }, { do: 'worker' }, { do: 'send' });
    script.visit().add({ do: 'switch-tab' }).visit();
    if (random.chance(0.4)) script.add({ do: 'send' }, { do: 'worker' }, { do: 'kill-phone' });
  },
  'answers are cut': (script, random) => {
    for (let cuts = 0; cuts < 3; cuts += 1) {
      script
        .add({ do: 'toxic', toxic: { kind: 'cut', afterBytes: random.between(0, 1_200) } })
        .visit()
        .wait(0, 1_000);
      if (random.chance(0.5)) script.add({ do: 'send' });
      script.add({ do: 'heal' });
    }
    if (random.chance(0.4)) script.dieSaving();
  },
  'a thin line': (script, random) => {
    script.add(
      { do: 'toxic', toxic: { kind: 'bandwidth', bytesPerSecond: random.between(10_000, 40_000) } },
      { do: 'toxic', toxic: { kind: 'latency', ms: random.between(100, 500), jitterMs: 200 } },
    );
    script.visit({ photos: 2 }).visit({ photos: 1 }).wait(0, 2_000);
    if (random.chance(0.6)) script.add({ do: 'kill-phone' });
    script.visit();
  },
  'bytes come in crumbs': (script, random) => {
    script.add({ do: 'toxic', toxic: { kind: 'slicer', bytes: random.between(80, 600), gapMs: random.between(0, 3) } });
    script.visit({ photos: 1 }).visit().wait(0, 1_000).killServer().visit();
  },
  'connections are reset': (script, random) => {
    for (let resets = 0; resets < 3; resets += 1) {
      const afterBytes = random.between(0, 4_000);
      script.add({ do: 'toxic', toxic: { kind: 'reset', ...(random.chance(0.7) && { afterBytes }) } });
      script.visit().add({ do: 'send' }).wait(0, 800).add({ do: 'heal' });
    }
    if (random.chance(0.5)) script.add({ do: 'kill-phone' });
  },
  'nobody answers': (script, random) => {
    script.add({ do: 'toxic', toxic: { kind: 'timeout', only: random.pick(['request', 'answer'] as const) } });
    script.visit().visit({ photos: 1 }).wait(500, 3_000);
    script.add(random.chance(0.5) ? { do: 'heal' } : { do: 'kill-phone' });
    script.visit();
  },
  'everything at once': (script, random) => {
    script.visit();
    let tabs = 1;
    for (let blows = 0; blows < 7; blows += 1) {
      random.pick<() => unknown>([
        () => script.visit(),
        () => script.visit(),
        () => script.dieSaving(),
        () => script.add({ do: 'kill-phone' }),
        () => script.killServer(),
        () => script.offline().visit().add({ do: 'online' }),
        () => script.toxic().visit().add({ do: 'send' }).wait(0, 1_500).add({ do: 'heal' }),
        () => script.toxic().add({ do: 'worker' }),
        () => script.add({ do: tabs++ === 1 ? 'tab' : 'switch-tab' }).visit(),
      ])();
    }
  },
};
const NAMES = Object.keys(SCENARIOS);

/** Consecutive seeds walk through all scenarios. */
export function planOf(seed: number): Plan {
  const scenario = NAMES[seed % NAMES.length];
  const write = scenario && SCENARIOS[scenario];
  if (!write) throw new RangeError(`A seed is a whole number from 0, not ${seed}`);
  const random = new Random(`chaos/${seed}`);
  const script = new Script(random);
  write(script, random);
  return { seed, scenario, steps: script.steps };
}

/** One step in a line, for people. */
export function wordsOf(step: Step): string {
  const { do: name, ...rest } = step;
  const facts = Object.values(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `${name}${facts}`;
}
