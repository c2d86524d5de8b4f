/**
 * The exchange of the twin: agents, lines, calls. It knows no socket and no server; who is interested listens. A call
 * goes dialing → ringing → talk (⇄ hold) → ended, and stays with its agent until it is marked done (wrap-up).
 */
import { randomUUID } from 'node:crypto';
import {
  type AgentState,
  type CallEndReason,
  type CallMode,
  type DialerCall,
  type DialerStatus,
  type FromDialerBody,
  type SupervisionMode,
  stateOfStatus,
} from '../../core/contract/dialer-socket';
import { DEFAULT_RATES, type Fate, fateOf, type Rates } from './borrowers';
import type { Chance } from './chance';
import type { TwinClock } from './clock';

export interface Party {
  number: string;
  loanNumber: string | null;
  /** Under which the server has noted the attempt already. */
  callId?: string;
  /** Whose list it is from, and so who alone may be given the call; left out: whoever is idle. */
  agent?: string;
}

export interface TwinCall extends Omit<Party, 'callId' | 'agent'> {
  id: string;
  mode: CallMode;
  agent: TwinAgent | null;
  /** Who alone may be given it, by user name; null: whoever is idle. */
  meantFor: string | null;
  phase: 'dialing' | 'ringing' | 'waiting' | 'talk' | 'hold' | 'ended';
  startedAt: string;
  ringingAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
  reason: CallEndReason | null;
  muted: boolean;
  /** Numbers that were taken into the call. */
  others: string[];
  outcome: string | null;
  code: string | null;
  /** Stops what is due next for this call. */
  next: () => void;
}

export interface TwinAgent {
  username: string;
  status: DialerStatus;
  state: AgentState;
  since: string;
  /** In the clock's own time: who has been idle longest gets the next call. */
  idleSince: number;
  call: TwinCall | null;
  /** A page is there to hear. */
  present: boolean;
}

export interface ExchangeListener {
  /** For the agent's page. */
  say(agent: TwinAgent, body: FromDialerBody): void;
  agentChanged(agent: TwinAgent): void;
  callChanged(call: TwinCall): void;
}

/** How long an answered borrower waits for an agent before the call counts as dropped. */
export const PATIENCE_MS = 2000;

export function createExchange(
  clock: TwinClock,
  random: Chance,
  listener: ExchangeListener,
  rates: () => Rates = () => DEFAULT_RATES,
  newId: () => string = randomUUID,
) {
  const agents = new Map<string, TwinAgent>();
  const calls = new Set<TwinCall>();
  const waiting: TwinCall[] = [];

  const toWire = (call: TwinCall): DialerCall => ({
    callId: call.id,
    mode: call.mode,
    number: call.number,
    loanNumber: call.loanNumber,
    offeredAt: call.startedAt,
    answeredAt: call.answeredAt,
    held: call.phase === 'hold',
    muted: call.muted,
  });

  /** Follows from the call, and without one from what the agent chose. */
  function stateOf({ call, status }: TwinAgent): AgentState {
    switch (call?.phase) {
      case undefined:
      case 'waiting':
        return stateOfStatus(status);
      case 'ended':
        return 'wrap-up';
      default:
        return call?.phase as AgentState;
    }
  }

  function settle(agent: TwinAgent, told = false): void {
    const state = stateOf(agent);
    if (state !== agent.state) {
      agent.state = state;
      agent.since = clock.stamp();
      if (state === 'idle') agent.idleSince = clock.now();
      listener.agentChanged(agent);
    } else if (!told) return;
    listener.say(agent, { type: 'agent-state', status: agent.status, state, since: agent.since });
    if (state === 'idle') serveWaiting();
  }

  /** Of those who may be given a call: idle, present and longest without one. */
  function nextIdle({ meantFor }: TwinCall): TwinAgent | undefined {
    let best: TwinAgent | undefined;
    for (const agent of agents.values()) {
      if (agent.state !== 'idle' || !agent.present || agent.call) continue;
      if (meantFor !== null && agent.username !== meantFor) continue;
      if (!best || agent.idleSince < best.idleSince) best = agent;
    }
    return best;
  }

  function makeCall(mode: CallMode, party: Party, agent: TwinAgent | null): TwinCall {
    const call: TwinCall = {
      number: party.number,
      loanNumber: party.loanNumber,
      id: party.callId ?? newId(),
      mode,
      agent,
      meantFor: party.agent ?? null,
      phase: 'dialing',
      startedAt: clock.stamp(),
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      reason: null,
      muted: false,
      others: [],
      outcome: null,
      code: null,
      next: () => {},
    };
    calls.add(call);
    return call;
  }

  function end(call: TwinCall, reason: CallEndReason): void {
    if (call.phase === 'ended') return;
    call.next();
    call.phase = 'ended';
    call.reason = reason;
    call.endedAt = clock.stamp();
    const at = waiting.indexOf(call);
    if (at >= 0) waiting.splice(at, 1);
    listener.callChanged(call);
    if (!call.agent) {
      calls.delete(call);
      return;
    }
    listener.say(call.agent, { type: 'call-ended', callId: call.id, reason, at: call.endedAt });
    settle(call.agent);
  }

  function talk(call: TwinCall, agent: TwinAgent, fate: Extract<Fate, { kind: 'answer' }>): void {
    call.agent = agent;
    call.phase = 'talk';
    call.next = clock.after(fate.talkMs, () => end(call, 'hung-up'));
    listener.callChanged(call);
    settle(agent);
  }

  /** An answered call without an agent: to the next idle one, or it waits and is dropped. */
  function route(call: TwinCall, fate: Extract<Fate, { kind: 'answer' }>): void {
    const agent = nextIdle(call);
    if (!agent) {
      call.phase = 'waiting';
      waiting.push(call);
      fates.set(call, fate);
      call.next = clock.after(PATIENCE_MS, () => end(call, 'dropped'));
      listener.callChanged(call);
      return;
    }
    agent.call = call;
    call.agent = agent;
    listener.say(agent, { type: 'call-offered', call: toWire(call) });
    talk(call, agent, fate);
  }
  const fates = new WeakMap<TwinCall, Extract<Fate, { kind: 'answer' }>>();

  function serveWaiting(): void {
    // The longest waiting one that an idle agent may be given.
    const call = waiting.find((one) => nextIdle(one));
    const fate = call && fates.get(call);
    if (!call || !fate) return;
    waiting.splice(waiting.indexOf(call), 1);
    call.next();
    route(call, fate);
  }

  /** The way of every outgoing call, with its agent or without one yet. */
  function play(call: TwinCall, fate: Fate): void {
    const step = (ms: number, run: () => void) => {
      call.next = clock.after(ms, run);
    };
    const setUp = () => {
      if (fate.kind === 'busy') {
        end(call, 'busy');
        return;
      }
      if (fate.kind === 'error') {
        if (call.agent) listener.say(call.agent, { type: 'error', message: fate.message, callId: call.id });
        end(call, 'failed');
        return;
      }
      call.phase = 'ringing';
      call.ringingAt = clock.stamp();
      listener.callChanged(call);
      if (call.agent) settle(call.agent);
      step(fate.ringMs, () => {
        if (fate.kind === 'no-answer') {
          end(call, 'no-answer');
          return;
        }
        call.answeredAt = clock.stamp();
        if (!call.agent) {
          route(call, fate);
          return;
        }
        listener.say(call.agent, { type: 'call-answered', callId: call.id, at: call.answeredAt });
        talk(call, call.agent, fate);
      });
    };
    step(fate.setUpMs, setUp);
  }

  const callOf = (agent: TwinAgent, callId: string): TwinCall | undefined =>
    agent.call?.id === callId ? agent.call : undefined;

  const exchange = {
    agents: () => [...agents.values()],
    calls: () => [...calls],
    agent: (username: string) => agents.get(username),
    toWire,

    /** The agent as the exchange knows them; the first time not ready, because nobody has chosen yet. */
    enter(username: string, status: DialerStatus = 'Not Ready - Login'): TwinAgent {
      let agent = agents.get(username);
      if (!agent) {
        agent = {
          username,
          status,
          state: stateOfStatus(status),
          since: clock.stamp(),
          idleSince: clock.now(),
          call: null,
          present: true,
        };
        agents.set(username, agent);
      }
      agent.present = true;
      listener.agentChanged(agent);
      return agent;
    },
    /** The page is gone. A call goes on; new ones are not offered. */
    leave(agent: TwinAgent): void {
      agent.present = false;
      listener.agentChanged(agent);
    },

    setStatus(agent: TwinAgent, status: DialerStatus): void {
      const changed = agent.status !== status;
      agent.status = status;
      // Every break has its own time, so another reason begins anew.
      if (changed && !agent.call && stateOfStatus(status) === agent.state) agent.since = clock.stamp();
      if (changed) listener.agentChanged(agent);
      settle(agent, true);
    },

    dial(agent: TwinAgent, party: Party, fate: Fate = fateOf(random, rates())): TwinCall | undefined {
      if (agent.call) {
        const message = 'Destination Invalid State on dialing';
        listener.say(agent, { type: 'error', message, callId: agent.call.id });
        return undefined;
      }
      const call = makeCall('manual', party, agent);
      agent.call = call;
      listener.say(agent, { type: 'call-offered', call: toWire(call) });
      listener.callChanged(call);
      settle(agent);
      play(call, fate);
      return call;
    },
    /** A line of the predictive dialer: whoever is idle when it is answered gets it. */
    dialAhead(party: Party, fate: Fate = fateOf(random, rates())): TwinCall {
      const call = makeCall('predictive', party, null);
      listener.callChanged(call);
      play(call, fate);
      return call;
    },
    /** An answered call for one agent right now; undefined when they have one. */
    inject(agent: TwinAgent, party: Party, mode: CallMode, talkMs: number): TwinCall | undefined {
      if (agent.call) return undefined;
      const call = makeCall(mode, party, agent);
      call.ringingAt = call.startedAt;
      call.answeredAt = call.startedAt;
      agent.call = call;
      listener.say(agent, { type: 'call-offered', call: toWire(call) });
      talk(call, agent, { kind: 'answer', setUpMs: 0, ringMs: 0, talkMs, breaks: false });
      return call;
    },

    release(agent: TwinAgent, callId: string): void {
      const call = callOf(agent, callId);
      if (call) end(call, 'released');
    },
    /** The line breaks: for tests and for borrowers who hang up. */
    drop: (call: TwinCall): void => end(call, 'hung-up'),
    dispose(agent: TwinAgent, callId: string, outcome: string, code: string | null): void {
      const call = callOf(agent, callId);
      if (!call) return;
      call.outcome = outcome;
      call.code = code;
      listener.callChanged(call);
    },
    markDone(agent: TwinAgent, callId: string): void {
      const call = callOf(agent, callId);
      // Told all the same: whoever asks about a call that is gone holds a stale one.
      if (!call) {
        listener.say(agent, { type: 'markdone', callId });
        return;
      }
      if (call.phase !== 'ended') end(call, 'released');
      calls.delete(call);
      agent.call = null;
      listener.say(agent, { type: 'markdone', callId });
      settle(agent);
    },
    hold(agent: TwinAgent, callId: string, on: boolean): void {
      const call = callOf(agent, callId);
      if (!call || call.phase !== (on ? 'talk' : 'hold')) return;
      call.phase = on ? 'hold' : 'talk';
      listener.callChanged(call);
      listener.say(agent, { type: 'call-changed', callId, held: on, muted: call.muted });
      settle(agent);
    },
    mute(agent: TwinAgent, callId: string, on: boolean): void {
      const call = callOf(agent, callId);
      if (!call || (call.phase !== 'talk' && call.phase !== 'hold')) return;
      call.muted = on;
      listener.say(agent, { type: 'call-changed', callId, held: call.phase === 'hold', muted: on });
    },
    conference(agent: TwinAgent, callId: string, number: string): void {
      const call = callOf(agent, callId);
      if (call?.phase !== 'talk') {
        listener.say(agent, { type: 'error', message: 'Only a connected call takes a third person', callId });
        return;
      }
      call.others.push(number);
      listener.callChanged(call);
    },
    /** To another agent of this exchange when they are idle, otherwise to a number; the caller goes on to wrap-up. */
    transfer(agent: TwinAgent, callId: string, to: string): void {
      const call = callOf(agent, callId);
      if (!call || (call.phase !== 'talk' && call.phase !== 'hold')) return;
      const other = agents.get(to);
      if (!other && !/^\d{10}$/.test(to)) {
        listener.say(agent, { type: 'error', message: 'Invalid Destination DN', callId });
        return;
      }
      if (other && (other === agent || other.call || !other.present)) {
        listener.say(agent, { type: 'error', message: 'Destination Invalid State on dialing', callId });
        return;
      }
      call.others.push(to);
      end(call, 'released');
      if (other)
        exchange.inject(
          other,
          { number: call.number, loanNumber: call.loanNumber },
          'inbound',
          random.longTailed(60_000, 0.6),
        );
    },
    /** A supervisor comes in; the agent hears of everything but listening. Answers whether there was a call. */
    supervise(agent: TwinAgent, mode: SupervisionMode, by: string): boolean {
      if (agent.call?.phase !== 'talk' && agent.call?.phase !== 'hold') return false;
      if (mode !== 'listen') listener.say(agent, { type: 'supervised', mode, by });
      return true;
    },
  };
  return exchange;
}
export type Exchange = ReturnType<typeof createExchange>;
