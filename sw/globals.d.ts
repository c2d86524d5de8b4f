export {};

declare global {
  /** Package version and content hash of the build, from vite.config.ts. */
  const __APP_VERSION__: string;

  /** Background Sync and Periodic Background Sync; Chromium only, not in TypeScript's library. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string;
    /** True when the browser will not try again after this attempt. */
    readonly lastChance: boolean;
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
    periodicsync: ExtendableEvent & { readonly tag: string };
  }
}
