/** Makes a failing schedule as short as it gets: leaves out ever smaller parts, as long as it still fails. */
import type { Schedule } from './steps';

export async function shrink(
  schedule: Schedule,
  fails: (shorter: Schedule) => Promise<boolean>,
  tries: number,
): Promise<Schedule> {
  let shortest = schedule;
  let left = tries;
  const attempt = async (candidate: Schedule): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    if (!(await fails(candidate))) return false;
    shortest = candidate;
    return true;
  };
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1 && left > 0; ) {
    let shrunk = false;
    for (let at = 0; at < shortest.steps.length; ) {
      const steps = [...shortest.steps.slice(0, at), ...shortest.steps.slice(at + size)];
      if (steps.length < shortest.steps.length && (await attempt({ ...shortest, steps }))) shrunk = true;
      else at += size;
    }
    if (!shrunk) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  if (shortest.phones > 1) await attempt({ ...shortest, phones: 1 });
  return shortest;
}
