/** The address of a borrower's own page of an offer, the codes that open it, and who it says speaks with them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Stage } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import type { Keys } from '../../platform/keys';
import { newToken } from '../../platform/public-names';
import { stoppedBy } from '../tenants';

/** The first letter that goes out makes it; it stays the same as long as the settlement. */
export async function insertOfferLink(
  tx: Tx,
  { tenantId, settlementId, origin }: { tenantId: string; settlementId: string; origin: string },
  now: Date,
): Promise<void> {
  const token = newToken(tenantId);
  await tx.query(
    `insert into settlement_links (tenant_id, settlement_id, token, url, created_at)
     values (current_tenant(), $1, $2, $3, $4) on conflict (tenant_id, settlement_id) do nothing`,
    [settlementId, token, `${origin}/offers/${token}`, now],
  );
}

export interface OfferLink {
  token: string;
  settlement_id: string;
  loan_id: string;
  borrower_id: string;
  number: string;
  stage: Stage;
  round: number;
  valid_till: Day;
  outstanding_paise: number;
  waived_paise: number;
  payable_paise: number;
  borrower: string;
  language: string;
  loan_number: string;
  portfolio_id: string;
  lender: string;
  client_active: boolean;
}

/** `lock`: whoever asks for a code or enters one waits for whoever does so now. */
export async function offerLinkOf(tx: Tx, token: string, lock: boolean): Promise<OfferLink | undefined> {
  const [row] = await tx.query<OfferLink & Record<string, unknown>>(
    `select k.token, k.settlement_id, s.loan_id, s.borrower_id, s.number, s.stage, s.round, s.valid_till, s.outstanding_paise, s.waived_paise,
            s.payable_paise, b.name as borrower, b.language, l.loan_number, l.portfolio_id, c.name as lender, c.active as client_active
       from settlement_links k
       join settlements s on s.tenant_id = k.tenant_id and s.id = k.settlement_id
       join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
      where k.tenant_id = current_tenant() and k.token = $1${lock ? ' for update of k' : ''}`,
    [token],
  );
  return row;
}

export const urlOfOffer = async (tx: Tx, settlementId: string): Promise<string | undefined> =>
  (
    await tx.query<{ url: string }>(
      'select url from settlement_links where tenant_id = current_tenant() and settlement_id = $1',
      [settlementId],
    )
  )[0]?.url;

export interface Speaker {
  name: string;
  agency: string | null;
  /** Last day of the certificate. */
  certified_until: Day | null;
}

/** Those who hold the loan now and may work: neither they nor their agency are switched off. */
export const speakersOf = (tx: Tx, loanId: string): Promise<Speaker[]> =>
  tx.query<Speaker & Record<string, unknown>>(
    `select u.full_name as name, a.name as agency, u.dra_valid_until as certified_until
       from loan_assignments h
       join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id
       left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
      where h.tenant_id = current_tenant() and h.loan_id = $1 and h.ended_at is null and h.kind in ('field_agent', 'collector')
        and u.active and ${stoppedBy('u')} is null order by h.kind desc`,
    [loanId],
  );

/** The borrower's own mobile number. */
export async function ownPhone(tx: Tx, borrowerId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ number: string }>(
    `select number from phones where tenant_id = current_tenant() and borrower_id = $1 and owner = 'borrower' and not invalid
      order by rank, id limit 1`,
    [borrowerId],
  );
  return row?.number;
}

const MINUTE_MS = 60_000;
const CODE_MS = 10 * MINUTE_MS;
const GRANT_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_CODES_A_DAY = 5;
const MOST_TRIES = 5;

/** A code follows from its id by the installation's key, so that neither the database nor the queue holds one. */
export async function codeOf({ signing }: Pick<Keys, 'signing'>, id: string): Promise<string> {
  const text = new TextEncoder().encode(`recoup-offer-code\n${id}`);
  const signature = await crypto.subtle.sign('Ed25519', signing.key, text);
  const number = createHash('sha256').update(Buffer.from(signature)).digest().readUIntBE(0, 6);
  // Six digits of which the first is none that people leave out.
  return String(100_000 + (number % 900_000));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Undefined when there were enough for a day. Those of before no longer open anything. */
export async function newCode(tx: Tx, settlementId: string, now: Date): Promise<string | undefined> {
  await tx.query(
    'delete from settlement_codes where tenant_id = current_tenant() and settlement_id = $1 and created_at <= $2',
    [settlementId, new Date(now.getTime() - DAY_MS)],
  );
  const id = uuidv7(now.getTime());
  const rows = await tx.query(
    `insert into settlement_codes (tenant_id, id, settlement_id, created_at)
     select current_tenant(), $1::uuid, $2::uuid, $3::timestamptz
      where (select count(*) from settlement_codes where tenant_id = current_tenant() and settlement_id = $2) < $4::int returning 1`,
    [id, settlementId, now, MOST_CODES_A_DAY],
  );
  return rows.length > 0 ? id : undefined;
}

/** What entering the newest code gives: a grant for the forms of the page. Undefined for a wrong or used one; each try is counted. */
export async function enterCode(
  tx: Tx,
  keys: Keys,
  settlementId: string,
  given: number,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string; created_at: string; tries: number; used_at: string | null }>(
    `select id, created_at, tries, used_at from settlement_codes where tenant_id = current_tenant() and settlement_id = $1
      order by created_at desc, id desc limit 1`,
    [settlementId],
  );
  if (!row || row.used_at || row.tries >= MOST_TRIES || Date.parse(row.created_at) <= now.getTime() - CODE_MS)
    return undefined;
  // Hashes are of one length whatever was typed.
  const [typed, right] = [String(given), await codeOf(keys, row.id)].map((code) => Buffer.from(hashOf(code)));
  if (!typed || !right || !timingSafeEqual(typed, right)) {
    await tx.query('update settlement_codes set tries = tries + 1 where tenant_id = current_tenant() and id = $1', [
      row.id,
    ]);
    return undefined;
  }
  const grant = randomBytes(24).toString('base64url');
  await tx.query(
    'update settlement_codes set used_at = $2, grant_hash = $3 where tenant_id = current_tenant() and id = $1',
    [row.id, now, hashOf(grant)],
  );
  return grant;
}

export async function isGranted(tx: Tx, settlementId: string, grant: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from settlement_codes
      where tenant_id = current_tenant() and settlement_id = $1 and grant_hash = $2 and used_at > $3`,
    [settlementId, hashOf(grant), new Date(now.getTime() - GRANT_MS)],
  );
  return rows.length > 0;
}

/** Of a code that may still be entered. */
export async function codeToSend(tx: Tx, id: string, now: Date) {
  const [row] = await tx.query<{ loan_id: string; borrower_id: string; borrower: string; language: string }>(
    `select s.loan_id, s.borrower_id, b.name as borrower, b.language
       from settlement_codes c
       join settlements s on s.tenant_id = c.tenant_id and s.id = c.settlement_id
       join borrowers b on b.tenant_id = s.tenant_id and b.id = s.borrower_id
      where c.tenant_id = current_tenant() and c.id = $1 and c.used_at is null and c.created_at > $2`,
    [id, new Date(now.getTime() - CODE_MS)],
  );
  return row;
}
