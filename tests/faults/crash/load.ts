/**
 * Clients that never rest: each has loans of its own and sends records in batches, as single forms with files, and with
 * files sent in parts before. They stop at the first sign of a dead server and know exactly what they were promised.
 */
import type { BatchResult, Receipt } from '../../../core/contract/dispositions';
import type { Random } from '../../../core/domain/random';
import { type SealedFile, sealFile, sha256Of, type TusAnswer, tusOf } from '../../support/files';
import { type Person, signIn } from '../../support/people';
import { callRecord, fieldRecord, payloadHashOf, type TestLoan } from '../../support/world';
import type { Promises, SentRecord } from './promises';

export interface Client {
  person: Person;
  loans: TestLoan[];
}

type SimpleInit = RequestInit & { headers?: Record<string, string> };
type Way = 'batch' | 'form' | 'parts';
const WAYS: readonly Way[] = ['batch', 'form', 'parts'];
const PART = 40_000;
const TIMEOUT_MS = 20_000;

/** What a server that goes down may say; anything else about a good record is a broken promise. */
const EXCUSES = new Set([503]);

export class Load {
  #stopped = false;
  readonly #tokens = new Map<string, Promise<string>>();
  readonly #seqOf = new Map<string, number>();
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #sealed = new Map<string, SealedFile>();
  /** Where uploads that were begun stand on the server. */
  readonly #uploads = new Map<string, string>();
  /** The server's public key for sealing; it survives every kill. */
  #sealingKey = '';
  requests = 0;

  constructor(
    private readonly origin: string,
    private readonly promises: Promises,
    private readonly random: Random,
  ) {}

  async prepare(): Promise<void> {
    const answer = await fetch(`${this.origin}/config.json`);
    this.#sealingKey = ((await answer.json()) as { sealing: { publicKey: string } }).sealing.publicKey;
  }

  /** Three lanes a client, until `stop`; resolves when every answer has come or will never come. */
  async run(clients: readonly Client[]): Promise<void> {
    this.#stopped = false;
    const lanes = clients.flatMap((client) => WAYS.map((way, at) => this.#lane(client, way, at)));
    await Promise.all(lanes);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Sends a record that was sent before, as it was; its files first, where they never arrived. */
  async repeat(client: Client, records: readonly SentRecord[]): Promise<void> {
    for (const { files } of records)
      for (const hash of files) for (let tries = 0; tries < 3 && !(await this.#sendParts(client, hash)); ) tries += 1;
    for (let at = 0; at < records.length; at += 50) await this.#sendBatch(client, records.slice(at, at + 50));
  }

  /** The hash of a file as the server hands it out. */
  async hashOfFile(client: Client, sha256: string): Promise<string> {
    const answer = await this.#fetch(client, `/api/v2/attachments/${sha256}/file`, {});
    return answer.ok ? sha256Of(new Uint8Array(await answer.arrayBuffer())) : `status ${answer.status}`;
  }

  async #lane(client: Client, way: Way, at: number): Promise<void> {
    const loans = client.loans.filter((_, index) => index % WAYS.length === at);
    while (!this.#stopped) {
      try {
        if (way === 'batch') await this.#sendBatch(client, this.#records(client, loans, this.random.between(1, 8), 0));
        else if (way === 'form')
          await this.#sendForm(client, this.#records(client, loans, 1, this.random.between(0, 2)));
        else await this.#sendWithParts(client, this.#records(client, loans, 1, 1));
      } catch (error) {
        // The connection broke: whether the server holds it, nobody here knows. The lane ends with its server.
        if (isBroken(error)) return;
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, this.random.between(0, 20)));
    }
  }

  async #sendWithParts(client: Client, records: SentRecord[]): Promise<void> {
    for (const { files } of records) for (const hash of files) await this.#sendParts(client, hash);
    if (!this.#stopped) await this.#sendBatch(client, records);
  }

  #records(client: Client, loans: readonly TestLoan[], count: number, files: number): SentRecord[] {
    return Array.from({ length: count }, () => this.#record(client, this.random.pick(loans), files));
  }

  /** Visits, collections, promises and calls; what carries money is what must not be doubled. */
  #record({ person }: Client, loan: TestLoan, files: number): SentRecord {
    const loanSeq = (this.#seqOf.get(loan.id) ?? 0) + 1;
    this.#seqOf.set(loan.id, loanSeq);
    const attachments = Array.from({ length: files }, () => this.#file());
    const amountPaise = this.random.between(100, 900_000);
    const met = { nextVisitOn: undefined, personMet: { relation: 'borrower' } };
    const dueOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const kind = this.random.between(0, 3);
    const more = { loanSeq, attachments, remarks: `Stop ${this.random.digits(6)}` };
    const record =
      kind === 0 && files === 0
        ? callRecord(loan, more)
        : kind === 1
          ? fieldRecord(loan, { ...more, ...met, code: 'FPAR', payment: { amountPaise, mode: 'card' } })
          : kind === 2
            ? fieldRecord(loan, { ...more, ...met, code: 'FPTP', ptp: { amountPaise, dueOn, mode: 'cash' } })
            : fieldRecord(loan, more);
    // As it goes over the wire: without what is undefined.
    const plain = JSON.parse(JSON.stringify(record)) as SentRecord['record'];
    const sent: SentRecord = {
      tenantId: person.tenantId,
      userId: person.id,
      key: plain.id,
      hash: payloadHashOf(plain),
      record: plain,
      files: attachments.map(({ sha256 }) => sha256),
    };
    this.promises.remember(sent);
    return sent;
  }

  #file() {
    const bytes = new Uint8Array(this.random.between(2_000, 150_000));
    for (let at = 0; at < bytes.length; at += 997) bytes[at] = this.random.between(0, 255);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    const sha256 = sha256Of(bytes);
    this.#files.set(sha256, bytes);
    return { sha256, size: bytes.length, mime: 'image/jpeg', kind: 'premises', takenAt: new Date().toISOString() };
  }

  #bytesOf(sha256: string): Uint8Array<ArrayBuffer> {
    const bytes = this.#files.get(sha256);
    if (!bytes) throw new Error(`No such file: ${sha256}`);
    return bytes;
  }

  async #sendBatch(client: Client, records: readonly SentRecord[]): Promise<void> {
    const items = records.map(({ key, hash, record }) => ({ key, hash, record }));
    const answer = await this.#post(client, '/api/v2/call-disposition/batch', { items });
    if (!answer) return;
    const results = answer.results as BatchResult[];
    if (results.length !== records.length)
      this.promises.broken.push(`${records.length} records got ${results.length} answers`);
    for (const [at, sent] of records.entries()) {
      const result = results[at];
      if (result && 'receipt' in result) this.promises.acknowledge(sent, result.receipt);
      // A file whose part was lost with the server comes again, and so does its record.
      else if (result?.error.class !== 'retry')
        this.promises.broken.push(`${sent.key} was refused: ${JSON.stringify(result)}`);
    }
  }

  async #sendForm(client: Client, records: readonly SentRecord[]): Promise<void> {
    for (const sent of records) {
      const form = new FormData();
      form.set('disposition', JSON.stringify(sent.record));
      for (const hash of sent.files) form.append('supportingDoc', new Blob([this.#bytesOf(hash)]), 'photo.jpg');
      const headers = { 'idempotency-key': sent.key, 'x-payload-hash': sent.hash };
      const answer = await this.#post(client, '/api/v2/call-disposition', form, headers);
      if (answer) this.promises.acknowledge(sent, answer.data as Receipt);
    }
  }

  /** Goes on where the server stands, in small parts, so that a kill finds files half there; answers whether it is whole. */
  async #sendParts(client: Client, sha256: string): Promise<boolean> {
    const held = await this.#json(await this.#fetch(client, `/api/v2/attachments/${sha256}`, {}));
    if (!held || (held.data as { complete: boolean }).complete) return held !== undefined;
    const tus = tusOf({ fetch: (path, init = {}) => this.#fetch(client, path, init as SimpleInit) });
    // Sealed once, as a phone keeps it: parts of two sealings do not fit together.
    const file = this.#sealed.get(sha256) ?? (await sealFile(this.#sealingKey, this.#bytesOf(sha256)));
    this.#sealed.set(sha256, file);
    let path = this.#uploads.get(sha256);
    if (!path) {
      const metadata = { sha256, sealedkey: file.sealedKey };
      const begun = await tus.create(file.bytes.length, metadata);
      path = begun.header('location') ?? undefined;
      if (!path || !this.#goesOn('begin', begun)) return false;
      this.#uploads.set(sha256, path);
    }
    let answer = await tus.offset(path);
    while (this.#goesOn(path, answer)) {
      const offset = answer.offset ?? 0;
      if (offset === file.bytes.length) return true;
      answer = await tus.append(path, offset, file.bytes.slice(offset, offset + PART));
    }
    return false;
  }

  /** An excuse or a conflict over the offset is for the next try; any other refusal of a good file is a broken promise. */
  #goesOn(what: string, { status, code, header }: TusAnswer): boolean {
    if (status < 300) return true;
    const later = status === 409 || status === 423 || (EXCUSES.has(status) && header('retry-after') !== null);
    if (!later) this.promises.broken.push(`The upload ${what} was answered with ${status} ${code}`);
    return false;
  }

  async #post(client: Client, path: string, body: FormData | object, more: Record<string, string> = {}) {
    const plain = body instanceof FormData;
    const headers = plain ? more : { ...more, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: plain ? body : JSON.stringify(body) };
    return this.#json(await this.#fetch(client, path, init));
  }

  /** Undefined when the server excused itself. */
  async #json(answer: Response): Promise<Record<string, unknown> | undefined> {
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as Record<string, unknown>;
    const excused = EXCUSES.has(answer.status) && answer.headers.has('retry-after');
    if (!excused) this.promises.broken.push(`${answer.url} answered ${answer.status}: ${text.slice(0, 300)}`);
    return undefined;
  }

  /** Sessions outlive the server; only an access token that ran out is replaced. */
  async #fetch(client: Client, path: string, init: SimpleInit): Promise<Response> {
    const { person } = client;
    for (let tries = 0; ; tries += 1) {
      const token = this.#tokens.get(person.id) ?? signIn(this.origin, person).then((session) => session.token);
      this.#tokens.set(person.id, token);
      token.catch(() => this.#tokens.delete(person.id));
      this.requests += 1;
      const headers = { ...init.headers, authorization: `Bearer ${await token}` };
      const answer = await fetch(this.origin + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.status !== 401 || tries > 0) return answer;
      await answer.body?.cancel();
      this.#tokens.delete(person.id);
    }
  }
}

/** What `fetch` throws when its server is gone, or does not answer any more. */
export const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /Timeout|Abort/.test(error.name)) || isRefusedSignIn(error);

/** Signing in to a server whose database is being killed. */
const isRefusedSignIn = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('sign-in refused');
