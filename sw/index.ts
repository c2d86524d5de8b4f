/** The service worker: events only; what happens stands in the files beside it. */
import { activate, install } from './precache';
import { isDrainMessage, isDrainTag, replay, replayOrAgain } from './replay';
import { dropOldAssets, keepConfig, respond } from './strategies';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([install(event), keepConfig()]));
});

self.addEventListener('activate', (event) => {
  // Claiming is safe with a prompted update: a new worker gets here only when nothing else is open or the user agreed,
  // and on the very first visit it makes the open page work offline without a reload.
  event.waitUntil(Promise.all([activate(event), dropOldAssets(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const answer = respond(event);
  if (answer) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  // Sent by workbox-window after the user said yes; without it the new worker waits.
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (isDrainMessage(event.data)) event.waitUntil(replay().catch(() => undefined));
});

self.addEventListener('sync', (event) => {
  if (isDrainTag(event.tag)) event.waitUntil(replayOrAgain());
});

self.addEventListener('periodicsync', (event) => {
  if (isDrainTag(event.tag)) event.waitUntil(replay().catch(() => undefined));
});
