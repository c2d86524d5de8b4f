import { NIGHT } from '../when.mjs';

/** Whether this is the run of `npm run test:nightly`, in which the files of `SHORTER` (tests/when.mjs) do all they can. */
export const atNight = process.env[NIGHT] === 'yes';

/** At night a whole list; by day as many of it as `some`, so that over all values of `nth` (0, 1, 2, …) each has its turn. */
export const turn = <T>(list: readonly T[], nth: number, some: number): readonly T[] =>
  atNight || some >= list.length ? list : [...list, ...list].slice((nth * some) % list.length).slice(0, some);
