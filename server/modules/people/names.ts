/** Names that cannot be used: one refusal for all reasons, and so many an hour (docs/decisions.md). */
import type { FormErrors } from '../../../core/domain/validators';
import type { Database } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { takeTry } from '../auth';
import { invalid } from './rules';
import { isTakenName, type NamesTaken } from './write';

/** By refusals of a user name names could be tried out: a person gets so many. */
const REFUSALS_AN_HOUR = 30;
const HOUR_MS = 3_600_000;
const refusals = new WeakSet<ApiError>();
const refused = (errors: FormErrors): ApiError => {
  const error = invalid(errors);
  if (errors.username) refusals.add(error);
  return error;
};

/** For errors of a write: a name that the index knows is refused like every other. */
export const nameTaken = (error: unknown): never => {
  throw isTakenName(error) ? refused({ username: 'This user name cannot be used' }) : error;
};

/** Throws `invalid` for what cannot be saved so. */
export function refuseTaken({ fields, suggestion }: NamesTaken): void {
  if (fields.length === 0) return;
  throw refused({
    ...(fields.includes('username') && { username: `This user name cannot be used. Try ${suggestion}.` }),
    ...(fields.includes('email') && { email: 'Somebody signs in with this email already' }),
  });
}

/** Throws the error; in place of one refusal too many `too-many`. After the transaction, which takes back what it wrote. */
export async function countRefusedName(db: Database, actor: Actor, error: unknown, now: Date): Promise<never> {
  if (!(error instanceof ApiError && refusals.has(error))) throw error;
  const key = `names refused to ${actor.userId}`;
  const retryAfterSeconds = await db.platform((tx) => takeTry(tx, key, REFUSALS_AN_HOUR, HOUR_MS, now));
  throw retryAfterSeconds > 0 ? new ApiError('too-many', { retryAfterSeconds }) : error;
}
