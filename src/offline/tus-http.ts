/**
 * How the protocol library reaches the server: through the engine's transport, so that tokens, device signatures, time
 * limits and faults of tests are the same for files as for records, in a page and in the worker.
 *
 * It also stands between the library and everything that is not our server. The library would take a captive portal's
 * 200 for progress, follow any address it is given, and begin anew when it is refused; here such an answer is none.
 */
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { appendToUpload, TUS_VERSION } from '../../core/contract/attachments';
import { ERRORS, type ErrorCode, errorBody } from '../../core/contract/errors';
import { type Bases, urlOf } from '../../core/contract/kit';
import type { Transport, TransportAnswer, TransportRequest } from './transport';

const TIMEOUT_MS = 60_000;
const UPLOAD_ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Absolute, because the library resolves addresses; in a page of the same origin it is the page's own. */
export function absolute(url: string): string {
  return new URL(url, globalThis.location?.origin ?? 'http://same-origin.invalid').href;
}

export const uploadUrl = (bases: Bases, upload: string): string => absolute(urlOf(bases, appendToUpload, { upload }));

export const uploadIdOf = (url: string): string | undefined => UPLOAD_ID.exec(url)?.[1];

const isErrorCode = (code: string | null): code is ErrorCode => code !== null && code in ERRORS;

/** A refusal to HEAD has no body: our server says its code in a header. */
function withBody(answer: TransportAnswer): TransportAnswer {
  const code = answer.header('x-error-code');
  return isErrorCode(code) ? { ...answer, text: JSON.stringify(errorBody(code)) } : answer;
}

const NOT_HERE: ReadonlySet<number> = new Set([404, 410]);

export interface TusHttp extends HttpStack {
  /** The newest answer, null when there was none: what a failure of the library means for the record. */
  last(): TransportAnswer | null;
}

export function tusHttp(transport: Transport, bases: Bases): TusHttp {
  let last: TransportAnswer | null = null;

  /** Throws for what the library must not see as an answer. */
  function check(request: TransportRequest, answer: TransportAnswer): void {
    const refuse = (why: string): never => {
      throw new Error(why);
    };
    if (answer.redirected || answer.header('tus-resumable') !== TUS_VERSION) refuse('not an answer of our server');
    const good = answer.status >= 200 && answer.status < 300;
    // The library takes any refusal here for an upload that is gone, and would send its bytes again.
    if (request.method === 'HEAD' && !good && !NOT_HERE.has(answer.status)) refuse('refused');
    if (request.method === 'PATCH' && good) {
      const from = Number(request.headers?.['upload-offset']);
      const to = Number(answer.header('upload-offset') ?? Number.NaN);
      const sent = request.body?.length ?? 0;
      if (!(to > from && to <= from + sent)) refuse('an offset that cannot be');
    }
  }

  const responseOf = (answer: TransportAnswer): HttpResponse => ({
    getStatus: () => answer.status,
    getHeader(name) {
      const value = answer.header(name.toLowerCase()) ?? undefined;
      if (name.toLowerCase() !== 'location' || value === undefined) return value;
      // Only the id is believed: bytes and tokens go to no other address than the one this app was given.
      const id = uploadIdOf(value);
      return id && uploadUrl(bases, id);
    },
    getBody: () => answer.text,
    getUnderlyingObject: () => answer,
  });

  return {
    last: () => last,
    getName: () => 'transport',
    createRequest(method, url): HttpRequest {
      const headers: Record<string, string> = {};
      return {
        getMethod: () => method,
        getURL: () => url,
        setHeader(name, value) {
          headers[name.toLowerCase()] = value;
        },
        getHeader: (name) => headers[name.toLowerCase()],
        setProgressHandler() {},
        async send(body: Uint8Array<ArrayBuffer> | null) {
          const request: TransportRequest = {
            method: method as TransportRequest['method'],
            url,
            headers,
            timeoutMs: TIMEOUT_MS,
            ...(body && { body }),
          };
          last = null;
          const answer = withBody(await transport(request));
          last = answer;
          check(request, answer);
          return responseOf(answer);
        },
        abort: async () => {},
        getUnderlyingObject: () => undefined,
      };
    },
  };
}
