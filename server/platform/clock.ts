/** The server's time, passed in, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, the form of the wire. */
export const isoNow = (clock: Clock): string => clock.now().toISOString();
