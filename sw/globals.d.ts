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
  /** Static routing (Chromium 123 and later): requests that are not to start the worker. Not in TypeScript's library. */
  type RouterCondition =
    | { requestMode: RequestMode }
    | { urlPattern: URLPatternInit }
    | { or: RouterCondition[] }
    | { not: RouterCondition };
  interface InstallEvent extends ExtendableEvent {
    addRoutes?(rules: { condition: RouterCondition; source: 'network' }[]): Promise<void>;
  }
  interface URLPatternInit {
    pathname: string;
  }
  interface ServiceWorkerGlobalScopeEventMap {
    install: InstallEvent;
    sync: SyncEvent;
    periodicsync: ExtendableEvent & { readonly tag: string };
  }
}
