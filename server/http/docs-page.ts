/** `/docs`: the contract as one page that needs nothing but itself, and `/api/openapi.json` for tools. */
import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../core/contract';
import { ERRORS } from '../../core/contract/errors';
import type { Endpoint } from '../../core/contract/kit';
import { CONTRACT_REVISION, CONTRACT_VERSION } from '../../core/contract/version';
import { openApi } from './openapi';

type Json = Record<string, unknown>;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b2426, #e4ebec); --soft: light-dark(#5b6a6d, #9fb0b3);
  --ground: light-dark(#f6f8f8, #11181a); --card: light-dark(#fff, #182124); --line: light-dark(#d9e1e2, #2b383b);
  --accent: light-dark(#12565c, #6cc5cc); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2.5rem 0 .75rem; text-transform: capitalize; }
a { color: var(--accent); } p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; text-transform: capitalize; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .75rem 1rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.method { font: 600 .8rem ui-monospace, monospace; color: var(--accent); min-width: 3.5rem; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; } .path { overflow-wrap: anywhere; }
.inside { padding: 0 1rem 1rem; } h3 { font-size: .9rem; margin: 1rem 0 .25rem; }
pre { margin: 0; padding: .75rem; overflow: auto; max-height: 24rem; border: 1px solid var(--line); border-radius: .25rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } .wide { overflow-x: auto; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
`;

function block(title: string, value: unknown): string {
  return `<h3>${escapeHtml(title)}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function parameterTable(parameters: Json[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${escapeHtml(String(one.name))}</code></td><td>${escapeHtml(String(one.in))}${one.required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(one.schema))}</code></td></tr>`,
  );
  return `<h3>Parameters</h3><div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function section(path: string, method: string, operation: Json, endpoint: Endpoint): string {
  const body = operation.requestBody as { content: Record<string, { schema: unknown }> } | undefined;
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const responses = operation.responses as Record<
    string,
    { content?: Record<string, { schema: unknown }>; headers?: Json }
  >;
  const [status, good] = Object.entries(responses)[0] ?? [];
  const answer = good?.headers
    ? block(`Answer (${status}, headers alone)`, good.headers)
    : block('Answer', good?.content?.['application/json']?.schema);
  return `<details id="${escapeHtml(endpoint.id)}"><summary><span class="method">${method}</span><code class="path">${escapeHtml(path)}</code><span class="soft">${escapeHtml(endpoint.summary)}</span></summary>
<div class="inside"><p class="soft">${escapeHtml(String(operation.description))}</p>
${parameterTable(operation.parameters as Json[])}
${content ? block(`Request (${type})`, content.schema) : ''}
${answer}</div></details>`;
}

function page(): string {
  const { paths } = openApi('/') as { paths: Record<string, Record<string, Json>> };
  const groups = new Map<string, string[]>();
  const byId = endpoints as Record<string, Endpoint>;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const endpoint = byId[String(operation.operationId)];
      if (!endpoint) continue;
      const group = endpoint.id.split('.')[0] ?? '';
      groups.set(group, [...(groups.get(group) ?? []), section(path, method.toUpperCase(), operation, endpoint)]);
    }
  }
  const names = [...groups.keys()];
  const errors = Object.entries(ERRORS).map(
    ([code, error]) =>
      `<tr><td>${error.status}</td><td><code>${code}</code></td><td>${error.class}</td><td>${escapeHtml(error.message)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recoup API</title><style>${STYLE}</style></head><body><main>
<h1>Recoup API</h1><p class="soft">Contract version ${CONTRACT_VERSION}.${CONTRACT_REVISION}. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${names.map((name) => `<a href="#group-${name}">${name}</a>`).join('')}<a href="#errors">errors</a></nav>
${names.map((name) => `<h2 id="group-${name}">${name}</h2>${groups.get(name)?.join('')}`).join('')}
<h2 id="errors">Errors</h2><p class="soft">Every refusal is <code>{ success: false, code, class, message, fields?, requestId? }</code>.</p>
<div class="wide"><table><thead><tr><th>Status</th><th>Code</th><th>Class</th><th>Words</th></tr></thead><tbody>${errors.join('')}</tbody></table></div>
</main></body></html>`;
}

/** Each is made when somebody first asks: that takes half a second, which a start need not wait for. */
export function installDocs(app: FastifyInstance, publicUrl: string | undefined): void {
  let document: string | undefined;
  let html: string | undefined;
  app.get('/docs', (_request, reply) => {
    html ??= page();
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(publicUrl ?? '/'));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
}
