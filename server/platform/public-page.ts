/** Pages for whoever has a link and no account: plain HTML, no script, nothing loaded. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `:root{color-scheme:light dark;--ink:#15232b;--muted:#566871;--card:#fff;--ground:#eef2f4;--accent:#0c6b62;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6eef1;--muted:#9fb2ba;--card:#16252d;--ground:#0b161c;--accent:#5fd0c0;--on:#06201d}}
*{box-sizing:border-box;margin:0}body{font:16px/1.5 system-ui,"Noto Sans","Noto Sans Devanagari",sans-serif;color:var(--ink);background:var(--ground);min-height:100vh;display:grid;place-items:center;padding:16px}
main{background:var(--card);border-radius:14px;padding:28px 24px;width:100%;max-width:25rem;display:grid;gap:14px;text-align:center}
h1{font-size:1.125rem}.amount{font-size:2.25rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.2}.muted{color:var(--muted);font-size:.9375rem}
a.pay,button{display:block;width:100%;border:0;font:inherit;cursor:pointer;background:var(--accent);color:var(--on);text-decoration:none;font-weight:700;padding:15px;border-radius:10px}
.qr{background:#fff;border-radius:10px;padding:12px;width:min(15rem,100%);margin:0 auto}.qr svg{display:block;width:100%;height:auto}
form,section{display:grid;gap:10px}h2{font-size:1rem}section{border-top:1px solid var(--ground);padding-top:14px}input,select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--muted);border-radius:8px;padding:11px;width:100%;min-width:0}.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}.few{display:flex;flex-wrap:wrap;justify-content:center;gap:2px}.few button{width:auto;background:none;color:var(--accent);font-weight:400;padding:8px}dl{display:grid;grid-template-columns:auto 1fr;gap:6px 14px;text-align:start}dd{text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}dt{color:var(--muted)}.vpa{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`;

export function publicPage(title: string, body: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}
