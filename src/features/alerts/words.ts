import type { AlertType, NotificationKind } from '../../../core/contract/alerts';
import type { Tone } from '../../ui';

/** English names; drawn with `t`. */
export const ALERT_LABELS: Readonly<Record<AlertType, { label: string; tone: Tone }>> = {
  Callback: { label: 'Call back', tone: 'promise' },
  PTP: { label: 'Promise due today', tone: 'promise' },
  BrokenPTP: { label: 'Promise broken', tone: 'danger' },
  FieldDisposition: { label: 'Field visit', tone: 'neutral' },
};

export const NOTIFICATION_LABELS: Readonly<Record<NotificationKind, { label: string; tone: Tone }>> = {
  'payment-received': { label: 'Payment received', tone: 'paid' },
  'payment-review': { label: 'Payment to check', tone: 'warn' },
  'promise-broken': { label: 'Promise broken', tone: 'danger' },
  'message-failed': { label: 'Message not delivered', tone: 'warn' },
  'agent-unsafe': { label: 'Agent in danger', tone: 'danger' },
  'request-asked': { label: 'Somebody asks for you', tone: 'promise' },
  'settlement-turn': { label: 'Settlement waits for you', tone: 'promise' },
  'settlement-step': { label: 'Settlement moved on', tone: 'neutral' },
  'settlement-due': { label: 'Instalment due', tone: 'warn' },
  'settlement-void': { label: 'No-dues letter no longer true', tone: 'danger' },
  'settlement-late': { label: 'Settlement waits too long', tone: 'warn' },
  'export-ready': { label: 'Export is ready', tone: 'paid' },
  'request-answered': { label: 'Your request is answered', tone: 'neutral' },
};
