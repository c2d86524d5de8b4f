/**
 * The telecaller's funnel: dials → connect → RPC → PTP → kept (domain.md 1.2 and 1.15). What a record counts as follows
 * from its class alone; a tenant may rename codes.
 */
import { CLASSES, type DispositionClass } from './dispositions';

export const CALL_STAGES = ['dials', 'connect', 'rpc', 'ptp', 'kept'] as const;
export type CallStage = (typeof CALL_STAGES)[number];

/** Nobody spoke: no answer, a dead number, the system's own. */
const NOT_CONNECTED: readonly DispositionClass[] = ['NON_CONTACT', 'NOT_MET', 'INVALID', 'SYSTEM'];
/** Somebody spoke who does not owe. */
const NOT_RIGHT_PARTY: readonly DispositionClass[] = ['THIRD_PARTY', 'TRACE'];

const all = Object.keys(CLASSES) as DispositionClass[];
/** Classes of calls in which somebody answered. */
export const CONNECTED_CLASSES: readonly DispositionClass[] = all.filter((name) => !NOT_CONNECTED.includes(name));
/** Of them, those in which it was the borrower (right-party contact). */
export const RIGHT_PARTY_CLASSES: readonly DispositionClass[] = CONNECTED_CLASSES.filter(
  (name) => !NOT_RIGHT_PARTY.includes(name),
);
