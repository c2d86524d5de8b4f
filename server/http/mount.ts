/**
 * Mounts every endpoint of the contract: authentication and role, then the request against its schemas, then the
 * handler, then the answer against its schema. A handler only ever sees what has passed.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/v4/core';
import { type EndpointId, endpoints } from '../../core/contract';
import type { Bases, Endpoint } from '../../core/contract/kit';
import { mayChangeSettings } from '../../core/domain/people';
import { heavily } from '../db/heavy-places';
import type { Logger } from '../platform/logger';
import { addressOf } from './address';
import { type Admission, createAdmission, createBound } from './admission';
import type { Authority } from './authority';
import { readBody, readWhole, refuseBody, STREAM_TYPE } from './body';
import { type HeavyWork, heavyLimits, heavyWork } from './heavy';
import {
  type Actor,
  ApiError,
  BareReply,
  type Call,
  EventsReply,
  FileReply,
  type Handlers,
  PageReply,
} from './implement';
import { takesItsTime } from './slow-requests';
import { refuseAny, refuseUnstorable, strictForm, validate } from './validate';

/** Base paths on this server (decisions.md "Services and base paths"); `/config.json` tells them to clients. */
export const BASES: Bases = {
  main: '/api/v1',
  crm: '',
  reporting: '/reporting',
  brake: '/brake',
  dialer: '/dialer',
  notification: '/notification',
  selfCure: '/self-cure',
  chatbot: '/chatbot',
  root: '',
};

/** Headers by which old clients name themselves, and what each must agree with. */
const IDENTITY_HEADERS = {
  tenantid: 'tenantId',
  profileid: 'userId',
  sub: 'userId',
  collectorid: 'userId',
  userid: 'userId',
  managerid: 'userId',
} as const satisfies Record<string, 'tenantId' | 'userId'>;

export interface MountDeps {
  authority: Authority;
  logger: Logger;
  /** Bytes of a body whose endpoint names no limit. */
  bodyLimit: number;
  /** Connections to the database, which heavy work may not take all of. */
  connections: number;
}

type AnyHandler = (call: Call<EndpointId>) => Promise<unknown>;

const pathOf = (endpoint: Endpoint): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
  return `${BASES[endpoint.service]}${path.startsWith('/') ? '' : '/'}${path}`;
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const tokenOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Registered on an encapsulated instance, so that its body parsing stays its own. */
export async function mountEndpoints(app: FastifyInstance, handlers: Handlers, deps: MountDeps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: true });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Bodies stay raw until the caller is known; a device's signature is over the raw bytes.
  app.addContentTypeParser(
    ['application/json', 'application/octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser(STREAM_TYPE, (_request, body, done) => done(null, body));
  // Lanes of their own, so that a flood of phones leaves the desks their room, and streams that all come back do too.
  const lanes = {
    phones: createAdmission(),
    desks: createBound(DESK_REQUESTS),
    streams: createBound(STREAMS_BEGINNING),
  };
  const heavy = heavyWork(heavyLimits(deps.connections));
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const admission = endpoint.access.kind === 'public' ? null : lanes[laneOf(endpoint)];
    mountOne(app, endpoint, handlers[endpoint.id as EndpointId] as AnyHandler, { ...deps, admission, heavy });
  }
}

/** Requests of desks under way at once in this process; beyond it the database's connections are long taken. */
const DESK_REQUESTS = 256;

/**
 * Streams that are being opened at once. An open one holds no place: it left the framework. Opening costs one look at who
 * calls, and all desks of a floor open theirs in the second in which a server is back.
 */
const STREAMS_BEGINNING = 2048;

const laneOf = (endpoint: Endpoint) => (endpoint.events ? 'streams' : isForPhones(endpoint) ? 'phones' : 'desks');

/** What a phone sends and fetches by itself, and tries again by itself when it is told to wait. */
const isForPhones = ({ id, access }: Endpoint): boolean =>
  (access.kind === 'session' && access.device === true) || /^(sync|attachments)\./.test(id);

/** What a request costs, about one for a record: bodies by their length, an answer of many loans like a few dozen records. */
const weightOf = (endpoint: Endpoint, bytes: number): number =>
  1 + (endpoint.bodyKind === 'bytes' ? bytes / 65_536 : bytes / 1024) + (endpoint.id.startsWith('sync.') ? 20 : 0);

interface OneDeps extends MountDeps {
  /** Null for what is always let in: health, the ping, signing in (which has its own limit). */
  admission: Admission | null;
  heavy: HeavyWork;
}

function mountOne(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, deps: OneDeps): void {
  const { access } = endpoint;
  const limit = endpoint.bodyLimit ?? deps.bodyLimit;
  const sessions = new WeakMap<FastifyRequest, Actor>();

  function refuseWhenFull(weight: number, inside = false): void {
    const retryAfterSeconds = deps.admission?.refusal(weight, inside);
    if (retryAfterSeconds !== undefined) throw new ApiError('busy', { retryAfterSeconds });
  }

  function admit(actor: Actor): void {
    if (access.kind === 'session' && access.roles !== '*' && !access.roles.includes(actor.role)) {
      throw new ApiError('forbidden');
    }
    if (access.kind === 'session' && access.settings && !mayChangeSettings(actor)) throw new ApiError('forbidden');
  }

  async function refuseForgedIdentity(request: FastifyRequest, actor: Actor): Promise<void> {
    for (const [header, part] of Object.entries(IDENTITY_HEADERS)) {
      const claimed = headerOf(request, header);
      if (claimed !== undefined && claimed.toLowerCase() !== actor[part]) {
        await deps.authority.reportMismatch(actor, header, claimed.slice(0, 64), endpoint.id);
        throw new ApiError('identity-mismatch');
      }
    }
  }

  async function byDevice(request: FastifyRequest, body: Buffer): Promise<Actor> {
    const part = (name: string): string => {
      const value = headerOf(request, `x-device-${name}`);
      if (!value) throw new ApiError('not-signed-in');
      return value;
    };
    const claim = {
      tenantId: part('tenant'),
      userId: part('user'),
      deviceId: part('id'),
      at: part('at'),
      signature: part('signature'),
      method: request.method,
      pathAndQuery: request.raw.url ?? '',
      bodySha256: createHash('sha256').update(body).digest('hex'),
    };
    return deps.authority.byDevice(claim, access.kind === 'session' && access.device === 'revoked');
  }

  /** Before the body is read: nobody unknown makes us read megabytes, unless a device's signature may follow. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (endpoint.bodyKind === 'stream' || endpoint.bodyKind === 'file') takesItsTime(request.raw);
    if (endpoint.marks) reply.headers(endpoint.marks);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > limit) throw new ApiError('too-large');
    // Whatever a file claims to be, it is taken as it arrives: nothing of it is parsed or held here.
    if (endpoint.bodyKind === 'file') request.headers['content-type'] = STREAM_TYPE;
    if (access.kind === 'public') return;
    const weight = weightOf(endpoint, length);
    refuseWhenFull(weight);
    const token = tokenOf(request);
    if (token) {
      // Looking up who calls is work as well: five hundred at once would keep the database from those who are inside.
      const over = deps.admission?.begin(weight, true);
      try {
        const actor = await deps.authority.bySession(token);
        admit(actor);
        await refuseForgedIdentity(request, actor);
        sessions.set(request, actor);
      } finally {
        over?.();
      }
    } else if (!access.device || !headerOf(request, 'x-device-signature')) {
      throw new ApiError('not-signed-in');
    }
  }

  /** The work itself counts from here on: a body that takes minutes over a thin line keeps nobody else out. */
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!endpoint.body && (endpoint.bodyKind ?? 'json') === 'json') await refuseBody(request);
    // Waits for the line most of its time; what it costs besides was let in at the door.
    if (endpoint.bodyKind === 'stream' || endpoint.bodyKind === 'file') return work(request, reply);
    const weight = weightOf(endpoint, Buffer.isBuffer(request.body) ? request.body.length : 0);
    refuseWhenFull(weight, true);
    const over = deps.admission?.begin(weight);
    try {
      return await work(request, reply);
    } finally {
      over?.();
    }
  }

  /** Holds its place until a file that is read while it is sent has left. */
  async function heavyResult(request: FastifyRequest, actor: Actor, call: Call<EndpointId>): Promise<unknown> {
    const over = await deps.heavy.begin(actor);
    try {
      // Who left while waiting (another filter was chosen) costs nothing more.
      if (request.socket.destroyed) throw new ApiError('busy');
      const result = await heavily(() => handler(call));
      const content = result instanceof FileReply ? result.content : undefined;
      if (content instanceof Readable) content.once('close', over);
      else over();
      return result;
    } catch (error) {
      over();
      throw error;
    }
  }

  async function work(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { value, bytes, files, ...body } = await readBody(request, endpoint, limit);
    let { stream } = body;
    let actor = sessions.get(request);
    if (!actor && access.kind === 'session') {
      const signed = endpoint.bodyKind === 'stream' ? await readWhole(stream, limit) : bytes;
      if (endpoint.bodyKind === 'stream') stream = Readable.from([signed]);
      actor = await byDevice(request, signed);
      admit(actor);
      await refuseForgedIdentity(request, actor);
    }
    refuseUnstorable(request.params);
    refuseUnstorable(request.query);
    const call = {
      params: endpoint.params && validate(endpoint.params, request.params),
      query: queryOf(endpoint, request.query),
      headers: endpoint.headers && validate(endpoint.headers, request.headers),
      body: endpoint.body
        ? validate(endpoint.bodyKind === 'multipart' ? strictForm(endpoint.body) : endpoint.body, value)
        : refuseAny(value),
      actor,
      requestId: request.id,
      ip: addressOf(request),
      userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
      bytes,
      files,
      stream,
    } as Call<EndpointId>;
    const result = endpoint.heavy && actor ? await heavyResult(request, actor, call) : await handler(call);
    reply.header('cache-control', 'no-store');
    if (result instanceof BareReply && endpoint.bare) {
      const headers = z.safeParse(endpoint.bare.headers, result.headers);
      if (!headers.success)
        throw new ApiError('internal', { cause: new Error(`${endpoint.id} answered other headers`) });
      return reply
        .status(endpoint.bare.status)
        .headers(headers.data as Record<string, string>)
        .send();
    }
    if (result instanceof FileReply) {
      const name = result.filename.replace(/[^\w.() -]/g, '_').slice(0, 120) || 'file';
      return reply
        .header(
          'content-disposition',
          `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(result.filename)}`,
        )
        .type(result.mime)
        .send(result.content);
    }
    if (result instanceof PageReply) {
      return reply.status(result.status).type('text/html; charset=utf-8').send(result.html);
    }
    if (result instanceof EventsReply) {
      // The response leaves the framework, which would hold this request's place until the stream ends.
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        // Said to proxies that would collect it.
        'x-accel-buffering': 'no',
        // A server that ends must not wait for a client that keeps the line for its next request.
        connection: 'close',
      });
      reply.raw.flushHeaders();
      result.attach(reply.raw);
      return reply;
    }
    // The schema lets nothing out that the contract does not name; a mismatch is our defect, never a quiet wrong answer.
    const parsed = z.safeParse(endpoint.response, result);
    if (!parsed.success) {
      const where = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
      throw new ApiError('internal', {
        cause: new Error(`${endpoint.id} answered outside its schema: ${where.join(', ')}`),
      });
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(parsed.data));
  }

  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    bodyLimit: limit,
    config: { routine: endpoint.routine === true },
    onRequest: enter,
    handler: answer,
  });
}

/**
 * A borrower opens the page to pay or that of their offer from a message, and whoever carries messages hangs words of its own on addresses
 * to count who opens them; the page must open. Every other endpoint refuses what it does not know.
 */
const OPENED_FROM_MESSAGES: readonly string[] = [
  'paymentLinks.page',
  'settlements.offerPage',
  'settlements.answerOffer',
];
const queryOf = ({ id, query }: Endpoint, value: unknown): unknown => {
  if (query) return validate(query, value);
  return OPENED_FROM_MESSAGES.includes(id) ? undefined : refuseAny(value);
};
