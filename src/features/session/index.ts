/** Who is signed in and the offline engine behind the screens, for every feature. `src/app` provides all of it. */
export { CALL_GOES_ON, useCallActivity } from './call-activity';
export { EngineContext, useEngine, useReadyEngine, useStore } from './engine-context';
export { type Session, SessionContext, useSession, useSignedIn, useZone } from './session-context';
export { type DemoSignIn, type SignIn, SignInContext, useSignIn } from './sign-in-context';
