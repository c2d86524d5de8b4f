/**
 * The page behind a payment link: plain HTML, no script, nothing loaded, nothing about the borrower but the first name and
 * the last four of the loan number.
 */
import { renderSVG } from 'uqr';
import { formatDateTime } from '../../../core/domain/dates';
import { formatRupees } from '../../../core/domain/money';

/** NPCI's link: payee, amount in rupees, currency, note, and the reference by which the payment is told. */
export function upiLink(link: {
  vpa: string;
  payee: string;
  amountPaise: number;
  note: string;
  reference: string;
}): string {
  const parts = {
    pa: link.vpa,
    pn: link.payee,
    am: (link.amountPaise / 100).toFixed(2),
    cu: 'INR',
    tn: link.note,
    tr: link.reference,
  };
  return `upi://pay?${Object.entries(parts)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `:root{color-scheme:light dark;--ink:#15232b;--muted:#566871;--card:#fff;--ground:#eef2f4;--accent:#0c6b62;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6eef1;--muted:#9fb2ba;--card:#16252d;--ground:#0b161c;--accent:#5fd0c0;--on:#06201d}}
*{box-sizing:border-box;margin:0}body{font:16px/1.5 system-ui,"Noto Sans","Noto Sans Devanagari",sans-serif;color:var(--ink);background:var(--ground);min-height:100vh;display:grid;place-items:center;padding:16px}
main{background:var(--card);border-radius:14px;padding:28px 24px;width:100%;max-width:25rem;display:grid;gap:14px;text-align:center}
h1{font-size:1.125rem}.amount{font-size:2.25rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.2}.muted{color:var(--muted);font-size:.9375rem}
a.pay{display:block;background:var(--accent);color:var(--on);text-decoration:none;font-weight:700;padding:15px;border-radius:10px}
.qr{background:#fff;border-radius:10px;padding:12px;width:min(15rem,100%);margin:0 auto}.qr svg{display:block;width:100%;height:auto}
.vpa{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}

export interface PayFacts {
  lender: string;
  payee: string;
  vpa: string;
  firstName: string;
  lastFour: string;
  amountPaise: number;
  reference: string;
  expiresAt: Date;
  zone: string;
}

export function openPage(facts: PayFacts): string {
  const note = `Loan ending ${facts.lastFour}`;
  const link = upiLink({ ...facts, note });
  return page(
    `Pay ${facts.lender}`,
    `<h1>${escaped(facts.lender)}</h1>
<p class="muted">${escaped(facts.firstName)}, for your loan ending <b>${escaped(facts.lastFour)}</b></p>
<p class="amount">${escaped(formatRupees(facts.amountPaise))}</p>
<a class="pay" href="${escaped(link)}">Pay with a UPI app</a>
<p class="muted">or scan this with one</p>
<div class="qr">${renderSVG(link, { ecc: 'M', border: 0 })}</div>
<p class="muted">Paid to ${escaped(facts.payee)}<br><span class="vpa">${escaped(facts.vpa)}</span></p>
<p class="muted">Good until ${escaped(formatDateTime(facts.expiresAt, facts.zone))}. Never share your UPI PIN with anybody.</p>`,
  );
}

const CLOSED = {
  paid: ['This payment was received', 'Thank you. Nothing more needs to be done here.'],
  over: ['This link is no longer valid', 'Ask your lender for a new one. Nothing was paid through this page.'],
  unknown: ['There is no such link', 'Check the address in your message. It has to be complete.'],
  busy: ['Too many attempts', 'Please wait a minute and open the link again.'],
} as const;

export function closedPage(why: keyof typeof CLOSED): string {
  const [title, words] = CLOSED[why];
  return page(title, `<h1>${title}</h1><p class="muted">${words}</p>`);
}
