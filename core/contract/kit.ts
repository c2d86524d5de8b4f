/**
 * Endpoints as data. The server mounts from these rows, the client calls through them, OpenAPI, authorisation and
 * the role × endpoint tests are derived from them: a second list of endpoints must not exist.
 */
import type * as z from 'zod/mini';
import type { Role } from '../domain/roles';

/** Which base path of `/config.json` an endpoint hangs under (decisions.md "Services and base paths"). */
export type Service =
  | 'main'
  | 'crm'
  | 'reporting'
  | 'brake'
  | 'dialer'
  | 'notification'
  | 'selfCure'
  | 'chatbot'
  | 'root';

/**
 * What part of the data a call may touch, enforced by the handler's repository and walked by the authorisation test:
 * `self` rows of the caller · `loan` one loan the caller may see (assigned, team below, agency, client, tenant by role) ·
 * `loans` lists filtered by that same rule · `team` what belongs to the caller's people (all below, their agency, the
 * tenant) · `tenant` reference data of the caller's tenant · `none` no data.
 */
export type Scope = 'self' | 'loan' | 'loans' | 'team' | 'tenant' | 'none';

export type Access =
  | { kind: 'public' }
  | {
      kind: 'session';
      roles: '*' | readonly Role[];
      scope: Scope;
      /**
       * Also open to a registered device's signature while its user is locked out (offline.md "On the device");
       * `revoked`: even when the device has been withdrawn.
       */
      device?: true | 'revoked';
    };

export type Schema = z.core.$ZodType;

export interface Endpoint {
  /** Stable name, `module.verb`; the key of the registry and of the OpenAPI operation. */
  id: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  service: Service;
  /** As in the specification; parameters as `{name}`. */
  path: string;
  summary: string;
  access: Access;
  /**
   * `key`: the call carries an idempotency key and a repeat answers with the first answer.
   * `natural`: repeating it changes nothing more. `safe`: it only reads. `none`: each call counts.
   */
  idempotency: 'key' | 'natural' | 'safe' | 'none';
  /** Lower-case names; unknown headers pass, these are validated. Identity headers must agree with the token. */
  headers?: Schema;
  params?: Schema;
  query?: Schema;
  /**
   * JSON by default; `multipart` carries JSON in named fields plus files, `bytes` is raw octets, read whole; `stream` is
   * raw octets of the resumable upload protocol, given to the handler while they arrive; `file` the same under any content type,
   * for addresses that carry their own signature.
   */
  bodyKind?: 'json' | 'multipart' | 'bytes' | 'stream' | 'file';
  body?: Schema;
  /** Of `multipart`: the parts that may be files, each as often as it comes. Left out, a file may have any name. */
  files?: readonly string[];
  /** Bytes; refused with 413 above it. */
  bodyLimit?: number;
  response: Schema;
  /** Of endpoints that answer with a status and headers and have no body; `response` is then not used. */
  bare?: { status: 200 | 201 | 204; headers: Schema };
  /** Answers with events that go on for minutes; what is held to a bound is how many begin at once. */
  events?: true;
  /** Its work grows with a file, a list or a report: one at a time for a person and two for a tenant; a few wait, more are answered `busy`. */
  heavy?: true;
  /** Asked for every second or so by another program: logged only when it does not go well. */
  routine?: true;
  /** On every answer of the endpoint, refusals too: by them a client knows who speaks. */
  marks?: Readonly<Record<string, string>>;
}

/** Marked free of side effects so that a bundle carries only the endpoints it calls. */
/* @__NO_SIDE_EFFECTS__ */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type Out<S> = S extends Schema ? z.core.output<S> : undefined;
type In<S> = S extends Schema ? z.core.input<S> : undefined;

/** What a handler receives once the server has validated a request of endpoint `E`. */
export interface RequestOf<E extends Endpoint> {
  headers: Out<E['headers']>;
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}
/** What a client passes to call endpoint `E`. */
export interface CallOf<E extends Endpoint> {
  headers: In<E['headers']>;
  params: In<E['params']>;
  query: In<E['query']>;
  body: In<E['body']>;
}
export type ResponseOf<E extends Endpoint> = Out<E['response']>;

/** Services' base paths as `/config.json` gives them; the defaults are same-origin. */
export type Bases = Record<Service, string>;

/** The URL of a call: base, path with parameters filled in, query string. Undefined query values are left out. */
export function urlOf(
  bases: Bases,
  endpoint: Pick<Endpoint, 'service' | 'path'>,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path}: parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const base = bases[endpoint.service].replace(/\/$/, '');
  const suffix = search.size ? `?${search}` : '';
  return `${base}${path.startsWith('/') ? '' : '/'}${path}${suffix}`;
}
