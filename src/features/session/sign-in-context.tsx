import { createContext, useContext } from 'react';

export interface DemoSignIn {
  role: string;
  username: string;
  password: string;
  path: string;
}

/** What the login screens can do; `src/app` provides it. */
export interface SignIn {
  /** `failed`: the app's configuration or this browser's storage could not be reached; `problem` has the words. */
  phase: 'starting' | 'ready' | 'failed';
  problem: { title: string; todo: string } | null;
  /** Tries again after `failed`. */
  retry(): void;
  /** The demo's sign-ins, when the server was loaded with demo data. */
  demo: readonly DemoSignIn[];
  /** Who has signed in on this device before, newest first. */
  known: readonly { username: string; lastSignInAt: number; unsent: number }[];
  /** Why the last session ended, in the user's words; null at a fresh start. */
  ended: string | null;
  /** The last user of this page was a field agent. */
  wasField: boolean;
  /** Signs in, then reloads the page onto where the user wanted to go. Rejects with `SignInError`. */
  signIn(login: string, password: string): Promise<{ offline: boolean }>;
}

export const SignInContext = createContext<SignIn | undefined>(undefined);

/** For the login screens. Throws elsewhere. */
export function useSignIn(): SignIn {
  const value = useContext(SignInContext);
  if (!value) throw new Error('Sign-in is offered on the login screens only');
  return value;
}
