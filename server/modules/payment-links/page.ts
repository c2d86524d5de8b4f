/**
 * The page behind a payment link: plain HTML, no script, nothing loaded, nothing about the borrower but the first name and
 * the last four of the loan number.
 */
import { renderSVG } from 'uqr';
import { formatDateTime } from '../../../core/domain/dates';
import { formatRupees } from '../../../core/domain/money';
import { escaped, publicPage } from '../../platform/public-page';

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
  return publicPage(
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
  return publicPage(title, `<h1>${title}</h1><p class="muted">${words}</p>`);
}
