/**
 * The line between phone and server as raw TCP, with nothing known of HTTP: what a radio does to bytes. It listens on
 * one port for its whole life; toxics are put on and taken off while connections live.
 *
 *   client ──▶ pump('request') ──▶ server
 *          ◀── pump('answer')  ◀──
 */
import { createServer, connect as dial, type Socket } from 'node:net';

/** Which way the bytes go: what the client says, or what the server answers. */
export type Direction = 'request' | 'answer';

export type Toxic =
  /** Every byte comes so much later; the line's throughput stays. `jitterMs` is added at random, order is kept. */
  | { kind: 'latency'; ms: number; jitterMs?: number; only?: Direction }
  /** Every connection is cut and new ones are refused. */
  | { kind: 'down' }
  /** So many bytes a second and direction, for every connection. */
  | { kind: 'bandwidth'; bytesPerSecond: number; only?: Direction }
  /** Bytes arrive in slices of this size, one at a time. */
  | { kind: 'slicer'; bytes: number; gapMs?: number; only?: Direction }
  /** A connection is reset (RST) once `afterBytes` of its answers have passed; at the first byte when absent. */
  | { kind: 'reset'; afterBytes?: number }
  /** Nothing gets through and nothing is said; what was held back arrives when this is taken off. */
  | { kind: 'timeout'; only?: Direction }
  /** A connection ends (FIN) right after so many bytes of its answers, in the middle of whatever that is. */
  | { kind: 'cut'; afterBytes: number };

export interface TcpProxy {
  port: number;
  /** `http://localhost:<port>`: a secure context for a browser. */
  origin: string;
  /** Holds for living connections as for new ones; the bytes of `cut` and `reset` are counted from here. Answers the way to take it off. */
  add(toxic: Toxic): () => void;
  /** Takes every toxic off; what was held back goes on. */
  heal(): void;
  /** Where new connections go from now on. */
  forwardTo(port: number): void;
  /** Connections that live now, and how many there were in all. */
  readonly open: number;
  readonly accepted: number;
  close(): Promise<void>;
}

export interface TcpProxyOptions {
  port?: number;
  /** In [0, 1); for jitter. */
  random?: () => number;
}

/** How much of a stream may wait in here before its sender is held back. */
const HELD_BYTES = 4 * 1024 * 1024;
/** What a thin line hands over at a time. */
const PACKET = 1400;

interface Applied {
  toxic: Toxic;
  removed: boolean;
}

interface Piece {
  bytes: Buffer;
  at: number;
}

/** What all connections share: which toxics are on, and a bell that rings when that changes. */
class Weather {
  readonly applied: Applied[] = [];
  #changed: (() => void)[] = [];

  constructor(readonly random: () => number) {}

  of<Kind extends Toxic['kind']>(kind: Kind, direction?: Direction) {
    return this.applied.flatMap((entry) => {
      const { toxic } = entry;
      if (toxic.kind !== kind || ('only' in toxic && toxic.only && toxic.only !== direction)) return [];
      return [{ entry, toxic: toxic as Extract<Toxic, { kind: Kind }> }];
    });
  }

  ring(): void {
    for (const wake of this.#changed.splice(0)) wake();
  }

  change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }
}

/** A socket that is written to only as fast as it takes it. */
class Outlet {
  #wake = () => {};

  constructor(readonly socket: Socket) {
    for (const event of ['drain', 'close']) socket.on(event, () => this.#wake());
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.socket.write(bytes) || this.socket.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

class Line {
  #over = false;
  /** Bytes of answers that have passed since each toxic was put on. */
  readonly #answered = new Map<Applied, number>();

  constructor(
    private readonly client: Socket,
    server: Socket,
    private readonly weather: Weather,
    ended: () => void,
  ) {
    const end = () => {
      if (this.#over) return;
      this.#over = true;
      client.destroy();
      server.destroy();
      weather.ring();
      ended();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      // Whoever breaks takes the other side along, as a middle that has died does.
      socket.on('error', end);
      socket.on('close', end);
    }
    void this.#pump(client, new Outlet(server), 'request');
    void this.#pump(server, new Outlet(client), 'answer');
  }

  cut(): void {
    this.client.destroy();
  }

  async #pump(from: Socket, to: Outlet, direction: Direction): Promise<void> {
    const waiting: Piece[] = [];
    let held = 0;
    let finished = false;
    let wake = () => {};
    from.on('data', (bytes: Buffer) => {
      const { weather } = this;
      const delay = weather
        .of('latency', direction)
        .reduce((sum, { toxic }) => sum + toxic.ms + (toxic.jitterMs ?? 0) * weather.random(), 0);
      waiting.push({ bytes, at: performance.now() + delay });
      held += bytes.length;
      if (held > HELD_BYTES) from.pause();
      wake();
    });
    from.on('end', () => {
      finished = true;
      wake();
    });
    from.on('close', () => wake());
    while (!this.#over) {
      const piece = waiting.shift();
      if (!piece) {
        if (finished) return void to.socket.end();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      await until(piece.at);
      for (const slice of this.#slices(piece.bytes, direction)) {
        if (!(await this.#deliver(slice, to, direction))) return;
      }
      held -= piece.bytes.length;
      if (held <= HELD_BYTES) from.resume();
    }
  }

  *#slices(bytes: Buffer, direction: Direction): Generator<Buffer> {
    for (let at = 0; at < bytes.length; ) {
      // Asked anew for each: the line may have changed while the one before was on its way.
      const [slicer] = this.weather.of('slicer', direction);
      const thin = this.weather.of('bandwidth', direction).length > 0;
      const size = slicer?.toxic.bytes ?? (thin ? PACKET : bytes.length);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }

  /** Answers false when nothing more goes this way. */
  async #deliver(slice: Buffer, to: Outlet, direction: Direction): Promise<boolean> {
    const { weather } = this;
    while (!this.#over && weather.of('timeout', direction).length > 0) await weather.change();
    for (const { toxic } of weather.of('bandwidth', direction))
      await pause((slice.length / toxic.bytesPerSecond) * 1000);
    if (this.#over) return false;
    const answer = direction === 'answer';
    for (const { entry, toxic } of weather.of('reset')) {
      const within = answer && this.#passed(entry) + slice.length <= (toxic.afterBytes ?? 0);
      if (within || (!answer && toxic.afterBytes !== undefined)) continue;
      this.client.resetAndDestroy();
      return false;
    }
    const left = answer ? weather.of('cut').map(({ entry, toxic }) => toxic.afterBytes - this.#passed(entry)) : [];
    const part = slice.subarray(0, Math.max(0, Math.min(slice.length, ...left)));
    if (answer) for (const entry of weather.applied) this.#answered.set(entry, this.#passed(entry) + part.length);
    if (part.length < slice.length) {
      // Every byte that was let through arrives before the end does.
      to.socket.end(part, () => this.cut());
      return false;
    }
    await to.write(part);
    const gaps = weather.of('slicer', direction).map(({ toxic }) => toxic.gapMs ?? 0);
    if (gaps.length > 0) await pause(Math.max(...gaps));
    return true;
  }

  #passed(entry: Applied): number {
    return this.#answered.get(entry) ?? 0;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(at: number): Promise<void> {
  const left = at - performance.now();
  if (left > 0) await pause(left);
}

export async function startTcpProxy(targetPort: number, options: TcpProxyOptions = {}): Promise<TcpProxy> {
  const weather = new Weather(options.random ?? Math.random);
  const lines = new Set<Line>();
  let target = targetPort;
  let accepted = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (weather.of('down').length > 0) return void client.resetAndDestroy();
    accepted += 1;
    // The server's refusal is passed on as what it is: a connection that breaks.
    const upstream = dial({ host: '127.0.0.1', port: target, allowHalfOpen: true });
    const line: Line = new Line(client, upstream, weather, () => lines.delete(line));
    lines.add(line);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (typeof bound !== 'object' || !bound) throw new Error('The proxy has no port');

  const remove = (entry: Applied) => {
    if (entry.removed) return;
    entry.removed = true;
    weather.applied.splice(weather.applied.indexOf(entry), 1);
    weather.ring();
  };
  return {
    port: bound.port,
    origin: `http://localhost:${bound.port}`,
    add(toxic) {
      const entry: Applied = { toxic, removed: false };
      weather.applied.push(entry);
      if (toxic.kind === 'down') for (const line of lines) line.cut();
      weather.ring();
      return () => remove(entry);
    },
    heal() {
      for (const entry of [...weather.applied]) remove(entry);
    },
    forwardTo(port) {
      target = port;
    },
    get open() {
      return lines.size;
    },
    get accepted() {
      return accepted;
    },
    close() {
      for (const line of lines) line.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
