/** The third tab of the demo's portfolios: what closing a loan costs, who may waive how much, and the letters that say so. */
import type { Tx } from '../db/database';

/** Most portfolios have it; every ninth is still being set up. */
const UNFINISHED = 9;

const FORMULA = {
  includes: ['interest', 'penal', 'charges'],
  chargePercent: 4,
  minChargePaise: 50_000,
  gstPercent: 18,
  validDays: 7,
};

/** Days past due, most waiver in percent, most instalments, who may say yes. */
const MATRIX = [
  [31, 90, 10, 2, 'CRM_MANAGER'],
  [91, 180, 20, 3, 'CRM_MANAGER'],
  [91, 180, 30, 3, 'CRM_SUPERMANAGER'],
  [181, 20_000, 35, 4, 'CRM_SUPERMANAGER'],
  [181, 20_000, 50, 6, 'CLIENT_ADMIN'],
] as const;

const LETTERS = [
  [
    'SR',
    'Settlement letter',
    'en',
    `Date: {{letter_date}}
Ref: {{reference_no}}

To {{borrower_name}}
{{borrower_address}}

Loan {{loan_number}}, {{product}}, of {{client_name}}

On this loan {{total_outstanding}} is outstanding. At your request we agree to settle it for {{settlement_amount}} ({{amount_in_words}}); {{waiver_amount}} is waived. Please pay in {{instalments}} instalments: {{schedule}}. The last day is {{last_date}}, to {{payment_account}}.

{{full_and_final}} {{lapse_clause}}

{{bureau_clause}} {{no_dues_promise}}

Questions or complaints: {{grievance_contact}}

{{signatory}}`,
  ],
  [
    'SR',
    'Settlement letter',
    'hi',
    `दिनांक: {{letter_date}}
संदर्भ: {{reference_no}}

{{borrower_name}}
{{borrower_address}}

{{client_name}} का लोन {{loan_number}}, {{product}}

इस लोन पर {{total_outstanding}} देय है। आपके अनुरोध पर हम इसे {{settlement_amount}} ({{amount_in_words}}) में निपटाने को सहमत हैं; {{waiver_amount}} माफ़ किया जाता है। कृपया {{instalments}} किस्तों में दें: {{schedule}}। अंतिम तारीख {{last_date}}, खाता {{payment_account}}।

{{full_and_final}} {{lapse_clause}}

{{bureau_clause}} {{no_dues_promise}}

सवाल या शिकायत: {{grievance_contact}}

{{signatory}}`,
  ],
  [
    'AL',
    'Approval letter',
    'en',
    `Ref: {{reference_no}}

To {{borrower_name}}
{{borrower_address}}

On {{approved_on}} {{client_name}} approved the settlement of loan {{loan_number}} for {{settlement_amount}} ({{amount_in_words}}). Please pay by {{last_date}}, to {{payment_account}}.

{{lapse_clause}}

{{letter_date}}. Questions or complaints: {{grievance_contact}}

{{signatory}}`,
  ],
  [
    'NL',
    'No-dues letter',
    'en',
    `Ref: {{reference_no}}

To {{borrower_name}}
{{borrower_address}}

You paid {{paid_amount}} on loan {{loan_number}}, the last of it on {{settled_on}}. The loan is settled and nothing is due on it any more.

{{full_and_final}} {{bureau_clause}}

{{letter_date}}. Questions or complaints: {{grievance_contact}}

{{signatory}}`,
  ],
  [
    'FR',
    'Foreclosure statement',
    'en',
    `Date: {{letter_date}}
Ref: {{reference_no}}

To {{borrower_name}}

Closing loan {{loan_number}}, {{product}}, of {{client_name}}

Principal outstanding: {{principal_outstanding}}
Interest: {{interest}}
Penal charges: {{penal_charges}}
Foreclosure charge: {{foreclosure_charge}}, GST: {{gst}}
To be paid: {{foreclosure_amount}}

This amount holds till {{valid_till}}; each day after adds {{per_day_interest}}. Please pay to {{payment_account}}.

Questions or complaints: {{grievance_contact}}

{{signatory}}`,
  ],
] as const;

const LETTER_FACTS = {
  address: 'Registered office, Fort, Mumbai 400001',
  paymentAccount: 'the loan account, through the payment link or at any branch',
  grievanceContact: '1800 000 0000, grievance@lender.example',
  signatory: 'Authorised signatory',
};

export async function loadSettlement(tx: Tx, tenantId: string, by: string, at: string): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `select id from (select id, row_number() over (order by name) as n from portfolios where tenant_id = $1) p where n % $2 <> 0`,
    [tenantId, UNFINISHED],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query(
    'update portfolios set foreclosure = $3::jsonb, letter_facts = $4::jsonb where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, ids, FORMULA, LETTER_FACTS],
  );
  await tx.query(
    `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
     select $1, p, m.position - 1, 'any', m.min_age, m.max_age, m.waiver, m.instalments, m.approver
       from unnest($2::uuid[]) as p
       cross join unnest($3::int[], $4::int[], $5::double precision[], $6::int[], $7::text[]) with ordinality
         as m(min_age, max_age, waiver, instalments, approver, position)`,
    [
      tenantId,
      ids,
      MATRIX.map(([min]) => min),
      MATRIX.map(([, max]) => max),
      MATRIX.map(([, , waiver]) => waiver),
      MATRIX.map(([, , , instalments]) => instalments),
      MATRIX.map(([, , , , approver]) => approver),
    ],
  );
  await tx.query(
    `insert into letter_templates (tenant_id, id, portfolio_id, kind, name, language, body, saved_at, saved_by)
     select $1, gen_random_uuid(), p, l.kind, l.name, l.language, l.body, $3, $4
       from unnest($2::uuid[]) as p
       cross join unnest($5::text[], $6::text[], $7::text[], $8::text[]) as l(kind, name, language, body)`,
    [
      tenantId,
      ids,
      at,
      by,
      LETTERS.map(([kind]) => kind),
      LETTERS.map(([, name]) => name),
      LETTERS.map(([, , language]) => language),
      LETTERS.map(([, , , body]) => body),
    ],
  );
  await tx.query(
    `insert into portfolio_tabs (tenant_id, portfolio_id, tab, saved_at, saved_by)
     select $1, p, 'foreclosure', $3, $4 from unnest($2::uuid[]) as p`,
    [tenantId, ids, at, by],
  );
}
