import { simulateDay } from '../../../server/twin';
import type { Bench } from '../support/bench';
import { atMost, shareOfLimit } from '../support/result';
import { median } from '../support/rounds';

const TALK = 'predictive-talk-share';
const DROPS = 'predictive-drop-percent';
const AGENTS = 30;
const HOURS = 9;
/** Percent of answered calls. */
const CAP = 3;
const RATIOS = [1, 1.5, 2, 2.5, 3];

/**
 * A simulated day of 30 agents, the same for all: our pacing against dialers that always open so many lines a waiting agent.
 * The limit is the best of those that keep the cap on dropped calls, found with hindsight for that very day.
 */
export const pacing: Bench = {
  rows: [TALK, DROPS],
  async run(_, { rounds, say }) {
    say(`dialing ${HOURS} hours for ${AGENTS} agents`);
    const ours: { talk: number; drop: number }[] = [];
    const best: number[] = [];
    const peers = new Map<number, { talk: number[]; drop: number[] }>(
      RATIOS.map((one) => [one, { talk: [], drop: [] }]),
    );
    for (let round = 0; round < rounds; round += 1) {
      const day = { seed: 100 + round, agents: AGENTS, hours: HOURS };
      const paced = simulateDay(day);
      ours.push({ talk: 100 * paced.talkShare, drop: paced.dropPercent });
      let within = 0;
      for (const fixedRatio of RATIOS) {
        const fixed = simulateDay({ ...day, fixedRatio });
        peers.get(fixedRatio)?.talk.push(100 * fixed.talkShare);
        peers.get(fixedRatio)?.drop.push(fixed.dropPercent);
        if (fixed.dropPercent <= CAP) within = Math.max(within, 100 * fixed.talkShare);
      }
      best.push(within);
    }
    const of = (what: 'talk' | 'drop') =>
      Object.fromEntries([...peers].map(([ratio, seen]) => [`fixed-${ratio}`, median(seen[what])]));
    return [
      shareOfLimit({
        name: TALK,
        ours: median(ours.map(({ talk }) => talk)),
        peers: of('talk'),
        limit: median(best),
        goal: 1.02,
        unit: '% of ready time',
      }),
      atMost({
        name: DROPS,
        ours: Math.max(...ours.map(({ drop }) => drop)),
        peers: of('drop'),
        limit: CAP,
        goal: 1,
        unit: '% of answered',
      }),
    ];
  },
};
