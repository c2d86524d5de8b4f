/**
 * The built app. Files whose names carry a hash are kept for ever; what names them is asked for again each time, so
 * that an update is seen. A navigation to a page of the app gets `index.html`, whatever its path.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors';
import { ApiError } from './implement';
import { BASES } from './mount';

const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
/** Paths that belong to services: an unknown one is an error of the caller, never a page of the app. */
const SERVICE_PATHS = [...new Set(['/api', ...Object.values(BASES).filter(Boolean)])];

const isServicePath = (path: string): boolean =>
  SERVICE_PATHS.some((base) => path === base || path.startsWith(`${base}/`));

/** `index.html` of the build in `folder`, undefined when there is none. */
export function readIndex(folder: string | undefined): string | undefined {
  if (!folder || !existsSync(join(folder, 'index.html'))) return undefined;
  return readFileSync(join(folder, 'index.html'), 'utf8');
}

/** Mounts the app and the answer for everything else that nobody serves. */
export async function installStaticApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const index = readIndex(folder);
  if (folder && index !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const name = path.slice(folder.length).replaceAll('\\', '/');
        reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => sendIndex(reply));
  }

  function sendIndex(reply: FastifyReply): FastifyReply {
    return reply.status(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index);
  }

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    const navigates = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = (request.headers.accept ?? '').includes('text/html');
    if (index !== undefined && navigates && wantsPage && !isServicePath(path)) return sendIndex(reply);
    return sendError(reply, new ApiError('not-found'), request.id);
  });
}
