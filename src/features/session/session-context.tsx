import { createContext, useContext } from 'react';
import type { Profile } from '../../../core/contract/auth';
import { DEFAULT_ZONE } from '../../../core/domain/dates';

export interface Session {
  profile: Profile;
  /** True while the server has not renewed this sign-in yet (it was made offline). */
  offline: boolean;
  /** Ends the session as the specification says: local storage cleared, then the login screen. */
  signOut(): Promise<void>;
  /** Locks and asks for the password again, then comes back here; for records that wait for a login. */
  signInAgain(): Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in; undefined on the public screens. */
export const useSession = (): Session | undefined => useContext(SessionContext);

/** Who is signed in, on screens behind a guard. Throws elsewhere. */
export function useSignedIn(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This screen needs a signed-in user and is shown outside its guard');
  return session;
}

/** The zone of the user's tenant, for every date on the screen. */
export const useZone = (): string => useContext(SessionContext)?.profile.tenant.zone ?? DEFAULT_ZONE;
