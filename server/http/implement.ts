/** How a module answers an endpoint of the contract. Mounting, validation, authorisation and errors are in this folder. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { EndpointId, EndpointOf } from '../../core/contract';
import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '../../core/contract/errors';
import type { RequestOf, ResponseOf } from '../../core/contract/kit';
import type { Role } from '../../core/domain/roles';

/** Who calls; built from the token (or a device's signature) alone, never from identity headers. */
export interface Actor {
  tenantId: string;
  userId: string;
  role: Role;
  sessionId: string | null;
  deviceId: string | null;
  /** `device`: the user is locked out and a registered device delivers their queue. */
  via: 'session' | 'device';
  /** The device has been withdrawn: it may hand over what it holds, and nothing of it takes effect. */
  revoked?: true;
  agencyId: string | null;
  clientId: string | null;
  fullName: string;
}

export interface UploadedFile {
  field: string;
  filename: string;
  mime: string;
  bytes: Buffer;
}

export interface Call<Id extends EndpointId> extends RequestOf<EndpointOf<Id>> {
  /** Set for every endpoint whose access is not public. */
  actor: Actor;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Raw body of `bytes` endpoints. */
  bytes: Buffer;
  /** Files of `multipart` endpoints. */
  files: UploadedFile[];
  /** Body of `stream` endpoints while it arrives; it breaks off when the connection does. */
  stream: Readable;
}

/** Answers with something other than the contract's JSON: a download. A stream of a file of any size holds none of it. */
export class FileReply {
  constructor(
    readonly content: Buffer | Readable,
    readonly mime: string,
    readonly filename: string,
  ) {}
}

/** Answers with headers alone, under the status that the contract names: for endpoints that are `bare`. */
export class BareReply {
  constructor(readonly headers: Readonly<Record<string, string>>) {}
}

/** Answers a person's browser with a page instead of the contract's JSON. */
export class PageReply {
  constructor(
    readonly html: string,
    readonly status: 200 | 404 | 410 | 429 = 200,
  ) {}
}

/** Answers with events that come as they happen; the response is the handler's from then on, its end included. */
export class EventsReply {
  constructor(readonly attach: (response: ServerResponse) => void) {}
}

export type Handler<Id extends EndpointId> = (
  call: Call<Id>,
) => Promise<ResponseOf<EndpointOf<Id>> | FileReply | BareReply | PageReply | EventsReply>;

/** Every endpoint has its handler or the server does not compile. */
export type Handlers = { [Id in EndpointId]: Handler<Id> };

/** The expected kind of failure: becomes the contract's error body with its status. */
export class ApiError extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly more: {
      message?: string;
      fields?: FieldError[];
      contact?: ErrorBody['contact'];
      resetToken?: string;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(more.message ?? ERRORS[code].message, { cause: more.cause });
    this.name = 'ApiError';
    this.status = ERRORS[code].status;
  }
}
