/** What the ledger says about one record: its state in words, its receipt or reason. */
import type { Receipt } from '../../../../core/contract/dispositions';
import { addDays, type Day, dayOf, formatDateTime, formatDay, formatTime } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { PAYMENT_MODE_WORDS } from '../../../../core/domain/record-words';
import { said, t } from '../../../i18n';
import type { LedgerEntry, OutboxState } from '../../../offline/types';
import type { IconName, Tone } from '../../../ui';
import { decisionOn } from '../../records';
import { NO_NETWORK } from './sync-words';

export interface LedgerWords {
  state: string;
  tone: Tone;
  icon: IconName;
  /** What it means, in one sentence; none where the state says it all. */
  detail?: string;
}

export type LedgerFilter = 'all' | 'needs-you' | 'waiting' | 'sent';

const FILTER_OF: Record<OutboxState, Exclude<LedgerFilter, 'all'>> = {
  queued: 'waiting',
  sending: 'waiting',
  'retry-later': 'waiting',
  'waiting-for-login': 'waiting',
  'needs-you': 'needs-you',
  quarantined: 'needs-you',
  accepted: 'sent',
};

export function inFilter(state: OutboxState, filter: LedgerFilter): boolean {
  return filter === 'all' || FILTER_OF[state] === filter;
}

/** How a received record took effect, where it is more than "received". */
const OUTCOME_WORDS = {
  applied: undefined,
  'late-reassigned': 'The loan is with another agent now. Your record is kept as evidence.',
  'late-closed': 'The loan was closed before this arrived. Your record is kept as evidence.',
  'late-suppressed': 'Contact was stopped before this arrived. Your record is kept as evidence.',
  'late-agent-inactive': 'Your account was inactive when this arrived. Your record is kept as evidence.',
  'clock-skewed': "This phone's clock differs from the server's. The server's time counts.",
  'signature-invalid': "The signature is not this phone's. Your record is kept as evidence; tell your manager.",
} as const;

/** What became of the settlement that a record raised. */
export function settlementWords(fate: Receipt['settlement']): string | undefined {
  if (!fate) return undefined;
  return fate.number === null
    ? t('No settlement was raised: {problem}', { problem: said(fate.problem ?? '') })
    : t('Settlement {number} is raised.', { number: fate.number });
}

export function ledgerWords(
  entry: LedgerEntry,
  { now, zone, online }: { now: number; zone: string; online: boolean | null },
): LedgerWords {
  switch (entry.state) {
    case 'queued':
      return {
        state: t('Saved on this phone'),
        tone: 'accent',
        icon: 'clock',
        ...(online === false && { detail: t(NO_NETWORK) }),
      };
    case 'sending':
      return { state: t('Sending…'), tone: 'accent', icon: 'sync' };
    case 'retry-later': {
      const due = entry.nextAttemptAt;
      const next =
        due === null || due <= now
          ? t('Tries again shortly')
          : t('Tries again at {time}', { time: formatTime(due, zone) });
      return {
        state: t('Saved on this phone'),
        tone: 'warn',
        icon: 'clock',
        detail:
          online === false
            ? t(NO_NETWORK)
            : t('{message} {next}, by itself.', {
                message: said(entry.problem?.message ?? 'The server did not answer.'),
                next,
              }),
      };
    }
    case 'waiting-for-login':
      return {
        state: t('Saved on this phone'),
        tone: 'warn',
        icon: 'lock',
        detail: t('Sign in with a network, then it goes out by itself.'),
      };
    case 'needs-you':
      return {
        state: decisionOn(entry) === 'returned' ? t('Handed back to you') : t('Needs you'),
        tone: 'danger',
        icon: 'alert',
        detail: said(entry.problem?.message ?? 'The server asks for a correction.'),
      };
    case 'quarantined':
      // Decided for good: there is nothing left to wait for.
      if (decisionOn(entry) === 'refused')
        return {
          state: t('Refused'),
          tone: 'danger',
          icon: 'close',
          detail: t('{message} It does not count. Discard it when you have read this.', {
            message: said(entry.problem?.message ?? ''),
          }),
        };
      return {
        state: t('Kept for review'),
        tone: 'blocked',
        icon: 'blocked',
        detail: t('{message} It is kept here, and your manager sees it.', {
          message: said(entry.problem?.message ?? 'The server did not take this record.'),
        }),
      };
    case 'accepted': {
      const { receipt } = entry;
      const evidence = receipt ? OUTCOME_WORDS[receipt.outcome] : undefined;
      const settlement = settlementWords(receipt?.settlement);
      const amiss = evidence !== undefined || (receipt?.settlement?.problem ?? null) !== null;
      return {
        state: receipt ? t('Received {receipt}', { receipt: receipt.receiptNo }) : t('Received'),
        tone: amiss ? 'warn' : 'paid',
        icon: amiss ? 'info' : 'check',
        ...((evidence || settlement) && { detail: [evidence && t(evidence), settlement].filter(Boolean).join(' ') }),
      };
    }
  }
}

/** What the server found of the record's signature; nothing where it came before records were signed. */
const SIGNATURE_WORDS = {
  valid: 'signed by this phone',
  none: 'unsigned',
  'unknown-key': 'signed by a key the server does not know',
  invalid: 'signature not right',
} as const;

/** `R-000123 · 21/11/2026 10:42 · entry 57 of the audit chain · signed by this phone`. */
export function receiptWords(entry: LedgerEntry, zone: string): string | undefined {
  const { receipt } = entry;
  if (!receipt) return undefined;
  const signature = receipt.signature ? ` · ${t(SIGNATURE_WORDS[receipt.signature])}` : '';
  const entered = t('entry {n} of the audit chain', { n: receipt.chain.seq });
  return `${receipt.receiptNo} · ${formatDateTime(receipt.receivedAt, zone)} · ${entered}${signature}`;
}

/** `₹5,000 collected · UPI · ₹2,000 promised for 27/11`; empty where no money was spoken of. */
export function moneyWords({ paid, promised }: Pick<LedgerEntry, 'paid' | 'promised'>): string {
  return [
    paid &&
      t('{amount} collected · {mode}', {
        amount: formatRupees(paid.amountPaise),
        mode: t(PAYMENT_MODE_WORDS[paid.mode]),
      }),
    promised &&
      t('{amount} promised for {day}', {
        amount: formatRupees(promised.amountPaise),
        day: formatDay(promised.dueOn).slice(0, 5),
      }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The short number of a record that has no receipt yet: the end of its id, the same on every screen. */
export function shortNumber(recordId: string): string {
  return recordId.slice(-6).toUpperCase();
}

/** Newest day first, newest record first within it; the heading says today and yesterday in words. */
export function byDay(
  entries: readonly LedgerEntry[],
  now: number,
  zone: string,
): { day: Day; heading: string; entries: LedgerEntry[] }[] {
  const today = dayOf(now, zone);
  const days = new Map<Day, LedgerEntry[]>();
  for (const entry of [...entries].sort((a, b) => b.savedAt - a.savedAt)) {
    const day = dayOf(entry.savedAt, zone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, list]) => ({
    day,
    heading: day === today ? t('Today') : day === addDays(today, -1) ? t('Yesterday') : formatDay(day),
    entries: list,
  }));
}
