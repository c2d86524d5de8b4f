/** The twin as a program: real sockets, real HTTP. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  DIALER_STATUSES,
  type FromDialer,
  MAX_DIALER_MESSAGE,
  readFromDialer,
  stateOfStatus,
  type ToDialerBody,
  writeToDialer,
} from '../../core/contract/dialer-socket';
import { startTwin, type Twin, type TwinOptions } from './twin';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const ALWAYS = { answer: 1, busy: 0, error: 0, drop: 0 };

async function twinOf(options: Partial<TwinOptions> = {}): Promise<Twin> {
  const twin = await startTwin({ port: 0, speed: 100, seed: 5, rates: ALWAYS, ...options });
  ends.push(() => twin.close());
  return twin;
}

interface Page {
  messages: FromDialer[];
  say(body: ToDialerBody): void;
  raw(text: string | Buffer): void;
  /** The next message of a type, from those not waited for before. */
  next<T extends FromDialer['type']>(type: T): Promise<Extract<FromDialer, { type: T }>>;
  closed: Promise<number>;
  close(): void;
}

async function pageOf(twin: Twin, username = 'asha.d', origin = 'http://localhost:3000'): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${twin.port}`, { origin });
  ends.push(() => socket.terminate());
  const messages: FromDialer[] = [];
  const unread: FromDialer[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    const message = readFromDialer(data.toString());
    if (typeof message === 'string') throw new Error(`the twin sent ${message}: ${data}`);
    messages.push(message);
    unread.push(message);
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const page: Page = {
    messages,
    say: (body) => socket.send(writeToDialer(body)),
    raw: (text) => socket.send(text),
    async next(type) {
      for (;;) {
        const at = unread.findIndex((message) => message.type === type);
        const found = at >= 0 && unread.splice(0, at + 1).at(-1);
        if (found) return found as never;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    closed,
    close: () => socket.close(),
  };
  page.say({ type: 'hello', username });
  return page;
}

const order = async (twin: Twin, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${twin.port}/control`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { callId?: string; heard?: unknown[] } };
};

describe('the socket', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:8080', true],
    ['https://recoup.example', true],
    ['https://evil.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
  ])('a page of %s is let in: %s', async (origin, allowed) => {
    const twin = await twinOf({ origins: ['https://recoup.example'] });
    if (allowed) expect((await (await pageOf(twin, 'a', origin)).next('welcome')).username).toBe('a');
    else await expect(pageOf(twin, 'a', origin)).rejects.toThrow('403');
  });

  it.each([
    ['what is no JSON', '{'],
    ['an unknown message', '{"v":1,"type":"format-disk"}'],
    ['another version', '{"v":2,"type":"hello","username":"a"}'],
    ['bytes', Buffer.from([1, 2, 3])],
    ['more than 64 KB', 'x'.repeat(MAX_DIALER_MESSAGE + 1)],
  ])('%s ends it', async (_, text) => {
    const page = await pageOf(await twinOf());
    await page.next('welcome');
    page.raw(text);
    expect([1008, 1009]).toContain(await page.closed);
  });

  it('keeps one page an agent: the newest', async () => {
    const twin = await twinOf();
    const first = await pageOf(twin);
    await first.next('welcome');
    const second = await pageOf(twin);
    await second.next('welcome');
    await first.next('replaced');
    await first.closed;
    second.say({ type: 'agent-state', status: 'Ready' });
    expect((await second.next('agent-state')).state).toBe('idle');
  });

  it('acknowledges all 14 statuses', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    expect(await page.next('welcome')).toMatchObject({ status: 'Not Ready - Login', state: 'break', call: null });
    for (const status of DIALER_STATUSES) {
      page.say({ type: 'agent-state', status });
      expect(await page.next('agent-state')).toMatchObject({ status, state: stateOfStatus(status) });
    }
    const { body } = await order(twin, { do: 'log' });
    expect(body.heard?.slice(1)).toEqual(DIALER_STATUSES.map((status) => ({ v: 1, type: 'agent-state', status })));
  });
});

describe('calls', () => {
  it('a dialed one goes through dialing, ringing, talk, hold and wrap-up to done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const page = await pageOf(await twinOf({ recordings: folder }));
    await page.next('welcome');
    page.say({ type: 'dial', number: '9812345678', loanNumber: 'LN7' });
    const { call } = await page.next('call-offered');
    expect(call).toMatchObject({ mode: 'manual', number: '9812345678', loanNumber: 'LN7', answeredAt: null });
    const { callId } = call;
    await page.next('call-answered');
    expect((await page.next('agent-state')).state).toBe('talk');
    page.say({ type: 'hold', callId, on: true });
    expect(await page.next('call-changed')).toMatchObject({ held: true });
    expect((await page.next('agent-state')).state).toBe('hold');
    page.say({ type: 'hold', callId, on: false });
    await page.next('agent-state');
    page.say({ type: 'release', callId });
    expect((await page.next('call-ended')).reason).toBe('released');
    expect((await page.next('agent-state')).state).toBe('wrap-up');
    page.say({ type: 'disposition', callId, outcome: 'connected', code: 'PTP' });
    page.say({ type: 'markdone', callId });
    expect((await page.next('markdone')).callId).toBe(callId);
    expect((await page.next('agent-state')).state).toBe('break');
    const [file] = readdirSync(folder);
    const wav = readFileSync(join(folder, file ?? ''));
    expect(wav.subarray(0, 4).toString() + wav.subarray(8, 12).toString()).toBe('RIFFWAVE');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  });

  it.each([
    ['busy', { answer: 0, busy: 1, error: 0, drop: 0 }, 'busy'],
    ['nobody answers', { answer: 0, busy: 0, error: 0, drop: 0 }, 'no-answer'],
    ['refused by the network', { answer: 0, busy: 0, error: 1, drop: 0 }, 'failed'],
    ['the line breaks', { answer: 1, busy: 0, error: 0, drop: 1 }, 'hung-up'],
  ])('%s', async (_, rates, reason) => {
    const page = await pageOf(await twinOf({ rates, speed: 2000 }));
    page.say({ type: 'dial', number: '9812345678', loanNumber: null });
    expect((await page.next('call-ended')).reason).toBe(reason);
    if (reason === 'failed') {
      const said = page.messages.find((message) => message.type === 'error');
      expect(said?.message).toMatch(/Invalid|EventError/);
    }
  });

  it('is there again for a page that comes back in the middle', async () => {
    const twin = await twinOf({ speed: 20 });
    const page = await pageOf(twin);
    await page.next('welcome');
    const { body } = await order(twin, { do: 'call', username: 'asha.d', number: '9812345678' });
    await page.next('call-offered');
    page.close();
    await page.closed;
    const again = await pageOf(twin);
    expect((await again.next('welcome')).call).toMatchObject({ callId: body.callId, mode: 'predictive' });
  });

  it('a second one is refused in the words of an exchange', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    page.say({ type: 'dial', number: '9812345678', loanNumber: null });
    await page.next('call-offered');
    page.say({ type: 'dial', number: '9812345679', loanNumber: null });
    expect((await page.next('error')).message).toBe('Destination Invalid State on dialing');
  });

  it('are handed to a free agent, and refused to one who is not there', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    const other = await pageOf(twin, 'ravi.d');
    await other.next('welcome');
    await page.next('welcome');
    await order(twin, { do: 'call', username: 'asha.d', number: '9812345678', loanNumber: 'LN1' });
    const { call } = await page.next('call-offered');
    page.say({ type: 'transfer', callId: call.callId, to: 'nobody.d' });
    expect((await page.next('error')).message).toBe('Invalid Destination DN');
    page.say({ type: 'transfer', callId: call.callId, to: 'ravi.d' });
    expect((await other.next('call-offered')).call).toMatchObject({ number: '9812345678', mode: 'inbound' });
    expect((await page.next('call-ended')).reason).toBe('released');
  });

  it('the agent is muted and heard again, and told of both', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    await page.next('welcome');
    await order(twin, { do: 'call', username: 'asha.d', number: '9812345678' });
    const { callId } = (await page.next('call-offered')).call;
    for (const on of [true, false]) {
      page.say({ type: 'mute', callId, on });
      expect(await page.next('call-changed')).toMatchObject({ callId, muted: on, held: false });
    }
  });

  it('take a third person while they talk, and not on hold', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    await page.next('welcome');
    await order(twin, { do: 'call', username: 'asha.d', number: '9812345678' });
    const { callId } = (await page.next('call-offered')).call;
    const third = { type: 'conference', callId, number: '9812345670' } as const;
    page.say(third);
    page.say({ type: 'hold', callId, on: true });
    await page.next('call-changed');
    expect(page.messages.filter(({ type }) => type === 'error')).toEqual([]);
    page.say(third);
    expect(await page.next('error')).toMatchObject({ callId, message: 'Only a connected call takes a third person' });
  });

  it.each(['listen', 'whisper', 'barge'] as const)('a page that wants to %s is told whom to ask', async (type) => {
    const twin = await twinOf();
    const [agent, other] = [await pageOf(twin), await pageOf(twin, 'ravi.d')];
    await Promise.all([agent.next('welcome'), other.next('welcome')]);
    await order(twin, { do: 'call', username: 'asha.d', number: '9812345678' });
    await agent.next('call-offered');
    other.say({ type, username: 'asha.d', by: 'Ravi' });
    expect((await other.next('error')).message).toBe('Supervision comes through the server');
    // What the agent hears next is the answer to their own wish.
    agent.say({ type: 'agent-state', status: 'Not Ready - Tea' });
    await agent.next('agent-state');
    expect(agent.messages.filter((message) => message.type === 'supervised')).toEqual([]);
  });

  it('an answered one is played from its recording, one in vain leaves none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const twin = await twinOf({ recordings: folder, speed: 2000 });
    const page = await pageOf(twin);
    const ended = async () => {
      page.say({ type: 'dial', number: '9812345678', loanNumber: null });
      const { callId, reason } = await page.next('call-ended');
      page.say({ type: 'markdone', callId });
      await page.next('markdone');
      const response = await fetch(`http://127.0.0.1:${twin.port}/recordings/${callId}.wav`);
      return { callId, reason, response };
    };
    const talked = await ended();
    expect(talked).toMatchObject({ reason: 'hung-up', response: { status: 200 } });
    expect(talked.response.headers.get('content-type')).toBe('audio/wav');
    const wav = Buffer.from(await talked.response.arrayBuffer());
    expect(wav.equals(readFileSync(join(folder, `${talked.callId}.wav`)))).toBe(true);
    await order(twin, { do: 'rates', answer: 0, busy: 0, error: 0, drop: 0 });
    expect(await ended()).toMatchObject({ reason: 'no-answer', response: { status: 404 } });
    expect(readdirSync(folder)).toEqual([`${talked.callId}.wav`]);
  });

  it('frozen, it hears and does nothing, until it is let go', async () => {
    const twin = await twinOf();
    const page = await pageOf(twin);
    await page.next('welcome');
    await order(twin, { do: 'freeze', on: true });
    page.say({ type: 'agent-state', status: 'Ready' });
    await expect.poll(async () => (await order(twin, { do: 'log' })).body.heard?.length).toBe(2);
    expect(page.messages.map(({ type }) => type)).toEqual(['welcome']);
    await order(twin, { do: 'freeze', on: false });
    page.say({ type: 'agent-state', status: 'Ready' });
    expect((await page.next('agent-state')).status).toBe('Ready');
  });
});

describe('the door for tests', () => {
  it.each([
    ['a page', { do: 'log' }, { origin: 'http://localhost:3000' }, 403],
    ['an order it does not know', { do: 'dance' }, {}, 422],
    ['a call for nobody', { do: 'call', username: 'nobody', number: '9812345678' }, {}, 409],
  ])('refuses %s', async (_, body, headers, status) => {
    expect((await order(await twinOf(), body, headers)).status).toBe(status);
  });

  it('lets nobody in with a code that no server knows', async () => {
    const twin = await twinOf();
    const response = await fetch(`http://127.0.0.1:${twin.port}/crmLogin?token=abc`);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('older than a minute');
  });
});

it('ends also when a page comes back at once, while the server is slow to hear the last reports', async () => {
  const waiting: (() => void)[] = [];
  let cameBack = () => {};
  const back = new Promise<void>((resolve) => {
    cameBack = resolve;
  });
  const slow = createServer((_, response) => {
    waiting.push(() => response.end('{"commands":[]}'));
  }).listen(0, '127.0.0.1');
  ends.push(() => slow.close());
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const twin = await startTwin({ port: 0, rates: ALWAYS, server: { service: `http://127.0.0.1:${port}`, token: 't' } });
  const page = await pageOf(twin);
  page.say({ type: 'hello', username: 'asha.d' });
  await page.next('welcome');
  void page.closed.then(() => {
    const again = new WebSocket(`ws://127.0.0.1:${twin.port}`, { origin: 'http://localhost:3000' });
    ends.push(() => again.terminate());
    again.on('open', () => cameBack()).on('error', () => cameBack());
  });
  const ended = twin.close();
  await back;
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer();
  }, 5);
  ends.push(() => clearInterval(answering));
  await ended;
});
