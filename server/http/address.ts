import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

type TrustedHop = (address: string, hop: number) => boolean;

/** What the framework asks about each address on a request's way, from ours outwards. */
export const trustOf = (proxies: false | number | string[]): false | string[] | TrustedHop =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;

/** Who is at the other end. What a trusted proxy hands on and is no address, a client made up: the proxy's own counts then. */
export const addressOf = (request: FastifyRequest): string =>
  isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
