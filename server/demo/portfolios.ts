/** Who works the demo's portfolios what they say and what they earn by them: told by the loans they hold, after these are loaded. */
import type { Tx } from '../db/database';

/** Rupees collected in a month, and the rupees it earns. */
const TIERS = [
  [0, 100_000, 0],
  [100_000, 300_000, 1_500],
  [300_000, 600_000, 4_000],
  [600_000, 1_200_000, 9_000],
] as const;

/** What is said, by bucket and language. The borrower is asked for before the loan is named: nobody else may hear of it. */
const SCRIPTS = [
  [
    'any',
    'en',
    `Ask: “Am I speaking with {name}?” Go on only with the borrower.
“I am {agent}, calling for {lender} about your {product}, ending {loan_last4}.”
“{overdue} is due. Your instalment is {emi}, on day {due_day} of the month. When can you pay it?”
Repeat the day and the amount, and send the payment link.`,
  ],
  [
    'any',
    'hi',
    `पूछें: “क्या मैं {name} से बात कर रहा/रही हूँ?” उधारकर्ता से ही आगे बात करें।
“मैं {agent}, {lender} की ओर से आपके {product} (अंत {loan_last4}) के बारे में बोल रहा/रही हूँ।”
“{overdue} बाकी है। आपकी किस्त {emi} है, हर महीने की {due_day} तारीख को। आप कब भुगतान कर सकते हैं?”
तारीख और रकम दोहराएँ, और भुगतान लिंक भेजें।`,
  ],
  [
    'any',
    'mr',
    `विचारा: “मी {name} यांच्याशी बोलत आहे का?” फक्त कर्जदाराशीच पुढे बोला.
“मी {agent}, {lender} तर्फे आपल्या {product} (शेवटचे अंक {loan_last4}) बद्दल बोलत आहे.”
“{overdue} थकीत आहे. आपला हप्ता {emi} आहे, दर महिन्याच्या {due_day} तारखेला. आपण कधी भरू शकता?”
तारीख आणि रक्कम पुन्हा सांगा, आणि पेमेंट लिंक पाठवा.`,
  ],
  [
    '61-90',
    'en',
    `Ask: “Am I speaking with {name}?” Go on only with the borrower.
“I am {agent}, calling for {lender}. {overdue} on your {product}, ending {loan_last4}, has been due for more than two months.”
“If it passes 90 days, the bank has to report the loan as non-performing, and your credit score suffers. What stands in the way of paying?”
A part today and the rest by a day counts: repeat both, and send the payment link.`,
  ],
] as const;
const NOTICE = 'This call is recorded for quality and training.';

export async function loadPortfolioParts(tx: Tx, tenantId: string, by: string, at: string): Promise<void> {
  await tx.query(
    `insert into portfolio_members (tenant_id, portfolio_id, kind, profile_id)
     select distinct l.tenant_id, l.portfolio_id, a.kind, a.profile_id
       from loan_assignments a join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
      where a.tenant_id = $1 and a.ended_at is null`,
    [tenantId],
  );
  await tx.query(
    `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
     select p.tenant_id, p.id, who.audience, tier.position - 1, tier.min_value, tier.max_value, tier.amount
       from portfolios p cross join unnest(array['ta', 'fa']) as who(audience)
       cross join unnest($2::double precision[], $3::double precision[], $4::double precision[]) with ordinality
         as tier(min_value, max_value, amount, position)
      where p.tenant_id = $1`,
    [tenantId, TIERS.map(([min]) => min), TIERS.map(([, max]) => max), TIERS.map(([, , amount]) => amount)],
  );
  await tx.query(
    `insert into portfolio_scripts (tenant_id, id, portfolio_id, position, bucket, language, body)
     select p.tenant_id, gen_random_uuid(), p.id, s.position - 1, s.bucket, s.language, s.body
       from portfolios p
       cross join unnest($2::text[], $3::text[], $4::text[]) with ordinality as s(bucket, language, body, position)
      where p.tenant_id = $1`,
    [tenantId, SCRIPTS.map(([bucket]) => bucket), SCRIPTS.map(([, of]) => of), SCRIPTS.map(([, , body]) => body)],
  );
  await tx.query('update portfolios set recording_notice = $2, languages = $3 where tenant_id = $1', [
    tenantId,
    NOTICE,
    [...new Set(SCRIPTS.map(([, language]) => language))],
  ]);
  await tx.query(
    `insert into portfolio_tabs (tenant_id, portfolio_id, tab, saved_at, saved_by)
     select p.tenant_id, p.id, t.tab, $2, $3 from portfolios p cross join unnest(array['details', 'script', 'incentive']) as t(tab)
      where p.tenant_id = $1`,
    [tenantId, at, by],
  );
}
