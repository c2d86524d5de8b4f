/** The field agent's screens: each page is a chunk of its own (`src/app/pages.tsx`); only the strip is part of every one. */
export { SyncStrip } from './components/sync-strip';
