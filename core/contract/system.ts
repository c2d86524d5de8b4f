/** What a client needs to know about the server itself. */
import * as z from 'zod/mini';
import { instant } from './first-scalars';
import { defineEndpoint } from './kit';

export const ping = defineEndpoint({
  id: 'system.ping',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/ping',
  summary: 'Is this really our server? Connectivity and clock; never trust navigator.onLine',
  access: { kind: 'public' },
  idempotency: 'safe',
  response: z.object({
    /** A captive portal cannot know this word. */
    recoup: z.literal('pong'),
    serverTime: instant,
    contractVersion: z.number(),
  }),
});

export const runtimeConfig = z.object({
  bases: z.object({
    main: z.string(),
    crm: z.string(),
    reporting: z.string(),
    brake: z.string(),
    dialer: z.string(),
    notification: z.string(),
    selfCure: z.string(),
    chatbot: z.string(),
    root: z.string(),
  }),
  /** CRM managers of these agencies get the default dashboard (specification 2.2). */
  defaultDashboardAgencyCodes: z.array(z.string()),
  /** The key devices seal queued work to (sealing.ts). */
  sealing: z.object({ keyId: z.string(), publicKey: z.string() }),
  /** True when the server was loaded with demo data; the sign-in screen says so and lists the sign-ins. */
  demo: z.boolean(),
  demoSignIns: z.array(z.object({ role: z.string(), username: z.string(), password: z.string(), path: z.string() })),
  /** Hours without a sync after which cached loans are no longer shown. */
  cachedLoansHours: z.number(),
  /** False where a PIN is not enough for this installation; older servers do not say. */
  devicePin: z.optional(z.boolean()),
  /** The dialer's bridge on the telecaller's machine; without it `ws://127.0.0.1:8181` (specification 9). */
  dialerSocket: z.optional(z.string()),
});
export type RuntimeConfig = z.infer<typeof runtimeConfig>;

export const config = defineEndpoint({
  id: 'system.config',
  method: 'GET',
  service: 'root',
  path: '/config.json',
  summary: 'Runtime configuration of the app; any static file in its place may point the build elsewhere',
  access: { kind: 'public' },
  idempotency: 'safe',
  response: runtimeConfig,
});

export const health = defineEndpoint({
  id: 'system.health',
  method: 'GET',
  service: 'root',
  path: '/health',
  summary: 'Ready to take work: the database answers',
  access: { kind: 'public' },
  idempotency: 'safe',
  response: z.object({ status: z.literal('ok'), version: z.string(), database: z.enum(['pglite', 'postgres']) }),
});
