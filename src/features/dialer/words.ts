/** States and statuses in the user's words; the specification's own labels stay as they are in English. */
import type { AgentStatus } from '../../../core/contract/dialer';
import type { AgentState, CallEndReason, DialerStatus } from '../../../core/contract/dialer-socket';
import type { Connection } from '../../dialer';
import type { IconName, Tone } from '../../ui';

export const CONNECTION_WORDS: Record<Connection, { label: string; tone: Tone; icon: IconName }> = {
  connected: { label: 'Connected', tone: 'paid', icon: 'check' },
  reconnecting: { label: 'Reconnecting', tone: 'warn', icon: 'sync' },
  closed: { label: 'Disconnected', tone: 'danger', icon: 'offline' },
};

export const STATE_WORDS: Record<AgentState, { label: string; tone: Tone; icon: IconName }> = {
  idle: { label: 'Idle', tone: 'neutral', icon: 'clock' },
  talk: { label: 'Talking', tone: 'paid', icon: 'phone' },
  hold: { label: 'On hold', tone: 'warn', icon: 'clock' },
  'wrap-up': { label: 'Wrap-up', tone: 'promise', icon: 'edit' },
  ringing: { label: 'Ringing', tone: 'accent', icon: 'phone' },
  dialing: { label: 'Dialing', tone: 'accent', icon: 'phone' },
  break: { label: 'Break', tone: 'blocked', icon: 'blocked' },
};

/** The 14 statuses as the list shows them: the wire's own words, which a language may change on the screen. */
export const CHOICES: Record<DialerStatus, { label: string }> = {
  Ready: { label: 'Ready' },
  'Not Ready - Bio': { label: 'Not Ready - Bio' },
  'Not Ready - Callback': { label: 'Not Ready - Callback' },
  'Not Ready - IT Issue': { label: 'Not Ready - IT Issue' },
  'Not Ready - Login': { label: 'Not Ready - Login' },
  'Not Ready - Lunch': { label: 'Not Ready - Lunch' },
  'Not Ready - Mock Drill': { label: 'Not Ready - Mock Drill' },
  'Not Ready - Quality Feedback': { label: 'Not Ready - Quality Feedback' },
  'Not Ready - Tea': { label: 'Not Ready - Tea' },
  'Not Ready - Team Meeting': { label: 'Not Ready - Team Meeting' },
  'Not Ready - TL Feedback': { label: 'Not Ready - TL Feedback' },
  'Not Ready - Training': { label: 'Not Ready - Training' },
  'After Call Work': { label: 'After Call Work' },
  'Do Not Disturb': { label: 'Do Not Disturb' },
};

/** MISSED and BREAK stand out: in both of them no call reaches the agent. */
export const STATUS_WORDS: Record<AgentStatus, { label: string; tone: Tone; icon: IconName }> = {
  READY: { label: 'Ready', tone: 'paid', icon: 'check' },
  ONCALL: { label: 'On a call', tone: 'accent', icon: 'phone' },
  WRAPUP: { label: 'Wrap-up', tone: 'promise', icon: 'edit' },
  BREAK: { label: 'On a break', tone: 'warn', icon: 'clock' },
  DND: { label: 'Do Not Disturb', tone: 'blocked', icon: 'blocked' },
  MISSED: { label: 'Missing calls', tone: 'danger', icon: 'alert' },
  LOGOUT: { label: 'Not in the dialer', tone: 'neutral', icon: 'logout' },
};

export const END_WORDS: Record<CallEndReason, string> = {
  released: 'You ended the call',
  'hung-up': 'The borrower hung up',
  busy: 'The line was busy',
  'no-answer': 'Nobody answered',
  dropped: 'No agent was free',
  failed: 'The network refused the number',
};

/** 75 → "01:15", from an hour on "1:02:05". */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}
