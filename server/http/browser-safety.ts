/** What browsers are told about this origin (security.md "Browser"): nothing is allowed that is not needed. */
import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** `'sha256-…'` of each inline script of a page, the way a Content-Security-Policy names it. */
export function inlineScriptHashes(html: string): string[] {
  const hashes: string[] = [];
  for (const [, attributes = '', code = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\ssrc\s*=/i.test(attributes) || code.length === 0) continue;
    hashes.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return hashes;
}

export async function installBrowserSafety(
  app: FastifyInstance,
  options: { indexHtml: string | undefined; behindTls: boolean; dialerSocket: string },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScriptHashes(options.indexHtml ?? '')],
        // The UI kit writes its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        // The dialer's bridge on the telecaller's own machine (specification 9).
        connectSrc: ["'self'", options.dialerSocket],
        // Recordings are played from what was fetched with the session.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Only where TLS is known to be in front: a phone that once saw it refuses plain http for good.
    hsts: options.behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()');
  });
}
