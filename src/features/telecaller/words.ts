/** Names, colours and icons of the telecaller's screens. The English is translated where it is drawn. */
import type { CallQueue } from '../../../core/domain/call-queues';
import type { CallStage } from '../../../core/domain/call-stages';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { LANGUAGE_CODES } from '../../../core/domain/languages';
import type { IconName, Tone } from '../../ui';

export const QUEUE_WORDS: Record<CallQueue, { name: string; formula: string; icon: IconName; tone: Tone }> = {
  callback: {
    name: 'Callbacks due',
    formula: 'Borrowers who asked to be called today or earlier, and were not called since',
    icon: 'clock',
    tone: 'accent',
  },
  'ptp-today': {
    name: 'PTP due today',
    formula: 'Open promises whose day is today',
    icon: 'promise',
    tone: 'promise',
  },
  'ptp-broken': {
    name: 'Broken PTP',
    formula: 'Promises whose day has passed without the money',
    icon: 'alert',
    tone: 'danger',
  },
  'paid-verify': {
    name: 'Paid, to verify',
    formula: 'Borrowers who say that they have paid, with no payment posted since',
    icon: 'rupee',
    tone: 'paid',
  },
  fresh: { name: 'Fresh', formula: 'Loans that nobody has called or visited yet', icon: 'loans', tone: 'neutral' },
};

export const STAGE_WORDS: Record<CallStage, { name: string; formula: string }> = {
  dials: { name: 'Calls', formula: 'Calls that you recorded today' },
  connect: { name: 'Connected', formula: 'Calls in which somebody answered ÷ calls' },
  rpc: { name: 'RPC', formula: 'Calls in which the borrower answered ÷ connected' },
  ptp: { name: 'PTP', formula: 'Calls with a promise ÷ RPC' },
  kept: { name: 'Kept', formula: 'Your promises with today as their day that were kept' },
};

const LOOKS: Partial<Record<DispositionClass, { tone: Tone; icon: IconName }>> = {
  PAID: { tone: 'paid', icon: 'rupee' },
  COLLECTED: { tone: 'paid', icon: 'rupee' },
  SETTLE: { tone: 'promise', icon: 'ledger' },
  PTP: { tone: 'promise', icon: 'promise' },
  CALLBACK: { tone: 'accent', icon: 'phone' },
  REFUSE: { tone: 'danger', icon: 'close' },
  DISPUTE: { tone: 'blocked', icon: 'blocked' },
  COMPLAINT: { tone: 'blocked', icon: 'blocked' },
  SENSITIVE: { tone: 'blocked', icon: 'blocked' },
  LEGAL: { tone: 'blocked', icon: 'blocked' },
  DNC: { tone: 'blocked', icon: 'blocked' },
  SAFETY: { tone: 'danger', icon: 'alert' },
};
export const lookOf = (name: DispositionClass, channel: 'call' | 'field'): { tone: Tone; icon: IconName } =>
  LOOKS[name] ?? { tone: 'neutral', icon: channel === 'field' ? 'pin' : 'phone' };

/** Languages in which borrowers are spoken to. */
export const LANGUAGES = LANGUAGE_CODES;

/** "02:41". */
export const clockWords = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
