import type { Tx } from './database';

/**
 * Runs `work` with the platform's tables open beside those of the transaction's tenant, and closes them again: the only
 * way where one transaction touches both, because a job and its effects, and a user and their sign-in names, must end
 * together.
 */
export async function withPlatform<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const [row] = await tx.query<{ before: string | null }>("select current_setting('app.platform', true) as before");
  await tx.query("select set_config('app.platform', 'on', true)");
  const result = await work();
  if (row?.before !== 'on') await tx.query("select set_config('app.platform', '', true)");
  return result;
}
