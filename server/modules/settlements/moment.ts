import { type Day, dayOf } from '../../../core/domain/dates';

/** Told to the tenant's own clock. */
export interface Moment {
  now: Date;
  zone: string;
  today: Day;
  /** Of the addresses that borrowers get. */
  origin: string;
}
export const momentOf = (now: Date, zone: string, origin: string): Moment => ({
  now,
  zone,
  today: dayOf(now, zone),
  origin,
});
