/** The predictive dialer over an exchange: looks at the figures every 15 seconds, and opens lines every second. */

import type { TwinClock } from './clock';
import type { Exchange, Party, TwinCall } from './exchange';
import { type LineFigures, linesToOpen, nextLevel, type PacingSettings, RECOMPUTE_MS } from './pacing';

const TICK_MS = 1000;
/** Weight of the newest call in the running averages. */
const NEWEST = 0.02;

export interface PredictiveFigures {
  level: number;
  answered: number;
  dropped: number;
  dialed: number;
}

export interface Campaign {
  figures(): PredictiveFigures;
  /** To be told of every call that changed, and of every agent who came out of wrap-up. */
  callEnded(call: TwinCall, talkSeconds: number): void;
  wrapped(seconds: number): void;
  stop(): void;
}

export function startCampaign(options: {
  clock: TwinClock;
  exchange: Exchange;
  /** As they are at each look: an agent's process may change them. */
  settings: () => PacingSettings;
  /** The next number to call; undefined when the list is empty for now. */
  next: () => Party | undefined;
  /** Part of the shift that is over. */
  shift: () => number;
  /** Instead of pacing: always so many lines a waiting agent (what the pacing is compared with). */
  fixedRatio?: number;
}): Campaign {
  const { clock, exchange, settings, next, shift, fixedRatio } = options;
  let level = 1;
  const seen: PredictiveFigures = { level, answered: 0, dropped: 0, dialed: 0 };
  // First guesses; the day corrects them within minutes.
  const mean = { answerRate: 0.35, talk: 75, wrap: 25, ring: 11 };
  const averaged = { samples: 0, agentsWaiting: 0, callsWaiting: 0 };
  const learn = (name: keyof typeof mean, value: number) => {
    mean[name] += NEWEST * (value - mean[name]);
  };

  function count(): LineFigures & { agents: number } {
    const figures = { idle: 0, talking: 0, wrapping: 0, agents: 0, open: 0, callsWaiting: 0 };
    for (const agent of exchange.agents()) {
      if (agent.status !== 'Ready' || !agent.present) continue;
      figures.agents += 1;
      if (agent.state === 'idle') figures.idle += 1;
      else if (agent.state === 'wrap-up') figures.wrapping += 1;
      else figures.talking += 1;
    }
    for (const call of exchange.calls()) {
      if (call.mode !== 'predictive' || call.agent) continue;
      if (call.phase === 'waiting') figures.callsWaiting += 1;
      else if (call.phase !== 'ended') figures.open += 1;
    }
    return {
      ...figures,
      answerRate: mean.answerRate,
      meanTalk: mean.talk,
      meanWrap: mean.wrap,
      meanRing: mean.ring,
    };
  }

  const stopTick = clock.every(TICK_MS, () => {
    const figures = count();
    averaged.samples += 1;
    averaged.agentsWaiting += figures.idle;
    averaged.callsWaiting += figures.callsWaiting;
    const lines =
      fixedRatio === undefined
        ? linesToOpen(level, figures)
        : Math.max(0, Math.floor(figures.idle * fixedRatio) - figures.open);
    for (let line = 0; line < lines; line += 1) {
      const party = next();
      if (!party) break;
      seen.dialed += 1;
      exchange.dialAhead(party);
    }
  });
  const stopLook = clock.every(RECOMPUTE_MS, () => {
    const { agents } = count();
    const samples = Math.max(1, averaged.samples);
    level = nextLevel(level, settings(), {
      agents,
      agentsWaiting: averaged.agentsWaiting / samples,
      callsWaiting: averaged.callsWaiting / samples,
      answered: seen.answered,
      dropped: seen.dropped,
      shift: shift(),
    });
    Object.assign(averaged, { samples: 0, agentsWaiting: 0, callsWaiting: 0 });
  });

  return {
    figures: () => ({ ...seen, level }),
    callEnded(call, talkSeconds) {
      if (call.mode !== 'predictive') return;
      const wasAnswered = call.answeredAt !== null;
      learn('answerRate', wasAnswered ? 1 : 0);
      if (!wasAnswered) return;
      seen.answered += 1;
      learn('ring', (Date.parse(call.answeredAt ?? '') - Date.parse(call.startedAt)) / 1000);
      if (call.reason === 'dropped') seen.dropped += 1;
      else learn('talk', talkSeconds);
    },
    wrapped: (seconds) => learn('wrap', seconds),
    stop() {
      stopTick();
      stopLook();
    },
  };
}
