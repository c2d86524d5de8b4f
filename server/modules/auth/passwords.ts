/** Passwords: argon2id with 19 MiB, two passes, one lane (security.md). */
import { hash, verify } from '@node-rs/argon2';

/** argon2id; the package's enum is a const enum, which isolated modules cannot read. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/**
 * Whether a password is right. Without a stored hash (nobody has that name) it takes the same time and says no, so
 * that the time of an answer tells nothing.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody signs in with this');
  const against = stored ?? (await decoy);
  const right = await verify(against, password).catch(() => false);
  return right && stored !== undefined;
}
