/**
 * The typed client, built from the contract's endpoints. Desk screens only: the field's path to the server is the
 * offline engine. Axios, because installations hook into its interceptors.
 */
import axios, { type AxiosInstance, isAxiosError } from 'axios';
import { safeParse } from 'zod/mini';
import { errorBodySchema } from '../../core/contract/errors';
import { type Bases, type CallOf, type Endpoint, type ResponseOf, urlOf } from '../../core/contract/kit';
import { wholeText } from '../../core/domain/whole-text';
import { ApiError } from './api-error';
import { type Caller, type IdentityHeader, identityHeaders } from './identity-headers';

export interface ApiOptions {
  bases: Bases;
  /** Who is signed in: the calls say so in the headers that their endpoints name. */
  caller: Caller;
  /** The access token, renewed when it is about to end; undefined when there is none. */
  accessToken: () => Promise<string | undefined>;
  /** Renews after a refusal of `token`. */
  renew: (token: string) => Promise<'renewed' | 'unreachable' | 'ended'>;
  /** The server ended the session. */
  onSessionEnded: () => void;
}

/** What the caller passes: only the parts the endpoint has. */
type Needed<Part> = {
  [Key in keyof Part as Part[Key] extends undefined ? never : Key]: Part[Key];
};
/** Those that only name the caller are filled in; what stands here then need not be given. */
type Headers<Part> = Omit<Part, IdentityHeader> & Partial<Pick<Part, IdentityHeader & keyof Part>>;
type HeadersOf<Part> = [Part] extends [undefined]
  ? unknown
  : object extends Headers<Part>
    ? { headers?: Headers<Part> }
    : { headers: Headers<Part> };
export type Call<E extends Endpoint> = Needed<Omit<CallOf<E>, 'headers'>> &
  HeadersOf<CallOf<E>['headers']> & {
    signal?: AbortSignal;
    /** The body of a `bytes` endpoint. */
    bytes?: Blob;
    /** Files of a `multipart` endpoint by their part's name; its body goes along as JSON fields. */
    files?: Readonly<Record<string, File>>;
  };

export interface Api {
  /** Rejects with `ApiError`. The answer has passed the endpoint's schema. */
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<ResponseOf<E>>;
  /** An answer that does not end, to be read while it comes. Rejects with `ApiError` when it does not begin. */
  stream<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<ReadableStream<Uint8Array>>;
}

function formOf(body: unknown, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, JSON.stringify(value));
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isAxiosError(error) && error.response) {
    const own = errorBodySchema.safeParse(error.response.data);
    const { status } = error.response;
    if (own.success) return new ApiError(own.data.message, { status, ...own.data }, { cause: error });
    return new ApiError(
      'The answer did not come from the Recoup server.',
      { status, class: status >= 500 ? 'retry' : 'defect' },
      { cause: error },
    );
  }
  return new ApiError('Network error', { status: 0, class: 'retry' }, { cause: error });
}

/** Section 7: a global interceptor adds the bearer token when it is missing. */
function withToken(http: AxiosInstance, options: ApiOptions): void {
  http.interceptors.request.use(async (request) => {
    if (!request.headers.has('Authorization')) {
      const token = await options.accessToken();
      if (token) request.headers.set('Authorization', `Bearer ${token}`);
    }
    return request;
  });
}

export function createApi(options: ApiOptions): Api {
  const http = axios.create({ timeout: 30_000 });
  withToken(http, options);

  async function send<E extends Endpoint>(endpoint: E, call: Call<E>, again: boolean): Promise<unknown> {
    const parts = call as Partial<{
      params: Record<string, string>;
      query: Record<string, string | number | boolean | undefined>;
      headers: Record<string, string>;
      body: unknown;
      bytes: Blob;
      files: Readonly<Record<string, File>>;
      signal: AbortSignal;
    }>;
    try {
      const answer = await http.request<unknown>({
        method: endpoint.method,
        url: urlOf(options.bases, endpoint, parts.params, parts.query),
        headers: {
          ...identityHeaders(endpoint, options.caller),
          ...parts.headers,
          ...(parts.bytes && { 'content-type': 'application/octet-stream' }),
        },
        data:
          endpoint.bodyKind === 'multipart'
            ? formOf(wholeText(parts.body), parts.files ?? {})
            : (parts.bytes ?? wholeText(parts.body)),
        signal: parts.signal,
      });
      return answer.data;
    } catch (error) {
      const problem = apiErrorOf(error);
      const sent = isAxiosError(error) && String(error.config?.headers.get('Authorization') ?? '');
      if (problem.detail.class !== 'login' || !sent || again) throw problem;
      const renewed = await options.renew(sent.replace('Bearer ', ''));
      if (renewed === 'renewed') return send(endpoint, call, true);
      if (renewed === 'ended') options.onSessionEnded();
      throw problem;
    }
  }

  async function open<E extends Endpoint>(endpoint: E, call: Call<E>, again: boolean): Promise<Response> {
    const { params, query, signal } = call as {
      params?: Record<string, string>;
      query?: Record<string, string | undefined>;
      signal?: AbortSignal;
    };
    const token = await options.accessToken();
    const response = await fetch(urlOf(options.bases, endpoint, params, query), {
      headers: { ...(token && { authorization: `Bearer ${token}` }) },
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw apiErrorOf(error);
    });
    if (response.ok) return response;
    const { status } = response;
    if (status === 401 && token && !again && (await options.renew(token)) === 'renewed')
      return open(endpoint, call, true);
    throw new ApiError('The stream did not begin', { status, class: status === 401 ? 'login' : 'retry' });
  }

  return {
    async stream(endpoint, call) {
      const { body } = await open(endpoint, call, false);
      if (!body) throw new ApiError('Network error', { status: 0, class: 'retry' });
      return body;
    },
    async call(endpoint, call) {
      const data = await send(endpoint, call, false);
      const parsed = safeParse(endpoint.response, data);
      if (!parsed.success)
        throw new ApiError('The answer has a form this version does not know. Update the app.', {
          status: 200,
          class: 'defect',
        });
      return parsed.data as ResponseOf<typeof endpoint>;
    },
  };
}
