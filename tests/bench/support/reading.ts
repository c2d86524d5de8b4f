import { setTimeout as pause } from 'node:timers/promises';

const CLIENTS = 4;
/** Of a client between an answer and its next question. */
const PAUSE_MS = 20;
/** What a telecaller's desk asks for all day. */
const PATHS = [
  '/api/v1/loans/getLandingAnalytics',
  '/api/v1/loans/loan2?pageSize=25&count=quick&page=1',
  '/api/v1/loans/active/loans?queue=fresh&count=quick',
];

/** Milliseconds of each read of a few clients until it is over, the shortest first. */
export async function readsWhile(origin: string, token: string, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let at = client; !over(); at++) {
        const path = PATHS[at % PATHS.length] as string;
        const began = performance.now();
        const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
        times.push(performance.now() - began);
        await pause(PAUSE_MS);
      }
    }),
  );
  return times.sort((a, b) => a - b);
}

/** The same for a while in which nothing else is asked. */
export function quietReads(origin: string, token: string, ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  return readsWhile(origin, token, () => performance.now() > until);
}
