/**
 * How other makers' dialers speak: ids of their own shapes, fields and messages that nobody asked for, and events that come late,
 * twice or behind one that followed them. By a seed, so that what went wrong once goes wrong again.
 */
import { DIALER_PROTOCOL, type FromDialerBody } from '../../core/contract/dialer-socket';
import type { Chance } from './chance';
import type { TwinClock } from './clock';

/** Within this time an event may be overtaken; a second one comes as late again. */
const LATE_MS = 900;

/** An endless row of call ids, each shape of which some maker uses; never the same twice. */
export function vendorIds(random: Chance, clock: TwinClock): () => string {
  let made = 0;
  const digits = (count: number) => String(Math.floor(random.next() * 10 ** count)).padStart(count, '0');
  const shapes: ((n: number) => string)[] = [
    (n) => `CALL-${clock.stamp().slice(0, 10)}-${String(n).padStart(4, '0')}`,
    (n) => String(100_000 + n),
    (n) => `${Math.floor(clock.now() / 1000)}.${n}`,
    (n) => `${digits(8)}.${n}@pbx.example:5060`,
    (n) => `TRK_${digits(3)}:${n}`,
    (n) => `6F9619FF-8B86-D011-B42D-${String(n).padStart(12, '0')}`,
  ];
  return () => {
    made += 1;
    return shapes[Math.floor(random.next() * shapes.length)]?.(made) ?? String(made);
  };
}

const isCount = (id: unknown): id is string => typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id);

/** Says what the twin means to say as such a dialer would, in texts for the socket. */
export function vendorVoice(
  random: Chance,
  clock: TwinClock,
): (body: FromDialerBody, send: (text: string) => void) => void {
  const chatter = (send: (text: string) => void) =>
    send(JSON.stringify({ v: DIALER_PROTOCOL, type: 'queue-statistics', waiting: Math.floor(random.next() * 9) }));
  /** Some count their calls, and send the id as a number. */
  const dressed = (body: FromDialerBody): object => {
    const whole = { v: DIALER_PROTOCOL, ...body, trunk: 'SIP/4', tenantCode: 12 } as Record<string, unknown>;
    if (isCount(whole.callId) && random.next() < 0.5) whole.callId = Number(whole.callId);
    if ('call' in body && body.call) {
      const callId = isCount(body.call.callId) && random.next() < 0.5 ? Number(body.call.callId) : body.call.callId;
      whole.call = { ...body.call, callId, skill: 'collections' };
    }
    return whole;
  };
  return (body, send) => {
    const text = () => JSON.stringify(dressed(body));
    // The answer to a hello opens the line: nothing can overtake it.
    if (body.type === 'welcome' || body.type === 'replaced') return send(text());
    if (random.next() < 0.2) chatter(send);
    const late = random.next() < 0.5 ? 0 : random.between(0, LATE_MS);
    if (late === 0) send(text());
    else clock.after(late, () => send(text()));
    if (random.next() < 0.3) clock.after(late + random.between(0, LATE_MS), () => send(text()));
  };
}
