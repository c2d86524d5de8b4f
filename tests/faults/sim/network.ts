/**
 * The way between a phone and the servers, and everything that can go wrong on it. A fault is armed for the next
 * requests of a kind; a mode (no network, a captive portal, a thin line) holds until it is changed.
 */
import type { Transport, TransportAnswer, TransportRequest } from '../../../src/offline/transport';
import type { Random } from './random';
import type { Realm } from './realm';
import type { Server } from './server';
import { timeline } from './timeline';

/** Standing conditions of a phone's network. */
export const MODES = ['good', 'none', 'thin', 'portal', 'portal-redirect', 'portal-empty', 'gateway-down'] as const;
export type Mode = (typeof MODES)[number];

export const FAULTS = [
  /** The server never sees it. */
  'drop-before',
  /** The server commits; the answer is lost at once. */
  'drop-after',
  /** Never delivered; the phone waits for its own timeout. */
  'hang-before',
  /** The server commits; the phone waits for its own timeout. */
  'hang-after',
  /** Arrives twice in the same moment. */
  'twice',
  /** Arrives a second time up to a minute later. */
  'echo',
  /** Arrives late, behind what was sent after it. */
  'late',
  /** Its answer arrives late. */
  'late-answer',
  /** Half of the answer. */
  'truncate',
  'portal',
  'portal-redirect',
  'portal-empty',
  /** A proxy's own refusals. */
  'proxy-401',
  'proxy-403',
  'proxy-502',
  'proxy-413',
  /** Retry-After: 30. */
  'proxy-503',
  /** JSON that says yes and is nobody's receipt. */
  'yes-man',
  /** The answer to the request of this kind before, from a proxy's cache. */
  'stale',
  /** Goes to the other server. */
  'other-server',
] as const;
export type Fault = (typeof FAULTS)[number];

/** `batch`: records, many or one with its files. */
export const KINDS = ['any', 'batch', 'upload', 'sync', 'sign-in', 'renew', 'ping'] as const;
export type Kind = (typeof KINDS)[number];

export interface ArmedFault {
  fault: Fault;
  on: Kind;
  times: number;
}

/** A batch on its way, for the rule that one sender sends at a time. */
export interface Flight {
  realm: Realm;
  keys: string[];
  sentAt: number;
}

const PORTAL = '<html><body><form action="/login">Welcome to the guest network</form></body></html>';

const answerOf = (
  status: number,
  text: string,
  headers: Record<string, string> = {},
  redirected = false,
): TransportAnswer => ({
  status,
  redirected,
  header: (name) => headers[name.toLowerCase()] ?? null,
  text,
});

const CANNED: Partial<Record<Fault | Mode, () => TransportAnswer>> = {
  portal: () => answerOf(200, PORTAL, { 'content-type': 'text/html' }),
  'portal-redirect': () => answerOf(200, PORTAL, { 'content-type': 'text/html' }, true),
  'portal-empty': () => answerOf(204, ''),
  'gateway-down': () => answerOf(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
  'proxy-401': () => answerOf(401, '<html>Sign in to the proxy</html>', { 'content-type': 'text/html' }),
  'proxy-403': () => answerOf(403, '<html>Blocked</html>', { 'content-type': 'text/html' }),
  'proxy-413': () => answerOf(413, '<html>Too large</html>', { 'content-type': 'text/html' }),
  'proxy-502': () => answerOf(502, '', {}),
  'proxy-503': () => answerOf(503, 'Busy', { 'retry-after': '30' }),
  'yes-man': () => answerOf(200, '{"success":true}', { 'content-type': 'application/json' }),
};

export function kindOf({ method, url }: Pick<TransportRequest, 'method' | 'url'>): Kind {
  if (/\/v2\/call-disposition(\/batch)?$/.test(url)) return 'batch';
  if (url.includes('/attachments/')) return 'upload';
  if (url.includes('/sync/loans')) return 'sync';
  if (url.includes('/profile/authenticate')) return method === 'POST' ? 'sign-in' : 'renew';
  if (url.includes('/ping')) return 'ping';
  return 'any';
}

export class Network {
  mode: Mode = 'good';
  armed: ArmedFault[] = [];
  /** Batches that are on their way now. */
  readonly flights = new Set<Flight>();
  private readonly last = new Map<Kind, TransportAnswer>();

  constructor(
    private readonly server: Server,
    private readonly random: Random,
    /** Told of each batch before it leaves. */
    private readonly watch: (flight: Flight, others: ReadonlySet<Flight>) => void,
  ) {}

  /** The sender of one process, without a token. */
  for(realm: Realm): Transport {
    return (request) => this.send(realm, request);
  }

  /** Its user has signed out: it waits for no answer any more, just as if it were dead, and others may send at once. */
  abandon(realm: Realm): void {
    for (const flight of this.flights) if (flight.realm === realm) this.flights.delete(flight);
  }

  private take(kind: Kind): Fault | undefined {
    const armed = this.armed.find(({ on }) => on === 'any' || on === kind);
    if (!armed) return undefined;
    armed.times -= 1;
    if (armed.times <= 0) this.armed = this.armed.filter((other) => other !== armed);
    return armed.fault;
  }

  private send(realm: Realm, request: TransportRequest): Promise<TransportAnswer> {
    const kind = kindOf(request);
    const flight = this.takeOff(realm, request, kind);
    return new Promise((resolve, reject) => {
      let open = true;
      const end = (run: () => void) => {
        if (!open) return;
        open = false;
        realm.resume(() => {
          this.flights.delete(flight);
          run();
        });
        // A frozen or dead process hears nothing, but its request is over.
        this.flights.delete(flight);
      };
      const lose = () => end(() => reject(new TypeError('Failed to fetch')));
      const arrive = (answer: TransportAnswer | undefined) => (answer ? end(() => resolve(answer)) : lose());
      timeline().after(request.timeoutMs ?? 30_000, lose);
      this.carry(request, kind, arrive, lose);
    });
  }

  private takeOff(realm: Realm, request: TransportRequest, kind: Kind): Flight {
    const flight: Flight = { realm, keys: [], sentAt: timeline().now };
    if (kind !== 'batch') return flight;
    // Many records as JSON, or one with its files as a form.
    const alone = request.headers?.['idempotency-key'];
    if (alone !== undefined) flight.keys = [alone];
    else if (typeof request.body === 'string')
      flight.keys = (JSON.parse(request.body) as { items: { key: string }[] }).items.map(({ key }) => key);
    this.watch(flight, this.flights);
    this.flights.add(flight);
    return flight;
  }

  /** ms one way; a thin line takes its time with every byte. */
  private delay(bytes: number): number {
    const base = this.random.between(5, 120);
    return this.mode === 'thin' ? base * 5 + bytes / 4 : base;
  }

  private carry(
    request: TransportRequest,
    kind: Kind,
    arrive: (answer: TransportAnswer | undefined) => void,
    lose: () => void,
  ): void {
    const { random } = this;
    const time = timeline();
    const up = this.delay(request.body?.length ?? 0);
    if (this.mode === 'none') {
      time.after(random.between(1, 50), lose);
      return;
    }
    const canned = CANNED[this.mode];
    if (canned) return void time.after(up, () => arrive(canned()));

    const fault = this.take(kind);
    const own = fault && CANNED[fault];
    if (own) return void time.after(up, () => arrive(own()));
    if (fault === 'drop-before') return void time.after(up, lose);
    if (fault === 'hang-before') return;
    const stale = fault === 'stale' ? this.last.get(kind) : undefined;
    if (stale) return void time.after(up, () => arrive(stale));

    const toServer = (then: (answer: TransportAnswer) => void) =>
      this.server.take(request, fault === 'other-server' ? 1 : 0, then);
    const back = (answer: TransportAnswer) => {
      this.last.set(kind, answer);
      if (fault === 'hang-after') return;
      const down = this.delay(answer.text.length) + (fault === 'late-answer' ? random.between(1_000, 25_000) : 0);
      time.after(down, () => {
        if (fault === 'drop-after' || this.mode === 'none') return lose();
        if (fault === 'truncate') return arrive({ ...answer, text: answer.text.slice(0, answer.text.length / 2) });
        arrive(answer);
      });
    };
    time.after(up + (fault === 'late' ? random.between(500, 45_000) : 0), () => toServer(back));
    if (fault === 'twice') time.after(up, () => toServer(() => {}));
    if (fault === 'echo') time.after(up + random.between(500, 60_000), () => toServer(() => {}));
  }
}
