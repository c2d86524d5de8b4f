/** A portfolio's contact policy as rules of the gate, which count beside those of the pack in force. */
import type { ContactPolicy } from '../portfolio-rules';
import { CONTACT_CHANNELS, type ContactChannel, type PackRule, type RuleId, type RuleValues } from './types';

/** Letters have no hour and are no attempt; by the policy's channels they are barred like the others. */
const LIVE: readonly ContactChannel[] = ['call', 'sms', 'whatsapp', 'visit'];
const EVER = '2000-01-01';
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/**
 * Hours are the borrower's, as everywhere in the gate. Attempts and the minutes between two are counted over all channels and
 * all loans of the borrower. The source of each rule names the portfolio.
 */
export function policyRules(portfolio: string, policy: ContactPolicy): PackRule[] {
  const rule = (id: RuleId, channels: readonly ContactChannel[], values: RuleValues = {}): PackRule => ({
    rule: id,
    channels: [...channels],
    loans: 'all',
    source: `Contact policy of the portfolio “${portfolio}”`,
    from: EVER,
    until: null,
    values,
  });
  const barred = CONTACT_CHANNELS.filter((channel) => !policy.channels.includes(channel));
  const counts = [...LIVE];
  return [
    ...(barred.length > 0 ? [rule('channel', barred)] : []),
    rule('hours', LIVE, { from: clock(policy.fromHour), to: clock(policy.toHour) }),
    rule('per-day', LIVE, { most: policy.perDay, counts }),
    rule('per-week', LIVE, { most: policy.perWeek, counts }),
    ...(policy.gapMinutes > 0 ? [rule('gap', LIVE, { minutes: policy.gapMinutes, counts })] : []),
  ];
}
