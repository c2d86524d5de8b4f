/** The vault's parts together: everything about the device key that is not needed to start or to work. */
import { markDevice } from './device-notices';
import { lendRoom, orFull, stillOpen } from './full-disk';
import { clockActs } from './vault-clock';
import type { InnerVault, VaultContext } from './vault-context';
import { enterByPassword, enterByPin, readRefusal } from './vault-doors';
import { eraseExpiredLoans } from './vault-expiry';
import { fieldActs } from './vault-field';
import { passwordActs } from './vault-password';
import { pinActs } from './vault-pin';
import { recoveryActs } from './vault-recovery';
import { resetActs } from './vault-reset';
import { finishWithdrawal, markWithdrawn } from './vault-withdrawal';

export function createVault(ctx: VaultContext): InnerVault {
  const { db, transport, now } = ctx;
  const withdrawal = { db, transport, bases: ctx.config.bases, now, appVersion: ctx.appVersion };
  async function withdraw(key: string | undefined): Promise<void> {
    if (key === undefined) return;
    try {
      await markWithdrawn(withdrawal, key);
      if (ctx.opened()?.key === key) await ctx.lock('withdrawn');
      const user = await db.users.get(key);
      if (user?.withdrawn) await finishWithdrawal(withdrawal, user);
    } catch (error) {
      // Nobody waits for this. A disk that takes nothing takes no mark either; the server says it again with each answer.
      console.error('Withdrawing broke off', error);
    }
  }
  return {
    ...pinActs(ctx),
    ...passwordActs(ctx),
    ...clockActs(ctx),
    ...fieldActs(ctx),
    ...recoveryActs(ctx),
    ...resetActs(ctx),
    enterByPassword: (login, password) => enterByPassword(ctx, login, password),
    enterByPin: (userId, pin) => enterByPin(ctx, userId, pin),
    withdraw,
    lendRoom: (row, error) => lendRoom(ctx, row, error),
    stillOpen: (user) => stillOpen(ctx.storage, user),
    orFull,
    async refusalOf(login, refusal, retryAfter) {
      if (refusal.code === 'device-revoked') for (const { key } of await ctx.usersBy(login)) void withdraw(key);
      return readRefusal(refusal, retryAfter, now());
    },
    async tidy(cachedLoansHours) {
      await markDevice(db, ctx.storage);
      for (const user of await db.users.toArray()) {
        if (user.withdrawn) await finishWithdrawal(withdrawal, user);
        else {
          await eraseExpiredLoans(user, cachedLoansHours, now());
          if (user.pin && ctx.config.devicePin === false) await db.users.update(user.key, { pin: undefined });
        }
      }
    },
  };
}
