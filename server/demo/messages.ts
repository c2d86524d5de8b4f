/** Templates and payment accounts of a demo tenant: enough to write to a borrower and to send a payment link. */

import { Random } from '../../core/domain/random';
import type { Tx } from '../db/database';

type Row = [name: string, channel: 'sms' | 'whatsapp', language: 'en' | 'hi', body: string];

const TEMPLATES: readonly Row[] = [
  [
    'Dues reminder',
    'sms',
    'en',
    'Dear {first_name}, {overdue} is overdue on your {lender} loan ending {loan_last4}. Please pay today to avoid charges.',
  ],
  [
    'Dues reminder',
    'sms',
    'hi',
    'प्रिय {first_name}, {lender} के आपके लोन (अंतिम {loan_last4}) पर {overdue} बकाया है। कृपया आज भुगतान करें।',
  ],
  [
    'Promise reminder',
    'sms',
    'en',
    'Dear {first_name}, you promised {ptp_amount} by {ptp_date} on your {lender} loan ending {loan_last4}. Thank you.',
  ],
  [
    'Payment link',
    'sms',
    'en',
    'Dear {first_name}, pay {payment_amount} to {lender} by {payment_until}: {payment_link}',
  ],
  [
    'Payment link',
    'sms',
    'hi',
    'प्रिय {first_name}, {lender} को {payment_amount} का भुगतान {payment_until} तक करें: {payment_link}',
  ],
  [
    'Dues reminder',
    'whatsapp',
    'en',
    'Hello {first_name}, this is {agent} for {lender}. {overdue} is overdue on your loan ending {loan_last4}. Reply here if you need help.',
  ],
  [
    'Dues reminder',
    'whatsapp',
    'hi',
    'नमस्ते {first_name}, {lender} की ओर से {agent}। आपके लोन (अंतिम {loan_last4}) पर {overdue} बकाया है। मदद चाहिए तो यहीं लिखें।',
  ],
  [
    'Payment link',
    'whatsapp',
    'en',
    'Hello {first_name}, you can pay {payment_amount} to {lender} here until {payment_until}: {payment_link}',
  ],
  [
    'Settlement offer',
    'sms',
    'en',
    'Dear {first_name}, {lender} has an offer for your loan ending {loan_last4}. See and answer it here: {settlement_link}',
  ],
  ['Settlement code', 'sms', 'en', 'Your code to see the offer of {lender} is {settlement_code}. Tell it to nobody.'],
  ['Settlement code', 'sms', 'hi', '{lender} का प्रस्ताव देखने के लिए आपका कोड {settlement_code} है। यह किसी को न बताएँ।'],
];

export async function loadMessages(
  tx: Tx,
  {
    tenantId,
    owner,
    clients,
    founded,
  }: { tenantId: string; owner: string; clients: readonly { id: string; name: string }[]; founded: string },
): Promise<void> {
  const random = new Random(`${tenantId}/messages`);
  await tx.copyFrom(
    'payees',
    ['tenant_id', 'client_id', 'vpa', 'name', 'updated_by', 'updated_at'],
    clients.map(({ id, name }) => [
      tenantId,
      id,
      `${name.toLowerCase().replace(/[^a-z]/g, '')}.demo@upi`,
      name,
      owner,
      founded,
    ]),
  );
  await tx.copyFrom(
    'message_templates',
    [
      'tenant_id',
      'id',
      'name',
      'channel',
      'language',
      'body',
      'dlt_template_id',
      'dlt_header',
      'created_by',
      'created_at',
      'updated_at',
    ],
    TEMPLATES.map(([name, channel, language, body], at) => [
      tenantId,
      random.uuid(Date.parse(founded)),
      name,
      channel,
      language,
      body,
      channel === 'sms' ? `11071600000000${String(10_000 + at)}` : null,
      channel === 'sms' ? 'RECOUP' : null,
      owner,
      founded,
      founded,
    ]),
  );
}
