/** Setting and removing the PIN of the signed-in user on this device. */

import { orFull } from './full-disk';
import { SignInError } from './sign-in-error';
import type { Vault } from './types';
import type { VaultContext } from './vault-context';
import { makePinDoor, openByPassword } from './vault-doors';

/** Six digits that are not the first anybody would try: no repetition, no run, no year of birth twice. */
export function pinProblem(pin: string): string | undefined {
  if (!/^\d{6}$/.test(pin)) return 'A PIN has six digits';
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  const repeats = /^(\d)\1*$|^(\d\d)\2\2$|^(\d{3})\3$/.test(pin);
  if (repeats || (steps.size === 1 && Math.abs([...steps][0] ?? 0) === 1)) return 'This PIN is too easy to guess';
  return undefined;
}

export function pinActs(ctx: VaultContext): Pick<Vault, 'pinState' | 'setPin' | 'removePin'> {
  const { db } = ctx;
  const own = async () => {
    const open = ctx.opened();
    const user = open && (await db.users.get(open.key));
    if (!user) throw new SignInError('wrong-credentials', 'Sign in first.');
    return user;
  };
  return {
    async pinState() {
      return { set: !!(await own()).pin, allowed: ctx.config.devicePin !== false };
    },
    async setPin(password, pin) {
      const problem = ctx.config.devicePin === false ? 'PINs are switched off here' : pinProblem(pin);
      if (problem) throw new SignInError('wrong-pin', problem);
      const user = await own();
      const raw = await openByPassword(ctx, user, password);
      const door = await makePinDoor(pin, ctx.iterations, raw);
      raw.fill(0);
      await db.users.update(user.key, { pin: door }).catch(orFull);
    },
    async removePin() {
      await db.users.update((await own()).key, { pin: undefined }).catch(orFull);
    },
  };
}
