/** Package version and content hash of this build, e.g. `0.1.0+1a2b3c4d`; put in by vite.config.ts. */
declare const __APP_VERSION__: string;
