/** What a file costs on the network, and what a page holds in itself. */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './installation';

/** Bytes of the body as they cross the network when gzip is offered. */
export function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

/** Scripts inside the page itself are initial JS as well; gzip bytes. */
export function inlineScripts(): number {
  const html = readFileSync(join(ROOT, 'dist/client/index.html'), 'utf8');
  return [...html.matchAll(/<script[^>]*>([\s\S]+?)<\/script>/g)].reduce(
    (sum, [, code = '']) => sum + gzipSync(code).length,
    0,
  );
}

export const kilobytes = (bytes: number): number => Math.round(bytes / 102.4) / 10;
