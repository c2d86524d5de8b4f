/**
 * Both have their row in `history.json`; wire.test.ts fails when the wire changes without a step, and CONTRIBUTING says how
 * one is made. This one goes over the wire. It steps when an app of before would not be understood any more, or would not
 * understand: phones come back after weeks, so the form of before must still be served for 90 days.
 */
export const CONTRACT_VERSION = 1;

/** Steps with every other change, and is 0 again with a new version. An app of before works on without noticing. */
export const CONTRACT_REVISION = 32;
