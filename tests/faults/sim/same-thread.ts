/**
 * In the place of `node:worker_threads` for the embedded database: PGlite in this thread, spoken to in PostgreSQL's own
 * protocol with statements that are prepared once. A schedule then needs no other thread's time, and three times as
 * many of them fit into a second. The product's own driver (`server/db/pglite.ts`) stands on top of it unchanged.
 */
import { EventEmitter } from 'node:events';
import { PGlite } from '@electric-sql/pglite';

interface Rows {
  rows: (string | null)[][];
  names: string[];
  oids: number[];
  affected: number;
}

type Message =
  | { id: number; op: 'query'; sql: string; parameters?: (string | null)[] }
  | { id: number; op: 'copy'; sql: string; text: string }
  | { id: number; op: 'dump' | 'close' };

/** A growing message of the frontend/backend protocol. */
class Outgoing {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private at = 0;
  private start = 0;

  private room(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
  clear(): void {
    this.at = 0;
  }
  begin(type: string): void {
    this.room(5);
    this.bytes[this.at] = type.charCodeAt(0);
    this.start = this.at + 1;
    this.at += 5;
  }
  end(): void {
    this.bytes.writeInt32BE(this.at - this.start, this.start);
  }
  byte(letter: string): void {
    this.room(1);
    this.bytes[this.at] = letter.charCodeAt(0);
    this.at += 1;
  }
  int16(value: number): void {
    this.room(2);
    this.at = this.bytes.writeInt16BE(value, this.at);
  }
  int32(value: number): void {
    this.room(4);
    this.at = this.bytes.writeInt32BE(value, this.at);
  }
  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.room(length + 1);
    this.at += this.bytes.write(text, this.at);
    this.bytes[this.at] = 0;
    this.at += 1;
  }
  value(text: string | null): void {
    if (text === null) {
      this.int32(-1);
      return;
    }
    const length = Buffer.byteLength(text);
    this.int32(length);
    this.room(length);
    this.at += this.bytes.write(text, this.at);
  }
  message(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }
}

function readAnswer(answer: Buffer): Rows {
  const found: Rows = { rows: [], names: [], oids: [], affected: 0 };
  let failure: Error | undefined;
  for (let at = 0; at < answer.length; ) {
    const type = String.fromCharCode(answer[at] ?? 0);
    const end = at + 1 + answer.readInt32BE(at + 1);
    let from = at + 5;
    const textTo = (stop: number) => answer.toString('utf8', from, stop);
    if (type === 'T') {
      // The last statement's rows count.
      Object.assign(found, { rows: [], names: [], oids: [] });
      const count = answer.readInt16BE(from);
      from += 2;
      for (let n = 0; n < count; n += 1) {
        const stop = answer.indexOf(0, from);
        found.names.push(textTo(stop));
        found.oids.push(answer.readInt32BE(stop + 7));
        from = stop + 19;
      }
    } else if (type === 'D') {
      const count = answer.readInt16BE(from);
      from += 2;
      const row: (string | null)[] = [];
      for (let n = 0; n < count; n += 1) {
        const length = answer.readInt32BE(from);
        from += 4;
        row.push(length < 0 ? null : textTo(from + length));
        from += Math.max(0, length);
      }
      found.rows.push(row);
    } else if (type === 'C') {
      found.affected =
        Number(
          textTo(end - 1)
            .split(' ')
            .at(-1),
        ) || 0;
    } else if (type === 'E') {
      const fields: Record<string, string> = {};
      while (answer[from]) {
        const letter = String.fromCharCode(answer[from] ?? 0);
        const stop = answer.indexOf(0, from + 1);
        fields[letter] = answer.toString('utf8', from + 1, stop);
        from = stop + 1;
      }
      failure ??= Object.assign(new Error(fields.M), { code: fields.C, constraint: fields.n });
    }
    at = end;
  }
  if (failure) throw failure;
  return found;
}

class Wire {
  private readonly out = new Outgoing();
  private readonly names = new Map<string, string>();

  constructor(private readonly db: PGlite) {}

  private exchange(): Rows {
    return readAnswer(Buffer.from(this.db.execProtocolRawSync(this.out.message())));
  }

  simple(sql: string): Rows {
    this.out.clear();
    this.out.begin('Q');
    this.out.text(sql);
    this.out.end();
    return this.exchange();
  }

  prepared(sql: string, parameters: readonly (string | null)[]): Rows {
    const { out } = this;
    const known = this.names.get(sql);
    const name = known ?? `s${this.names.size}`;
    out.clear();
    if (known === undefined) {
      out.begin('P');
      out.text(name);
      out.text(sql);
      out.int16(0);
      out.end();
    }
    out.begin('B');
    out.text('');
    out.text(name);
    out.int16(0);
    out.int16(parameters.length);
    for (const parameter of parameters) out.value(parameter);
    out.int16(0);
    out.end();
    out.begin('D');
    out.byte('P');
    out.text('');
    out.end();
    out.begin('E');
    out.text('');
    out.int32(0);
    out.end();
    out.begin('S');
    out.end();
    try {
      const rows = this.exchange();
      this.names.set(sql, name);
      return rows;
    } catch (error) {
      // Parsed or not, nobody knows; the next try takes another name.
      if (known === undefined) this.names.set(`${name} failed`, name);
      throw error;
    }
  }
}

/** The memory that it lies in loses nothing on its own, and nobody reads its statistics. */
const SETTINGS = `set time zone 'UTC'; set datestyle to 'ISO'; set client_min_messages to warning;
  set plan_cache_mode to force_generic_plan; set jit to off;
  set synchronous_commit to off; set track_activities to off; set track_counts to off`;

export class Worker extends EventEmitter {
  private wire: Wire | undefined;
  private db: PGlite | undefined;

  constructor(_url: URL, options: { workerData: { prepared?: Uint8Array<ArrayBuffer> } }) {
    super();
    const { prepared } = options.workerData;
    PGlite.create({ ...(prepared && { loadDataDir: new Blob([prepared]) }) }).then(
      (db) => {
        this.db = db;
        this.wire = new Wire(db);
        this.wire.simple(SETTINGS);
        this.emit('message', { opened: true });
      },
      (error: unknown) => this.emit('message', { opened: false, error: { message: String(error), code: 'XX000' } }),
    );
  }

  postMessage(message: Message): void {
    queueMicrotask(() => {
      this.work(message).then(
        (result) => {
          this.emit('message', { id: message.id, result });
          if (message.op === 'close') this.emit('exit', 0);
        },
        (error: Error & { code?: string; constraint?: string }) =>
          this.emit('message', {
            id: message.id,
            error: { message: error.message, code: error.code ?? 'XX000', constraint: error.constraint },
          }),
      );
    });
  }

  private async work(message: Message): Promise<unknown> {
    const { db, wire } = this;
    if (!db || !wire) throw new Error('The database is not open');
    switch (message.op) {
      case 'query':
        return message.parameters ? wire.prepared(message.sql, message.parameters) : wire.simple(message.sql);
      case 'copy':
        return (await db.query(message.sql, [], { blob: new Blob([message.text]) })).affectedRows ?? 0;
      case 'dump':
        // What commits have left in memory would be missing from the files.
        await db.exec('checkpoint');
        return new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
      case 'close':
        return db.close();
    }
  }
}
