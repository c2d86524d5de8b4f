import { NIGHT } from '../when.mjs';

/** Whether this is the run of `npm run test:nightly`, in which the files of `SHORTER` (tests/when.mjs) do all they can. */
export const atNight = process.env[NIGHT] === 'yes';
