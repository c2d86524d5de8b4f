/**
 * The one way by which the server calls others (security.md "Outgoing"): hosts from a list, no redirects, an address that is
 * checked when the connection is made (so that a name cannot lead inside), a time limit, a bounded answer.
 */
import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, Transform } from 'node:stream';

export interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer | string;
  timeoutMs?: number;
}
export interface OutgoingAnswer {
  status: number;
  /** At most 64 KB of it. */
  body: string;
}
/** An answer that is handed on as it comes. Its reader must read it or destroy it. */
export interface OutgoingFile {
  status: number;
  /** Its `content-type`, empty where none was said. */
  type: string;
  /** Fails with `OutgoingRefused` behind `mostBytes`. */
  content: Readable;
}
export interface Outgoing {
  /**
   * Rejects with `OutgoingRefused` for what must not be called, and with any other error where the other side was not
   * reached or did not answer in time. A redirect is an answer like any other.
   */
  post(request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** Rejects as `post`, and with `OutgoingRefused` for an answer that says it is longer. The time holds for all of it. */
  get(request: { url: string; mostBytes: number; timeoutMs?: number }): Promise<OutgoingFile>;
}

/** Trying again does not help. */
export class OutgoingRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingRefused';
  }
}

const TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 60_000;
const MOST_BYTES = 65_536;

/** Addresses that are not in the public internet. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return inside.check(mapped, 'ipv4');
  // Any other spelling of a mapped address is nobody's honest one.
  if (/^::ffff:/i.test(address)) return true;
  const family = isIP(address);
  return family === 0 || inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** `host`, `host:port` or `*.domain`. */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  const host = url.hostname.toLowerCase();
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase();
    if (pattern.startsWith('*.')) return host.endsWith(pattern.slice(1)) && url.port === '';
    return pattern === host ? url.port === '' : pattern === url.host.toLowerCase();
  });
}

/** Looks a name up and refuses it when any of its addresses lies inside: the one that is connected to is one of these. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [], 0);
    const [first] = found;
    if (!first || found.some(({ address }) => isInside(address))) {
      return callback(new OutgoingRefused(`${hostname} leads to an address that is not public`), [], 0);
    }
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

/** A host that the list names by its address and port may be anywhere, this machine included: an operator wrote it. */
export function createOutgoing(allowed: readonly string[]): Outgoing {
  /** Throws `OutgoingRefused`. */
  function checked(text: string): URL {
    if (!URL.canParse(text)) throw new OutgoingRefused('Not an address');
    const url = new URL(text);
    if (!isAllowed(url, allowed)) throw new OutgoingRefused(`${url.host} is not among the hosts that may be called`);
    const literal = isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && literal)) {
      throw new OutgoingRefused('Only https is called');
    }
    return url;
  }
  const sender = (url: URL) => (url.protocol === 'https:' ? tlsRequest : plainRequest);
  return {
    async post({ url: text, headers, body, timeoutMs = TIMEOUT_MS }) {
      const url = checked(text);
      return new Promise<OutgoingAnswer>((resolve, reject) => {
        const request = sender(url)(
          url,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
            lookup: checkedLookup,
            agent: false,
            signal: AbortSignal.timeout(timeoutMs),
          },
          (response) => {
            const chunks: Buffer[] = [];
            let size = 0;
            response.on('data', (chunk: Buffer) => {
              size += chunk.length;
              if (size <= MOST_BYTES) chunks.push(chunk);
              else response.destroy(new OutgoingRefused('The answer is too long'));
            });
            response.on('error', reject);
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
            );
          },
        );
        request.on('error', reject);
        request.end(body);
      });
    },

    async get({ url: text, mostBytes, timeoutMs = FILE_TIMEOUT_MS }) {
      const url = checked(text);
      return new Promise<OutgoingFile>((resolve, reject) => {
        const request = sender(url)(
          url,
          { method: 'GET', lookup: checkedLookup, agent: false, signal: AbortSignal.timeout(timeoutMs) },
          (response) => {
            const told = Number(response.headers['content-length'] ?? 0);
            const tooLong = () => new OutgoingRefused('The answer is too long');
            if (told > mostBytes) {
              response.destroy();
              reject(tooLong());
              return;
            }
            let size = 0;
            const bounded = new Transform({
              transform(chunk: Buffer, _, done) {
                size += chunk.length;
                done(size > mostBytes ? tooLong() : null, chunk);
              },
            });
            pipeline(response, bounded, () => undefined);
            resolve({
              status: response.statusCode ?? 0,
              type: String(response.headers['content-type'] ?? ''),
              content: bounded,
            });
          },
        );
        request.on('error', reject);
        request.end();
      });
    },
  };
}
