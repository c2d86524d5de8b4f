/**
 * For tests: a server's side of the wire in memory. It really opens sealed records and files with its private key,
 * really checks hashes and device signatures, keeps keys unique, and can be told to fail at any step.
 */

import { attachmentState, TUS_VERSION } from '../../core/contract/attachments';
import type { Profile, SessionTokens } from '../../core/contract/auth';
import { toBase64url } from '../../core/contract/base64url';
import type { PhoneRules } from '../../core/contract/contact';
import { signedText, verifyText } from '../../core/contract/device-keys';
import type { Receipt } from '../../core/contract/dispositions';
import { ERRORS, type ErrorCode, errorBody, type FieldError } from '../../core/contract/errors';
import type { Loan } from '../../core/contract/loans';
import { type DispositionRecord, recordSchema } from '../../core/contract/records';
import { openSealed } from '../../core/contract/sealing';
import { digestLoans } from '../../core/contract/sync';
import type { RuntimeConfig } from '../../core/contract/system';
import { canonicalJson, sha256Hex } from '../../core/domain/canonical';
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { uuidv7 } from '../../core/domain/ids';
import type { Transport, TransportAnswer, TransportRequest } from './transport';
import { importDeviceKey, openBytes } from './vault';

export interface ServerUser {
  profile: Profile;
  password: string;
  token: string;
  refreshToken: string;
  /** Where the session was opened. */
  deviceId?: string | undefined;
}

interface Incoming {
  key: string;
  hash: string;
  record?: DispositionRecord;
  sealed?: string;
  signature?: string;
}

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): TransportAnswer => ({
  status,
  redirected: false,
  header: (name) => headers[name.toLowerCase()] ?? null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
export const refuse = (code: ErrorCode, headers?: Record<string, string>): TransportAnswer =>
  answer(ERRORS[code].status, errorBody(code), headers);

const UPLOADS = '/api/v2/attachments/uploads';

interface TestUpload {
  userId: string;
  sha256: string;
  sealedKey: string;
  length: number;
  parts: Uint8Array<ArrayBuffer>;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

export class TestServer {
  users = new Map<string, ServerUser>();
  devices = new Map<string, string>();
  revokedDevices = new Set<string>();
  records = new Map<
    string,
    {
      userId: string;
      hash: string;
      record: DispositionRecord;
      receipt: Receipt;
      form: string;
      signature: string | undefined;
    }
  >();
  /** By `user:key`, keys that a mended record has taken the place of. */
  barred = new Set<string>();
  /** Every time a record was put forward, in order, whether it was new or not. */
  arrivals: { key: string; loanId: string; userId: string }[] = [];
  quarantined = new Map<string, { userId: string; code: string; record: DispositionRecord }>();
  /** Whole files. */
  files = new Map<string, { plain: Uint8Array<ArrayBuffer> }>();
  uploads = new Map<string, TestUpload>();
  /** `part` of a form's files. */
  partsReceived: { sha256: string; offset: number; length: number; part?: string }[] = [];
  reports: { events: { kind: string }[] }[] = [];
  loans: Loan[] = [];
  /** Answers `reset: true` to cursors of an older epoch. */
  epoch = 1;
  changes: { seq: number; loan?: Loan; revoked?: { loanId: string; reason: string } }[] = [];
  calls: TransportRequest[] = [];
  down = false;
  ended = new Set<string>();
  startedCalls = new Map<string, { callId: string; loanId: string; phoneId: string; startedAt: string }>();
  phoneRules?: PhoneRules;
  /** The tenant's sorting rules; a test may say something else. */
  order: { version: number; rules: unknown[] } | undefined;
  /** May answer in the server's place, or let it through with undefined. Called before anything takes effect. */
  before: (
    request: TransportRequest,
    path: string,
  ) => Promise<TransportAnswer | undefined> | TransportAnswer | undefined = () => undefined;
  /** Called after the effect, before the answer leaves: throw to lose it. */
  after: (request: TransportRequest, path: string) => void = () => {};
  /** What to say about one record, before it is stored. */
  judge: (record: DispositionRecord) => { code: ErrorCode; fields?: FieldError[] } | undefined = () => undefined;
  maxItems = 50;
  now: () => number = Date.now;
  private serial = 0;

  private constructor(
    readonly config: RuntimeConfig,
    private readonly keys: CryptoKeyPair,
  ) {}

  static async create(): Promise<TestServer> {
    const keys = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair;
    const publicKey = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
    const bases = {
      main: '/api/v1',
      crm: '',
      reporting: '',
      brake: '',
      dialer: '',
      notification: '',
      selfCure: '',
      chatbot: '',
      root: '',
    };
    const config: RuntimeConfig = {
      bases,
      defaultDashboardAgencyCodes: [],
      sealing: { keyId: 'k1', publicKey },
      demo: false,
      demoSignIns: [],
      cachedLoansHours: 72,
    };
    return new TestServer(config, keys);
  }

  transport: Transport = async (request) => {
    this.calls.push(request);
    if (this.down) throw new TypeError('fetch failed');
    const url = new URL(request.url, 'http://server.test');
    const replaced = await this.before(request, url.pathname);
    if (replaced) return replaced;
    const result = await this.handle(request, url);
    this.after(request, url.pathname);
    return result;
  };

  tokensOf(user: ServerUser): SessionTokens {
    return {
      token: user.token,
      refreshToken: user.refreshToken,
      expiresAt: new Date(this.now() + 900_000).toISOString(),
      sessionEndsAt: new Date(this.now() + 7 * 86_400_000).toISOString(),
      serverTime: new Date(this.now()).toISOString(),
    };
  }

  private async callerOf(request: TransportRequest, url: URL): Promise<string | TransportAnswer> {
    const headers = request.headers ?? {};
    const device = headers['x-device-id'];
    if (device) {
      const publicKey = this.devices.get(device);
      const userId = headers['x-device-user'] ?? '';
      const text = signedText(
        request.method,
        `${url.pathname}${url.search}`,
        headers['x-device-at'] ?? '',
        await sha256Hex(request.body ?? ''),
      );
      if (!publicKey || !(await verifyText(publicKey, text, headers['x-device-signature'] ?? '')))
        return refuse('not-signed-in');
      if (Math.abs(Date.parse(headers['x-device-at'] ?? '') - this.now()) > 2 * 86_400_000)
        return refuse('not-signed-in');
      if (
        this.revokedDevices.has(device) &&
        !/\/(quarantine|report)$/.test(url.pathname) &&
        !this.mayBring(request, url)
      )
        return refuse('device-revoked');
      return userId;
    }
    const token = headers.authorization?.replace('Bearer ', '');
    const user = [...this.users.values()].find((candidate) => candidate.token === token);
    if (!user || this.ended.has(user.profile.id)) return refuse('not-signed-in');
    if (user.deviceId && this.revokedDevices.has(user.deviceId)) return refuse('device-revoked');
    return user.profile.id;
  }

  /** A withdrawn device may bring the files that a record which it handed over names, and no others. */
  private mayBring({ headers = {} }: TransportRequest, { pathname }: URL): boolean {
    const under = /^\/api\/v2\/attachments\/(?:([0-9a-f]{64})$|uploads(?:\/(.+))?$)/.exec(pathname);
    if (!under) return false;
    const metadata = /(?:^|,)sha256 ([^,]+)/.exec(headers['upload-metadata'] ?? '')?.[1];
    const sha256 = under[1] ?? (under[2] ? this.uploads.get(under[2])?.sha256 : metadata && atob(metadata));
    return [...this.quarantined.values()].some(({ record }) =>
      record.attachments.some((file) => file.sha256 === sha256),
    );
  }

  private async handle(request: TransportRequest, url: URL): Promise<TransportAnswer> {
    const path = url.pathname;
    if (path === '/api/v2/ping')
      return answer(200, { recoup: 'pong', serverTime: new Date(this.now()).toISOString(), contractVersion: 1 });
    if (path === '/config.json') return answer(200, this.config);
    if (path === '/api/v1/profile/authenticate')
      return request.method === 'POST' ? this.signIn(request) : this.renew(request);
    if (path === '/api/v1/profile/logout') return answer(200, { success: true });
    const caller = await this.callerOf(request, url);
    if (typeof caller !== 'string') return caller;
    if (path === '/api/v1/disposition/all')
      return answer(200, {
        success: true,
        data: { codes: DEFAULT_CODES, policy: { maxPtpDays: 30, zone: 'Asia/Kolkata', order: this.order } },
      });
    if (path === '/api/v1/profile/password') return this.changePassword(request, caller);
    if (path === '/api/v2/devices/report') {
      this.reports.push(JSON.parse(String(request.body)) as { events: { kind: string }[] });
      const device = request.headers?.['x-device-id'] ?? '';
      const data = { at: new Date(this.now()).toISOString(), revoked: this.revokedDevices.has(device), decisions: [] };
      return answer(200, { success: true, data });
    }
    if (path === '/api/v2/sync/loans') return this.sync(url, caller);
    if (path === '/api/v1/call-disposition') {
      const call = { callId: request.headers?.['idempotency-key'] ?? '', ...JSON.parse(String(request.body)) };
      this.startedCalls.set(call.callId, call);
      return answer(200, { success: true, data: call });
    }
    if (path === '/api/v2/contact-gate/phone-rules' && this.phoneRules)
      return answer(200, { success: true, data: this.phoneRules });
    if (path === '/api/v2/call-disposition') return this.form(request, caller);
    if (path === '/api/v2/call-disposition/batch') return this.batch(request, caller);
    if (path === '/api/v2/call-disposition/quarantine') return this.quarantine(request, caller);
    const file = /^\/api\/v2\/attachments\/([0-9a-f]{64})$/.exec(path);
    if (file?.[1]) return this.state(file[1]);
    if (path.startsWith(UPLOADS)) return this.tus(request, path, caller);
    return refuse('not-found');
  }

  private signIn(request: TransportRequest): TransportAnswer {
    const body = JSON.parse(String(request.body)) as {
      username?: string;
      email?: string;
      password: string;
      device?: { id: string; publicKey: string };
    };
    const user = [...this.users.values()].find(
      ({ profile }) => profile.username === body.username || profile.email === body.email,
    );
    if (!user || user.password !== body.password) return refuse('wrong-credentials');
    if (body.device && this.revokedDevices.has(body.device.id)) return refuse('device-revoked');
    if (body.device) this.devices.set(body.device.id, body.device.publicKey);
    user.deviceId = body.device?.id;
    this.serial += 1;
    user.token = `token-${user.profile.username}-${this.serial}`;
    user.refreshToken = `refresh-${user.profile.username}-${this.serial}`;
    this.ended.delete(user.profile.id);
    return answer(200, { success: true, data: { authenticationResult: this.tokensOf(user), profile: user.profile } });
  }

  private renew(request: TransportRequest): TransportAnswer {
    const user = [...this.users.values()].find(({ refreshToken }) => refreshToken === request.headers?.refreshtoken);
    if (!user || this.ended.has(user.profile.id)) return refuse('session-ended');
    if (user.deviceId && this.revokedDevices.has(user.deviceId)) return refuse('device-revoked');
    this.serial += 1;
    user.token = `token-${user.profile.username}-${this.serial}`;
    user.refreshToken = `refresh-${user.profile.username}-${this.serial}`;
    return answer(200, { success: true, data: { authenticationResult: this.tokensOf(user) } });
  }

  private changePassword(request: TransportRequest, userId: string): TransportAnswer {
    const { current, next } = JSON.parse(String(request.body)) as { current: string; next: string };
    const user = this.users.get(userId);
    if (!user || user.password !== current) return refuse('wrong-credentials');
    user.password = next;
    return answer(200, { success: true, data: { endedSessions: 1 } });
  }

  private async open(item: Incoming): Promise<DispositionRecord> {
    if (item.record) return item.record;
    const plain = await openSealed(this.keys.privateKey, item.sealed ?? '');
    return JSON.parse(new TextDecoder().decode(plain)) as DispositionRecord;
  }

  private async batch(request: TransportRequest, userId: string): Promise<TransportAnswer> {
    const { items } = JSON.parse(String(request.body)) as { items: Incoming[] };
    if (items.length > this.maxItems) return refuse('too-large');
    const results: unknown[] = [];
    for (const item of items) results.push(await this.take(item, userId));
    return answer(200, { success: true, results, serverTime: new Date(this.now()).toISOString() });
  }

  private async form({ headers = {}, body }: TransportRequest, userId: string): Promise<TransportAnswer> {
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const record = JSON.parse(String(form.get('disposition'))) as DispositionRecord;
    const named = new Set(record.attachments.map(({ sha256 }) => sha256));
    for (const [part, file] of form.entries()) {
      if (part === 'disposition') continue;
      const plain = new Uint8Array(await (file as File).arrayBuffer());
      const sha256 = await sha256Hex(plain);
      if (!named.has(sha256)) return refuse('invalid');
      this.partsReceived.push({ sha256, offset: 0, length: plain.length, part });
      this.files.set(sha256, { plain });
    }
    const signature = headers['x-record-signature'];
    const item = {
      key: headers['idempotency-key'] ?? '',
      hash: headers['x-payload-hash'] ?? '',
      record,
      ...(signature !== undefined && { signature }),
    };
    const taken = (await this.take(item, userId)) as { receipt?: Receipt; error?: { code: ErrorCode } };
    if (taken.error) return refuse(taken.error.code);
    return answer(200, { success: true, message: 'Disposition Added Successfully', data: taken.receipt });
  }

  private async take(item: Incoming, userId: string): Promise<unknown> {
    const failed = (code: ErrorCode, fields?: FieldError[]) => {
      const { status, class: kind, message } = ERRORS[code];
      return { key: item.key, error: { code, class: kind, status, message, ...(fields && { fields }) } };
    };
    const record = await this.open(item);
    this.arrivals.push({ key: item.key, loanId: record.loanId, userId });
    const id = `${userId}:${item.key}`;
    if (this.barred.has(id)) return failed('superseded');
    const known = this.records.get(id);
    if (known) return known.hash === item.hash ? { key: item.key, receipt: known.receipt } : failed('key-conflict');
    if ((await sha256Hex(canonicalJson(record))) !== item.hash) return failed('hash-mismatch');
    if (!recordSchema.safeParse(record).success) return failed('invalid', [{ path: 'code', message: 'Not a record' }]);
    const earlier = (record.mends ?? []).map((key) => `${userId}:${key}`);
    if (earlier.some((key) => this.barred.has(key) || this.records.has(key))) return failed('key-conflict');
    const judged = this.judge(record);
    if (judged) return failed(judged.code, judged.fields);
    if (record.attachments.some((file) => !this.files.has(file.sha256)))
      return failed('not-yet', [{ path: 'attachments', message: 'A file has not arrived yet' }]);
    for (const key of earlier) this.barred.add(key);
    this.serial += 1;
    const receipt: Receipt = {
      key: item.key,
      hash: item.hash,
      recordId: record.id,
      receiptNo: `R-${String(this.serial).padStart(6, '0')}`,
      outcome: 'applied',
      receivedAt: new Date(this.now()).toISOString(),
      chain: { seq: this.serial, hash: item.hash },
    };
    const form = item.sealed ? 'sealed' : 'readable';
    this.records.set(id, { userId, hash: item.hash, record, receipt, form, signature: item.signature });
    return { key: item.key, receipt };
  }

  private async quarantine(request: TransportRequest, userId: string): Promise<TransportAnswer> {
    const { item, reason } = JSON.parse(String(request.body)) as { item: Incoming; reason: { code: string } };
    this.quarantined.set(item.key, { userId, code: reason.code, record: await this.open(item) });
    return answer(200, { success: true, data: { key: item.key } });
  }

  private state(sha256: string): TransportAnswer {
    const received = Math.max(
      0,
      ...[...this.uploads.values()].filter((upload) => upload.sha256 === sha256).map(({ parts }) => parts.length),
    );
    const data = { sha256, received, complete: this.files.has(sha256) };
    return answer(200, attachmentState.response.parse({ success: true, data }));
  }

  private async tus(request: TransportRequest, path: string, userId: string): Promise<TransportAnswer> {
    const { method, headers = {} } = request;
    const marks = { 'tus-resumable': TUS_VERSION };
    const bare = (status: number, more: Record<string, string>) => answer(status, '', { ...marks, ...more });
    const refused = (code: ErrorCode) =>
      method === 'HEAD' ? bare(ERRORS[code].status, { 'x-error-code': code }) : refuse(code, marks);
    if (headers['tus-resumable'] !== TUS_VERSION) return refused('invalid');
    if (method === 'POST') {
      const metadata = Object.fromEntries(
        (headers['upload-metadata'] ?? '')
          .split(',')
          .map((pair) => pair.split(' ').map((part, at) => (at ? atob(part) : part))),
      ) as Record<string, string>;
      const id = uuidv7();
      const { sha256 = '', sealedkey = '' } = metadata;
      const length = Number(headers['upload-length']);
      this.uploads.set(id, { userId, sha256, sealedKey: sealedkey, length, parts: new Uint8Array(0) });
      return bare(201, { location: `${UPLOADS}/${id}` });
    }
    const id = path.slice(UPLOADS.length + 1);
    const upload = this.uploads.get(id);
    if (!upload || upload.userId !== userId) return refused('not-found');
    if (method === 'HEAD')
      return bare(200, { 'upload-offset': String(upload.parts.length), 'upload-length': String(upload.length) });
    const part = request.body as Uint8Array<ArrayBuffer>;
    const offset = Number(headers['upload-offset']);
    if (offset !== upload.parts.length) return refused('offset-conflict');
    if (offset + part.length > upload.length) return refused('too-large');
    this.partsReceived.push({ sha256: upload.sha256, offset, length: part.length });
    const grown = new Uint8Array(offset + part.length);
    grown.set(upload.parts);
    grown.set(part, offset);
    upload.parts = grown;
    if (grown.length === upload.length && !(await this.finish(upload))) {
      this.uploads.delete(id);
      return refused('hash-mismatch');
    }
    return bare(204, { 'upload-offset': String(grown.length) });
  }

  private async finish({ sha256, sealedKey, parts }: TestUpload): Promise<boolean> {
    const raw = await openSealed(this.keys.privateKey, sealedKey);
    const plain = await openBytes(await importDeviceKey(raw), parts).catch(() => undefined);
    if (!plain || (await sha256Hex(plain)) !== sha256) return false;
    this.files.set(sha256, { plain });
    return true;
  }

  /** Changes a loan, or adds it, so that the next delta brings it. */
  change(loan: Loan): void {
    this.loans = [...this.loans.filter((other) => other.id !== loan.id), loan];
    this.changes.push({ seq: this.changes.length + 1, loan });
  }

  revoke(loanId: string, reason: 'unassigned' | 'closed' | 'suppressed' | 'wiped' = 'unassigned'): void {
    this.loans = this.loans.filter((loan) => loan.id !== loanId);
    this.changes.push({ seq: this.changes.length + 1, revoked: { loanId, reason } });
  }

  private sync(url: URL, owner: string): TransportAnswer {
    const limit = Number(url.searchParams.get('limit') ?? 500);
    const groups = url.searchParams.get('groups');
    const send = (data: object) =>
      answer(200, {
        success: true,
        data: {
          owner,
          reset: false,
          revoked: [],
          total: this.loans.length,
          digests: null,
          order: this.order?.version,
          serverTime: new Date(this.now()).toISOString(),
          ...data,
        },
      });
    const inOrder = [...this.loans].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (groups) {
      const wanted = new Set(groups.split(',').map(Number));
      const after = url.searchParams.get('cursor') ?? '';
      const rows = inOrder.filter(
        (loan) => wanted.has(Number.parseInt(loan.id.slice(24, 26), 16) % 16) && loan.id > after,
      );
      return send({ loans: rows.slice(0, limit), cursor: rows[limit - 1]?.id ?? 'zz', more: rows.length > limit });
    }
    const cursor = url.searchParams.get('cursor');
    const [epoch, kind, at = ''] = (cursor ?? `${this.epoch}.snapshot.`).split('.');
    const reset = Number(epoch) !== this.epoch;
    const digests = digestLoans(this.loans);
    if (kind === 'snapshot' || reset) {
      const rows = inOrder.filter((loan) => reset || loan.id > at);
      const page = rows.slice(0, limit);
      const more = rows.length > limit;
      const next = more ? `${this.epoch}.snapshot.${page.at(-1)?.id}` : `${this.epoch}.delta.${this.changes.length}`;
      return send({ reset, loans: page, cursor: next, more, digests: more ? null : digests });
    }
    const since = this.changes.filter((change) => change.seq > Number(at)).slice(0, limit);
    const upTo = since.at(-1)?.seq ?? Number(at);
    const more = upTo < this.changes.length;
    return send({
      loans: since.flatMap((change) => (change.loan ? [change.loan] : [])),
      revoked: since.flatMap((change) => (change.revoked ? [change.revoked] : [])),
      cursor: `${this.epoch}.delta.${upTo}`,
      more,
      digests: more ? null : digests,
    });
  }
}
