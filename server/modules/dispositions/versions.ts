/**
 * Payload versions. A record travels in the shape of the app that made it; the server takes every version of the last
 * 90 days and lifts it step by step to the newest. When `RECORD_VERSION` goes up, the step from the old one is added
 * here; it is removed 90 days later.
 */
import { RECORD_VERSION } from '../../../core/contract/records';
import { withoutEmptyForeclosure } from '../../../core/domain/validators';

type Payload = Record<string, unknown>;
export type Lifts = Readonly<Record<number, (older: Payload) => Payload>>;

/** `LIFTS[n]` makes a payload of version n + 1 out of one of version n. */
const LIFTS: Lifts = {
  // Apps of these versions signed nothing and kept no time of the measurement.
  1: (older) => ({ ...older, signedBy: null }),
  2: (older) => ({ ...older, clockMeasuredAt: null }),
  // A mended record of these apps did not say what it replaces.
  3: (older) => older,
  // Calls of these apps said no day and mode of money paid, and no instalments.
  4: (older) => older,
  // Every "do not contact" of these apps was about everything, and none knew a third level.
  5: (older) => older,
  // No record of these apps raised a settlement.
  6: (older) => older,
};

/**
 * The payload in the newest shape, or undefined when its version is not taken (any more, or yet). A foreclosure amount that
 * is empty or the text 'null' is dropped (specification section 5); one with a value is `amountPaise` in every version, and
 * the schema says so.
 */
export function liftPayload(
  payload: Payload,
  lifts: Lifts = LIFTS,
  newest: number = RECORD_VERSION,
): Payload | undefined {
  let lifted = payload;
  let { payloadVersion: version } = payload;
  // Not a version at all: the schema says so in words.
  if (typeof version !== 'number' || !Number.isInteger(version)) return payload;
  if (version > newest || version < 1) return undefined;
  for (; version < newest; version += 1) {
    const lift = lifts[version];
    if (!lift) return undefined;
    lifted = { ...lift(lifted), payloadVersion: version + 1 };
  }
  return withoutEmptyForeclosure(lifted);
}
