/** The service worker: events only; what happens stands in the files beside it. */
import { activate, CATALOGUES, install } from './precache';
import { openApp, showPush } from './push';
import { isDrainMessage, isDrainTag, replay, replayOrAgain } from './replay';
import { ASSET_CACHE, dropOldAssets, keepConfig, keepForOpenTabs, respond, routePastWorker } from './strategies';
import { installWords, isWordsMessage, keepWords } from './words';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([routePastWorker(event), install(event), keepConfig(), installWords(ASSET_CACHE, CATALOGUES)]),
  );
});

self.addEventListener('activate', (event) => {
  // Claiming is safe with a prompted update: a new worker gets here only when nothing else is open or the user agreed,
  // and on the very first visit it makes the open page work offline without a reload.
  event.waitUntil(keepForOpenTabs().then(() => Promise.all([activate(event), dropOldAssets(), self.clients.claim()])));
});

self.addEventListener('fetch', (event) => {
  const answer = respond(event);
  if (answer) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  // Sent by workbox-window after the user said yes; without it the new worker waits.
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (isWordsMessage(event.data))
    event.waitUntil(keepWords(event.data.loaded, ASSET_CACHE, CATALOGUES).catch(() => undefined));
  if (isDrainMessage(event.data)) event.waitUntil(replay().catch(() => undefined));
});

self.addEventListener('sync', (event) => {
  if (isDrainTag(event.tag)) event.waitUntil(replayOrAgain());
});

self.addEventListener('periodicsync', (event) => {
  if (isDrainTag(event.tag)) event.waitUntil(replay().catch(() => undefined));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});
