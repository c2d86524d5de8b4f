import { describe, expect, it } from 'vitest';
import { shrink } from './shrink';
import type { Schedule, Step } from './steps';

/** Steps are told apart by their number alone here. */
const step = (number: number) => ({ number }) as unknown as Step;
const schedule = (count: number, phones = 3): Schedule => ({
  seed: 7,
  phones,
  steps: Array.from({ length: count }, (_, number) => step(number)),
});
const numbers = ({ steps }: Schedule) => steps.map((each) => (each as unknown as { number: number }).number);

describe('shrinking a schedule that fails', () => {
  it.each([
    ['one step', [13]],
    ['two far apart', [0, 39]],
    ['three in a row', [20, 21, 22]],
    ['every other one of the first', [0, 2, 4, 6]],
  ])('leaves %s', async (_, needed) => {
    const fails = async (candidate: Schedule) => needed.every((number) => numbers(candidate).includes(number));
    const shortest = await shrink(schedule(40), fails, 1000);
    expect(numbers(shortest)).toEqual(needed);
    expect(shortest).toMatchObject({ seed: 7, phones: 1 });
  });

  it('keeps the phones that the failure needs', async () => {
    const shortest = await shrink(schedule(8), async ({ phones }) => phones > 1, 1000);
    expect(shortest).toMatchObject({ steps: [], phones: 3 });
  });

  it('stops after its tries, with the shortest that failed so far', async () => {
    let tries = 0;
    const fails = async (candidate: Schedule) => {
      tries += 1;
      return numbers(candidate).includes(39);
    };
    const shortest = await shrink(schedule(40), fails, 3);
    expect(tries).toBe(3);
    expect(numbers(shortest).length).toBeLessThan(40);
    expect(numbers(shortest)).toContain(39);
  });
});
