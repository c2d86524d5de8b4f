/** What borrowers ask for, and how what holds contact back is lifted. Every change is audited with before and after. */
import type { addPreference, Lift } from '../../../core/contract/contact';
import { PAUSE_REASONS } from '../../../core/contract/contact-parts';
import type { RequestOf } from '../../../core/contract/kit';
import { type Day, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Asked } from '../../../core/domain/settlements/borrower-wishes';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Contacting } from './gate';

type NewPreference = RequestOf<typeof addPreference>['body'];

function check(body: NewPreference, today: Day): void {
  const fields: { path: string; message: string }[] = [];
  const timed = body.kind === 'not-at-this-time' || body.kind === 'only-at-this-time';
  if (timed && body.fromTime === null) fields.push({ path: 'fromTime', message: 'Enter from when' });
  if (timed && body.toTime === null) fields.push({ path: 'toTime', message: 'Enter until when' });
  if (timed && body.fromTime !== null && body.fromTime === body.toTime && body.days === null) {
    fields.push({ path: 'toTime', message: 'That is the whole day, every day: use “do not contact”' });
  }
  if (body.kind === 'not-at-this-place' && body.place === null)
    fields.push({ path: 'place', message: 'Choose the place' });
  const whole = body.kind === 'dispute' || body.kind === 'bereavement';
  if (whole && (body.channels !== null || body.phoneId !== null)) {
    const path = body.channels !== null ? 'channels' : 'phoneId';
    fields.push({ path, message: 'It holds on every channel and every phone' });
  }
  if (body.kind === 'dispute' && body.note === null) fields.push({ path: 'note', message: 'Say what is disputed' });
  if (body.kind === 'dispute' && body.until !== null) {
    fields.push({ path: 'until', message: 'A dispute holds until a manager has resolved it' });
  }
  if (body.until !== null && body.until < today) fields.push({ path: 'until', message: 'Choose today or a later day' });
  if (fields.length > 0) throw new ApiError('invalid', { fields });
}

/** The borrower of a loan, locked like a contact with them, and all their loans, in the order in which records lock them. */
async function lockBorrower(tx: Tx, tenantId: string, loanId: string): Promise<string> {
  const [row] = await tx.query<{ borrower_id: string }>(
    'select borrower_id from loans where tenant_id = $1 and id = $2',
    [tenantId, loanId],
  );
  if (!row) throw new ApiError('not-found');
  await tx.query('select 1 from loans where tenant_id = $1 and borrower_id = $2 order by id for no key update', [
    tenantId,
    row.borrower_id,
  ]);
  return row.borrower_id;
}

/** A dispute is about one loan. Whether this wish set its mark: what somebody else had set, its end leaves. */
async function markDispute(tx: Tx, tenantId: string, loanId: string, now: Date): Promise<boolean> {
  const marked = await tx.query(
    `update loans set flag_dispute = true, pause_reason = $3, pause_until = null, version = version + 1, updated_at = $4
      where tenant_id = $1 and id = $2 and not flag_dispute and state in ('active', 'suppressed') returning 1`,
    [tenantId, loanId, PAUSE_REASONS.dispute, now],
  );
  return marked.length > 0;
}

/** Phones take what changed: a wish that marks no loan travels by the version alone. */
const sendAnew = (tx: Tx, tenantId: string, borrowerId: string, now: Date) =>
  tx.query(
    `update loans set version = version + 1, updated_at = $3
      where tenant_id = $1 and borrower_id = $2 and state = 'active'`,
    [tenantId, borrowerId, now],
  );

/** The loans' own marks of a request, which phones see. */
async function markLoans(tx: Tx, tenantId: string, borrowerId: string, body: NewPreference, now: Date): Promise<void> {
  const { kind } = body;
  const silent = kind === 'do-not-contact' && body.channels === null && body.phoneId === null;
  if (!silent && kind !== 'complaint' && kind !== 'bereavement') {
    await sendAnew(tx, tenantId, borrowerId, now);
    return;
  }
  await tx.query(
    `update loans set flag_do_not_contact = flag_do_not_contact or $3, pause_reason = $4, pause_until = $5,
            version = version + 1, updated_at = $6
      where tenant_id = $1 and borrower_id = $2 and state in ('active', 'suppressed')`,
    [tenantId, borrowerId, silent, PAUSE_REASONS[kind], body.until, now],
  );
}

export async function addWish(tx: Tx, by: Contacting, loanId: string, body: NewPreference, now: Date, zone: string) {
  const { tenantId, userId } = by;
  check(body, dayOf(now, zone));
  const borrowerId = await lockBorrower(tx, tenantId, loanId);
  if (body.phoneId !== null) {
    const own = await tx.query('select 1 from phones where tenant_id = $1 and id = $2 and borrower_id = $3', [
      tenantId,
      body.phoneId,
      borrowerId,
    ]);
    if (own.length === 0) {
      throw new ApiError('invalid', { fields: [{ path: 'phoneId', message: 'Not a phone of this borrower' }] });
    }
  }
  const added = await tx.query(
    `insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, channels, phone_id, days, from_time, to_time,
       place, until_on, note, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8::int[], $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id, id) do nothing returning id`,
    [
      tenantId,
      body.id,
      borrowerId,
      loanId,
      body.kind,
      body.channels,
      body.phoneId,
      body.days,
      body.fromTime,
      body.toTime,
      body.place,
      body.until,
      body.note,
      userId,
      now,
    ],
  );
  if (added.length === 0) return;
  if (body.kind === 'dispute' && (await markDispute(tx, tenantId, loanId, now))) {
    await tx.query('update contact_preferences set marked = true where tenant_id = $1 and id = $2', [
      tenantId,
      body.id,
    ]);
  }
  await markLoans(tx, tenantId, borrowerId, body, now);
  const { note: _private, ...after } = body;
  await appendAudit(
    tx,
    [
      {
        action: 'contact.preference-added',
        subject: 'loan',
        subjectId: loanId,
        actorId: userId,
        detail: { before: null, after },
      },
    ],
    now,
  );
}

export async function endWish(tx: Tx, by: Contacting, loanId: string, id: string, reason: string, now: Date) {
  const { tenantId, userId } = by;
  const borrowerId = await lockBorrower(tx, tenantId, loanId);
  const known = await tx.query<{ kind: string; loan_id: string; ended_at: string | null }>(
    'select kind, loan_id, ended_at from contact_preferences where tenant_id = $1 and id = $2 and borrower_id = $3',
    [tenantId, id, borrowerId],
  );
  const [wish] = known;
  if (!wish) throw new ApiError('not-found');
  if (wish.ended_at !== null) return;
  await tx.query(
    'update contact_preferences set ended_at = $3, ended_by = $4, end_reason = $5 where tenant_id = $1 and id = $2',
    [tenantId, id, now, userId, reason],
  );
  if (wish.kind === 'do-not-contact') {
    await tx.query(
      `update loans l set flag_do_not_contact = false, version = l.version + 1, updated_at = $3
        where l.tenant_id = $1 and l.borrower_id = $2 and l.flag_do_not_contact
          and not exists (select 1 from contact_preferences p where p.tenant_id = $1 and p.borrower_id = $2
                           and p.ended_at is null and p.kind = 'do-not-contact' and p.channels is null
                           and p.phone_id is null)`,
      [tenantId, borrowerId, now],
    );
  }
  if (wish.kind === 'dispute') await unmarkDispute(tx, tenantId, wish.loan_id, id, now);
  await sendAnew(tx, tenantId, borrowerId, now);
  await clearPause(tx, tenantId, borrowerId, now);
  await appendAudit(
    tx,
    [
      {
        action: 'contact.preference-ended',
        subject: 'loan',
        subjectId: loanId,
        actorId: userId,
        detail: { before: { id, kind: wish.kind, ended: false }, after: { id, kind: wish.kind, ended: true }, reason },
      },
    ],
    now,
  );
}

const LIKE = {
  days: null,
  channels: null,
  phoneId: null,
  until: null,
  note: null,
  fromTime: null,
  toTime: null,
  place: null,
};

/** What the borrower asked for on the page of a settlement takes the place of what they asked for there before; nothing else of theirs is touched. */
export async function setOwnWishes(
  tx: Tx,
  tenantId: string,
  { loanId, settlementId, asked }: { loanId: string; settlementId: string; asked: Asked },
  now: Date,
  zone: string,
): Promise<void> {
  const by = { tenantId, userId: null };
  const { from: fromTime, to: toTime, notAt: place, language } = asked;
  const borrowerId = await lockBorrower(tx, tenantId, loanId);
  const wanted = [
    ...(fromTime ? [{ ...LIKE, kind: 'only-at-this-time' as const, fromTime, toTime }] : []),
    ...(place ? [{ ...LIKE, kind: 'not-at-this-place' as const, place }] : []),
  ];
  const there = await ownWishes(tx, borrowerId);
  const same = (one: OwnWish, other: (typeof wanted)[number]) =>
    one.kind === other.kind && one.from === other.fromTime && one.to === other.toTime && one.place === other.place;
  for (const old of there)
    if (!wanted.some((one) => same(old, one))) await endWish(tx, by, loanId, old.id, 'The borrower asked anew', now);
  for (const one of wanted.filter((wish) => !there.some((old) => same(old, wish)))) {
    const id = uuidv7(now.getTime());
    await addWish(tx, by, loanId, { ...one, id }, now, zone);
    await tx.query('update contact_preferences set settlement_id = $2 where tenant_id = current_tenant() and id = $1', [
      id,
      settlementId,
    ]);
  }
  const [before] = await tx.query<{ language: string }>(
    'select language from borrowers where tenant_id = current_tenant() and id = $1',
    [borrowerId],
  );
  if (!before || language === null || before.language === language) return;
  await tx.query('update borrowers set language = $2 where tenant_id = current_tenant() and id = $1', [
    borrowerId,
    language,
  ]);
  await sendAnew(tx, tenantId, borrowerId, now);
  const detail = { before: { language: before.language }, after: { language } };
  await appendAudit(
    tx,
    [{ action: 'contact.language-asked', subject: 'loan', subjectId: loanId, actorId: null, detail }],
    now,
  );
}

export interface OwnWish {
  id: string;
  kind: string;
  from: string | null;
  to: string | null;
  place: Asked['notAt'];
}

/** What the borrower asked for on the page of a settlement and still wants. */
export const ownWishes = (tx: Tx, borrowerId: string): Promise<OwnWish[]> =>
  tx.query<OwnWish & Record<string, unknown>>(
    `select id, kind, from_time as "from", to_time as "to", place from contact_preferences
      where tenant_id = current_tenant() and borrower_id = $1 and ended_at is null and settlement_id is not null`,
    [borrowerId],
  );

/**
 * The mark goes with the wish that set it, unless the loan is disputed otherwise: by another wish, which has the mark from
 * then on, or by what came of a contact since.
 */
async function unmarkDispute(tx: Tx, tenantId: string, loanId: string, id: string, now: Date): Promise<void> {
  const heirs = await tx.query(
    `update contact_preferences set marked = true
      where tenant_id = $1 and loan_id = $2 and kind = 'dispute' and ended_at is null
        and exists (select 1 from contact_preferences e where e.tenant_id = $1 and e.id = $3 and e.marked) returning 1`,
    [tenantId, loanId, id],
  );
  if (heirs.length > 0) return;
  await tx.query(
    `update loans l set flag_dispute = false, version = l.version + 1, updated_at = $4
       from contact_preferences e
      where e.tenant_id = $1 and e.id = $3 and e.marked and l.tenant_id = $1 and l.id = $2 and l.flag_dispute
        and not exists (select 1 from dispositions d where d.tenant_id = $1 and d.loan_id = $2 and d.class = 'DISPUTE'
                         and d.outcome = 'applied' and d.withdrawn_at is null and d.received_at > e.created_at)`,
    [tenantId, loanId, id, now],
  );
}

const FLAG: Partial<Record<Lift, string>> = {
  dispute: 'flag_dispute',
  legal: 'flag_legal',
  'do-not-contact': 'flag_do_not_contact',
};

/** Nothing to lift changes nothing. */
export async function liftHold(tx: Tx, actor: Actor, loanId: string, what: Lift, reason: string, now: Date) {
  const { tenantId, userId } = actor;
  const borrowerId = await lockBorrower(tx, tenantId, loanId);
  let lifted = 0;
  if (what === 'do-not-contact' || what === 'complaint' || what === 'dispute') {
    const ended = await tx.query(
      `update contact_preferences set ended_at = $4, ended_by = $5, end_reason = $6
        where tenant_id = $1 and borrower_id = $2 and kind = $3 and ended_at is null
          and (kind <> 'dispute' or loan_id = $7) returning 1`,
      [tenantId, borrowerId, what, now, userId, reason, loanId],
    );
    lifted += ended.length;
  }
  if (what === 'suppression') {
    const released = await tx.query(
      `update suppressions set released_at = $3 where tenant_id = $1 and loan_id = $2 and released_at is null returning 1`,
      [tenantId, loanId, now],
    );
    const opened = await tx.query(
      `update loans set state = 'active', version = version + 1, updated_at = $3
        where tenant_id = $1 and id = $2 and state = 'suppressed' returning 1`,
      [tenantId, loanId, now],
    );
    lifted += released.length + opened.length;
  }
  const flag = FLAG[what];
  if (flag) {
    // A request not to be contacted is the borrower's; a dispute or a legal matter is of one loan.
    const which = what === 'do-not-contact' ? 'borrower_id = $2' : 'id = $2';
    const cleared = await tx.query(
      `update loans set ${flag} = false, version = version + 1, updated_at = $3
        where tenant_id = $1 and ${which} and ${flag} returning 1`,
      [tenantId, what === 'do-not-contact' ? borrowerId : loanId, now],
    );
    lifted += cleared.length;
  }
  if (lifted === 0) return;
  await sendAnew(tx, tenantId, borrowerId, now);
  await clearPause(tx, tenantId, borrowerId, now);
  await appendAudit(
    tx,
    [
      {
        action: 'contact.hold-lifted',
        subject: 'loan',
        subjectId: loanId,
        actorId: userId,
        detail: { before: { [what]: true }, after: { [what]: false }, reason },
      },
    ],
    now,
  );
}

/** A pause whose every reason is gone goes too. */
const clearPause = (tx: Tx, tenantId: string, borrowerId: string, now: Date) =>
  tx.query(
    `update loans l set pause_reason = null, pause_until = null, version = l.version + 1, updated_at = $3
      where l.tenant_id = $1 and l.borrower_id = $2 and l.pause_reason is not null and l.state = 'active'
        and not (l.flag_dispute or l.flag_legal or l.flag_do_not_contact or l.flag_deceased)
        and not exists (select 1 from contact_preferences p where p.tenant_id = $1 and p.borrower_id = $2
                         and p.ended_at is null and p.kind in ('do-not-contact', 'complaint', 'bereavement'))`,
    [tenantId, borrowerId, now],
  );
