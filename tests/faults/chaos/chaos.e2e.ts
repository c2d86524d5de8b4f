/** A sample of `npm run test:chaos`: three days of an agent whose phone, network and server die in turn. */
import { expect, it } from 'vitest';
import { runChaos } from './chaos';

it('what the screen called saved is at the server once, with its photos, in order and with its receipt', async () => {
  // The phone dies, two tabs and the worker, everything at once.
  const { failures, runs } = await runChaos({ seeds: [0, 3, 9] });
  expect(failures.join('\n\n')).toBe('');
  expect(runs).toBe(3);
}, 600_000);
