/**
 * The twin's own HTTP door beside its socket, on the same local port: for tests and trainers to direct it
 * (`POST /control`, refused to every browser), recordings, and the page where the dialer role arrives (`/crmLogin`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { CALL_MODES } from '../../core/contract/dialer-socket';
import { MOBILE } from '../../core/domain/validators/mobile';
import type { Rates } from './borrowers';
import type { Exchange } from './exchange';

const share = z.number().min(0).max(1);
const orders = z.discriminatedUnion('do', [
  /** An answered call for an agent, at once. */
  z.strictObject({
    do: z.literal('call'),
    username: z.string(),
    number: z.string().regex(MOBILE),
    loanNumber: z.string().nullable().default(null),
    mode: z.enum(CALL_MODES).default('predictive'),
    talkSeconds: z.number().positive().max(36_000).default(3600),
  }),
  /** The borrower of an agent hangs up. */
  z.strictObject({ do: z.literal('drop'), username: z.string() }),
  /** The next dialed calls all go this way, until told otherwise. */
  z.strictObject({ do: z.literal('rates'), answer: share, busy: share, error: share, drop: share }),
  /** Messages are heard and nothing is done: what "Unfreeze" is for. */
  z.strictObject({ do: z.literal('freeze'), on: z.boolean() }),
  /** Predictive dialing on or off. */
  z.strictObject({ do: z.literal('predictive'), on: z.boolean() }),
  z.strictObject({ do: z.literal('log') }),
  z.strictObject({ do: z.literal('kill') }),
]);
export type Order = z.infer<typeof orders>;

export interface ControlParts {
  exchange: Exchange;
  setRates(rates: Rates): void;
  freeze(on: boolean): void;
  predictive(on: boolean): void;
  /** Every message that pages sent, oldest first. */
  heard(): readonly unknown[];
  figures(): object;
  kill(): void;
}

const MOST_BYTES = 64 * 1024;

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MOST_BYTES) return undefined;
  }
  return text;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** A page in a browser must never direct the dialer of its machine: it says where it comes from, and that is enough. */
const isFromBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/** What became of an order: a status and a body. */
type Outcome = [status: number, body: object];

function obey(order: Order, parts: ControlParts): Outcome {
  const { exchange } = parts;
  switch (order.do) {
    case 'call': {
      const agent = exchange.agent(order.username);
      const call = agent && exchange.inject(agent, order, order.mode, order.talkSeconds * 1000);
      return call ? [200, { callId: call.id }] : [409, { error: 'no free agent of that name' }];
    }
    case 'drop': {
      const call = exchange.agent(order.username)?.call;
      if (call) exchange.drop(call);
      return call ? [200, {}] : [409, { error: 'no call' }];
    }
    case 'rates': {
      const { do: _, ...rates } = order;
      parts.setRates(rates);
      return [200, {}];
    }
    case 'freeze':
      parts.freeze(order.on);
      return [200, {}];
    case 'predictive':
      parts.predictive(order.on);
      return [200, {}];
    case 'log':
      return [200, { heard: parts.heard(), figures: parts.figures() }];
    case 'kill':
      return [200, {}];
  }
}

export async function takeOrder(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ControlParts,
): Promise<void> {
  if (isFromBrowser(request)) {
    json(response, 403, { error: 'not from a page' });
    return;
  }
  let order: Order;
  try {
    order = orders.parse(JSON.parse((await textOf(request)) ?? ''));
  } catch (error) {
    json(response, 422, { error: (error as Error).message });
    return;
  }
  const [status, body] = obey(order, parts);
  json(response, status, body);
  if (order.do === 'kill') response.on('finish', () => parts.kill());
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What the dialer role sees on arrival; plain on purpose, it is another product's page. */
export function crmLoginPage(
  who: { username: string; fullName: string; tenant: string } | undefined,
  agents: readonly { username: string; status: string; state: string }[],
): string {
  const rows = agents
    .map(
      ({ username, status, state }) =>
        `<tr><td>${escaped(username)}</td><td>${escaped(status)}</td><td>${state}</td></tr>`,
    )
    .join('');
  const body = who
    ? `<h1>Signed in as ${escaped(who.fullName)}</h1><p>${escaped(who.tenant)} · ${escaped(who.username)}</p>
       <h2>Agents on this dialer</h2>
       ${rows ? `<table><tr><th>Agent</th><th>Status</th><th>State</th></tr>${rows}</table>` : '<p>Nobody is connected yet.</p>'}`
    : '<h1>This link was used already, or is older than a minute</h1><p>Go back to Recoup and open the dialer again.</p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dialer</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse}td,th{text-align:start;padding:.3rem 1.5rem .3rem 0}</style>${body}</html>`;
}
