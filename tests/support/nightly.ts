/** Whether this is the run of `npm run test:nightly`, in which the files of `SHORTER` (tests/when.mjs) do all they can. */
export const atNight = process.env.RECOUP_NIGHTLY === 'yes';
