/**
 * The dialer twin: a program on the telecaller's machine that speaks the dialer's socket, calls simulated borrowers, and
 * reports to the server as a real dialer does. Train on it, test with it, rehearse pacing on it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type FromDialerBody,
  MAX_DIALER_MESSAGE,
  readToDialer,
  type ToDialer,
  writeFromDialer,
} from '../../core/contract/dialer-socket';
import { DEFAULT_RATES, type Rates } from './borrowers';
import { chance } from './chance';
import { realClock } from './clock';
import { crmLoginPage, json, takeOrder } from './control';
import { createExchange, type Party, type TwinAgent, type TwinCall } from './exchange';
import { DEFAULT_PACING, type PacingSettings } from './pacing';
import { takeMessage } from './page-messages';
import { type Campaign, startCampaign } from './predictive';
import { recordingOf } from './recording';
import { type ServerCommand, type ServerLink, serverLink, type Work } from './reporter';
import { vendorIds, vendorVoice } from './vendor';

export interface TwinOptions {
  host?: string;
  /** 0: any free one. */
  port: number;
  /** Origins whose pages may connect, besides those of this machine. */
  origins?: readonly string[];
  /** How much faster than real time its calls go. */
  speed?: number;
  seed?: number;
  /** Speaks as other makers' dialers do, by this seed (vendor.ts). */
  vendor?: number;
  rates?: Rates;
  pacing?: Partial<PacingSettings>;
  /** Whether it dials ahead for agents who are ready. */
  predictive?: boolean;
  /** Where recordings are kept; without it none are made. */
  recordings?: string;
  server?: { service: string; token: string };
  log?: (text: string) => void;
  /** Ends the process; tests pass their own. */
  kill?: () => void;
}

export interface Twin {
  port: number;
  close(): Promise<void>;
}

/** What pages have said since the start, for `log`; enough for any test. */
const MOST_HEARD = 2000;
const SHIFT_MS = 9 * 3_600_000;
/** How soon an agent's list is asked for again when it was empty. */
const EMPTY_MS = 15_000;

const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);

export async function startTwin(options: TwinOptions): Promise<Twin> {
  const { host = '127.0.0.1', origins = [], speed = 1, seed = Date.now(), log = () => {}, recordings } = options;
  const clock = realClock(speed);
  const random = chance(seed);
  const vendor = options.vendor === undefined ? undefined : chance(options.vendor);
  const voice = vendor && vendorVoice(vendor, clock);
  const pages = new Map<TwinAgent, WebSocket>();
  const heard: ToDialer[] = [];
  const lists = new Map<string, { parties: Party[]; at: number }>();
  /** What each agent's process lets them have; null for one who works none. */
  const paces = new Map<string, Work['process']>();
  let rates = options.rates ?? DEFAULT_RATES;
  let frozen = false;
  let campaign: Campaign | undefined;
  const started = clock.now();
  const wrapSince = new Map<TwinAgent, number>();
  const talkSince = new Map<TwinCall, number>();

  const say = (agent: TwinAgent, body: FromDialerBody) => {
    const page = pages.get(agent);
    const send = (text: string) => {
      if (!frozen && page?.readyState === page?.OPEN) page?.send(text);
    };
    if (voice) voice(body, send);
    else send(writeFromDialer(body));
  };

  function record(call: TwinCall, seconds: number): string | null {
    if (!recordings || call.answeredAt === null || call.reason === 'dropped') return null;
    // Whatever signs an id has, it is a name of a file and of an address.
    const name = /^[\w-]+$/.test(call.id) ? call.id : Buffer.from(call.id).toString('base64url');
    writeFileSync(join(recordings, `${name}.wav`), recordingOf(seconds, Number(call.number.slice(-4))));
    return `/recordings/${name}.wav`;
  }

  const exchange = createExchange(
    clock,
    random,
    {
      say,
      agentChanged(agent) {
        const { username, status, state, since, present } = agent;
        link?.tell({ kind: 'agent', username, status, state, since, present, callId: agent.call?.id ?? null });
        const wrapped = wrapSince.get(agent);
        if (state === 'wrap-up') wrapSince.set(agent, clock.now());
        else if (wrapped !== undefined) {
          wrapSince.delete(agent);
          campaign?.wrapped((clock.now() - wrapped) / 1000);
        }
      },
      callChanged(call) {
        if (call.phase === 'talk' && !talkSince.has(call)) talkSince.set(call, clock.now());
        let recording: string | null = null;
        if (call.phase === 'ended') {
          const since = talkSince.get(call);
          const seconds = since === undefined ? 0 : (clock.now() - since) / 1000;
          if (since !== undefined || call.reason) {
            talkSince.delete(call);
            campaign?.callEnded(call, seconds);
            recording = call.outcome === null ? record(call, seconds) : null;
          }
        }
        link?.tell({
          kind: 'call',
          callId: call.id,
          mode: call.mode,
          username: call.agent?.username ?? null,
          number: call.number,
          loanNumber: call.loanNumber,
          phase: call.phase,
          startedAt: call.startedAt,
          ringingAt: call.ringingAt,
          answeredAt: call.answeredAt,
          endedAt: call.endedAt,
          reason: call.reason,
          recording,
        });
      },
    },
    () => rates,
    vendor && vendorIds(vendor, clock),
  );

  function obey(command: ServerCommand): void {
    const agent = exchange.agent(command.username);
    if (!agent) return;
    if (command.kind === 'supervise') exchange.supervise(agent, command.mode, command.by);
    else exchange.setStatus(agent, command.status);
  }
  const link: ServerLink | undefined =
    options.server && serverLink({ ...options.server, onCommand: obey, log: (text) => log(text) });

  /** A number is dialed within this time of the contact rules' yes, or not at all: the server takes it back by itself. */
  const FRESH_MS = 30_000;
  /** The next number for an agent who waits: one at a time, until their list has more than their process lets them have. */
  function nextParty(): Party | undefined {
    for (const agent of exchange.agents()) {
      if (agent.status !== 'Ready' || agent.state !== 'idle' || !agent.present) continue;
      const list = lists.get(agent.username);
      while (list && list.parties.length > 0 && Date.now() - list.at > FRESH_MS) list.parties.shift();
      const party = list?.parties.shift();
      if (party) return { ...party, agent: agent.username };
      refill(agent.username);
    }
    return undefined;
  }
  const refilling = new Set<string>();
  function refill(username: string): void {
    if (!link || refilling.has(username)) return;
    refilling.add(username);
    void link.work(username, 1).then(({ parties, process }) => {
      lists.set(username, { parties, at: Date.now() });
      paces.set(username, process);
      // An empty list is asked for again, but not every second.
      setTimeout(() => refilling.delete(username), parties.length > 0 ? 0 : EMPTY_MS).unref();
    });
  }
  /** One campaign dials for all agents of this machine, so the strictest of their processes paces it. */
  function pacing(): PacingSettings {
    const usual = { ...DEFAULT_PACING, ...options.pacing };
    const worked = [...paces.values()].filter((one) => one !== null);
    if (worked.length === 0) return usual;
    return {
      ...usual,
      maxLevel: Math.min(...worked.map(({ maxLevel }) => maxLevel)),
      dropLimit: Math.min(...worked.map(({ dropPercent }) => dropPercent)),
    };
  }
  function predictive(on: boolean): void {
    if (!on) {
      campaign?.stop();
      campaign = undefined;
    } else {
      campaign ??= startCampaign({
        clock,
        exchange,
        settings: pacing,
        next: nextParty,
        shift: () => Math.min(1, (clock.now() - started) / SHIFT_MS),
      });
    }
  }

  const parts = {
    exchange,
    setRates: (next: Rates) => {
      rates = next;
    },
    freeze: (on: boolean) => {
      frozen = on;
    },
    predictive,
    heard: () => heard,
    figures: () => ({ agents: exchange.agents().length, ...campaign?.figures() }),
    kill: options.kill ?? (() => process.exit(1)),
  };

  const web = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
    const file = /^\/recordings\/([\w-]{1,180})\.wav$/.exec(pathname)?.[1];
    if (request.method === 'POST' && pathname === '/control') {
      void takeOrder(request, response, parts);
    } else if (request.method === 'GET' && pathname === '/crmLogin') {
      void (link?.redeem(searchParams.get('token') ?? '') ?? Promise.resolve(undefined)).then((who) => {
        response.writeHead(who ? 200 : 403, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        });
        response.end(crmLoginPage(who, who ? exchange.agents() : []));
      });
    } else if (request.method === 'GET' && file && recordings) {
      try {
        const bytes = readFileSync(join(recordings, `${file}.wav`));
        response.writeHead(200, { 'content-type': 'audio/wav' });
        response.end(bytes);
      } catch {
        json(response, 404, { error: 'no such recording' });
      }
    } else if (request.method === 'GET' && pathname === '/') {
      json(response, 200, { dialer: 'recoup-twin', protocol: 1 });
    } else {
      json(response, 404, { error: 'not here' });
    }
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_DIALER_MESSAGE, perMessageDeflate: false });
  web.on('upgrade', (request, socket, head) => {
    const { origin } = request.headers;
    // A program without an origin may already do more on this machine than ring phones.
    if (origin !== undefined && !isLoopback(origin) && !origins.includes(origin)) {
      log(`refused a page of ${origin}`);
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (page) => sockets.emit('connection', page, request));
  });

  sockets.on('connection', (page: WebSocket) => {
    let agent: TwinAgent | undefined;
    page.on('error', (error) => log(`a page's socket failed: ${error.message}`));
    page.on('message', (data, isBinary) => {
      const message = readToDialer(isBinary ? data : data.toString());
      if (typeof message === 'string') {
        log(`a page sent something that is no message (${message})`);
        page.close(1008, message);
        return;
      }
      heard.push(message);
      if (heard.length > MOST_HEARD) heard.shift();
      if (message.type === 'hello') {
        agent = exchange.enter(message.username);
        const before = pages.get(agent);
        pages.set(agent, page);
        if (before && before !== page) {
          before.send(writeFromDialer({ type: 'replaced' }));
          before.close(1000, 'replaced');
        }
        const { status, state, since, call, username } = agent;
        say(agent, {
          type: 'welcome',
          connectionId: `${username}-${Math.floor(clock.now())}`.slice(-64),
          username,
          status,
          state,
          since,
          call: call && exchange.toWire(call),
        });
        if (call?.phase === 'ended' && call.reason) {
          say(agent, { type: 'call-ended', callId: call.id, reason: call.reason, at: call.endedAt ?? clock.stamp() });
        }
        return;
      }
      if (agent && !frozen) takeMessage(exchange, agent, message, say);
    });
    page.on('close', () => {
      if (!agent || pages.get(agent) !== page) return;
      pages.delete(agent);
      exchange.leave(agent);
    });
  });

  if (recordings) mkdirSync(recordings, { recursive: true });
  await new Promise<void>((resolve, reject) => {
    web.once('error', reject);
    web.listen(options.port, host, resolve);
  });
  if (options.predictive) predictive(true);

  return {
    port: (web.address() as AddressInfo).port,
    async close() {
      predictive(false);
      // First nobody new: a page that is cut off comes back at once, and its socket would keep all this open for ever.
      const closed = new Promise((resolve) => web.close(resolve));
      const cut = (page: WebSocket) => page.terminate();
      sockets.on('connection', cut);
      sockets.clients.forEach(cut);
      for (const call of exchange.calls()) call.next();
      await link?.stop();
      web.closeAllConnections();
      await closed;
    },
  };
}
