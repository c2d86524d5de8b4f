import { createContext, useContext } from 'react';
import type { KnownUser, OtherDevices, UnlockedSession, Vault } from '../../offline/types';

export interface DemoSignIn {
  role: string;
  username: string;
  password: string;
  path: string;
}

/** What the login screens can do, and those that look after passwords; `src/app` provides it. */
export interface SignIn {
  /** `failed`: the app's configuration or this browser's storage could not be reached; `problem` has the words. */
  phase: 'starting' | 'ready' | 'failed';
  problem: { title: string; todo: string } | null;
  /** Tries again after `failed`. */
  retry(): void;
  /** The demo's sign-ins, when the server was loaded with demo data. */
  demo: readonly DemoSignIn[];
  /** Who has signed in on this device before, newest first. */
  known: readonly KnownUser[];
  /** Why the last session ended, in the user's words; null at a fresh start. */
  ended: string | null;
  /** The last user of this page was a field agent. */
  wasField: boolean;
  /**
   * Signs in, then reloads the page onto where the user wanted to go, or answers what the user must hear first. Rejects
   * with `SignInError`, or with `OldPasswordNeeded` while nothing is given up yet.
   */
  signIn(login: string, password: string): Promise<OtherDevices | undefined>;
  /** Signs in by another way (PIN, old password), then goes on as `signIn` does. */
  enter(act: (vault: Vault) => Promise<UnlockedSession>): Promise<void>;
  /** PIN, passwords and the rest of what is done to the device key; for signed-in screens as well. */
  vault(): Promise<Vault>;
}

export const SignInContext = createContext<SignIn | undefined>(undefined);

/** For the login screens. Throws elsewhere. */
export function useSignIn(): SignIn {
  const value = useContext(SignInContext);
  if (!value) throw new Error('Sign-in is offered on the login screens only');
  return value;
}
