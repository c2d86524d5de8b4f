/**
 * How the engine reaches the server. The page passes a sender that adds the bearer token, the service worker one that
 * signs as the device, tests one that injects faults; the code that sends is the same.
 */
export interface TransportRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** ms; 30 s when left out. */
  timeoutMs?: number;
}

export interface TransportAnswer {
  status: number;
  /** True when the answer came from another address than asked (a captive portal). */
  redirected: boolean;
  header(name: string): string | null;
  text: string;
}

/** Rejects when there was no answer at all: no network, timeout, aborted. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** Parses a body that claims to be JSON; undefined for anything else (an HTML page, nothing). */
export function jsonOf(answer: TransportAnswer): unknown {
  if (answer.redirected) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The plain sender over `fetch`. No cookies, no cache; redirects are seen, not trusted. */
export const fetchTransport: Transport = async ({ method, url, headers = {}, body, timeoutMs = 30_000 }) => {
  const type =
    body === undefined
      ? undefined
      : typeof body === 'string'
        ? 'application/json; charset=utf-8'
        : 'application/octet-stream';
  const response = await fetch(url, {
    method,
    headers: { ...(type && { 'content-type': type }), ...headers },
    body,
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return {
    status: response.status,
    redirected: response.redirected || response.type === 'opaqueredirect',
    header: (name) => response.headers.get(name),
    text,
  };
};
