/**
 * A simulated day of a call centre: the same agents, borrowers and hours for every way of dialing, without sockets and as
 * fast as the machine can. What comes out is what a floor manager looks at: how much of their ready time agents talk, and
 * how many borrowers who answered found nobody there.
 */
import { DEFAULT_RATES, type Rates } from './borrowers';
import { chance } from './chance';
import { simulatedClock } from './clock';
import { createExchange, type Exchange, type TwinAgent } from './exchange';
import { DEFAULT_PACING, dropPercent, type PacingSettings } from './pacing';
import { type Campaign, startCampaign } from './predictive';

export interface DayOptions {
  seed: number;
  agents: number;
  /** Hours of dialing. */
  hours: number;
  rates?: Rates;
  pacing?: Partial<PacingSettings>;
  /** Dials so many lines a waiting agent instead of pacing. */
  fixedRatio?: number;
}

export interface DayFigures {
  /** Talking, in parts of the time in which agents were there to talk (idle, talk and wrap-up). */
  talkShare: number;
  /** Dropped ÷ answered, percent. */
  dropPercent: number;
  dialed: number;
  answered: number;
  dropped: number;
}

const HOUR = 3_600_000;
const WRAP_SECONDS = 25;

/** People are at home in the evening: the share of calls that are answered swings over the day. */
const ratesAt = (base: Rates, part: number): Rates => ({
  ...base,
  answer: base.answer * (0.75 + 0.5 * Math.sin(Math.PI * part) ** 2 + (part > 0.75 ? 0.15 : 0)),
});

export function simulateDay({
  seed,
  agents,
  hours,
  rates = DEFAULT_RATES,
  pacing,
  fixedRatio,
}: DayOptions): DayFigures {
  const start = Date.UTC(2026, 10, 21, 3, 30);
  const end = start + hours * HOUR;
  const clock = simulatedClock(start);
  const random = chance(seed);
  const wraps = chance(seed + 1);
  const part = () => (clock.now() - start) / (end - start);
  const spent = { idle: 0, talk: 0, wrap: 0 };
  const entered = new Map<TwinAgent, { state: string; at: number }>();

  function account(agent: TwinAgent): number {
    const before = entered.get(agent);
    const ms = before ? clock.now() - before.at : 0;
    if (before?.state === 'idle') spent.idle += ms;
    else if (before?.state === 'talk') spent.talk += ms;
    else if (before?.state === 'wrap-up') spent.wrap += ms;
    entered.set(agent, { state: agent.state, at: clock.now() });
    return ms;
  }

  let campaign: Campaign | undefined;
  const exchange: Exchange = createExchange(
    clock,
    random,
    {
      say: () => {},
      agentChanged(agent) {
        const was = entered.get(agent)?.state;
        const ms = account(agent);
        if (was === 'wrap-up') campaign?.wrapped(ms / 1000);
        if (agent.state !== 'wrap-up') return;
        clock.after(Math.max(3000, wraps.longTailed(WRAP_SECONDS * 1000, 0.5)), () => {
          if (agent.call) exchange.markDone(agent, agent.call.id);
        });
      },
      callChanged(call) {
        if (call.phase !== 'ended') return;
        const talked = call.answeredAt ? (clock.now() - Date.parse(call.answeredAt)) / 1000 : 0;
        campaign?.callEnded(call, talked);
      },
    },
    () => ratesAt(rates, part()),
  );
  for (let at = 0; at < agents; at += 1) exchange.enter(`agent${at}`, 'Ready');
  let numbers = 0;
  campaign = startCampaign({
    clock,
    exchange,
    settings: () => ({ ...DEFAULT_PACING, ...pacing }),
    next: () => {
      numbers += 1;
      return { number: String(9_000_000_000 + numbers), loanNumber: null };
    },
    shift: part,
    ...(fixedRatio !== undefined && { fixedRatio }),
  });
  clock.runUntil(end);
  for (const agent of exchange.agents()) account(agent);
  const { answered, dropped, dialed } = campaign.figures();
  const there = spent.idle + spent.talk + spent.wrap;
  return {
    talkShare: there === 0 ? 0 : spent.talk / there,
    dropPercent: dropPercent({ answered, dropped }),
    dialed,
    answered,
    dropped,
  };
}
