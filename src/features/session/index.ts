/** Who is signed in and the offline engine behind the screens, for every feature. `src/app` provides both. */
export { EngineContext, useEngine, useReadyEngine, useStore } from './engine-context';
export { type Session, SessionContext, useSession, useSignedIn, useZone } from './session-context';
