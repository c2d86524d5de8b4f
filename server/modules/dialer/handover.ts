/**
 * Handing a signed-in person over to another application without a password or a token of ours: a code that is good once
 * and for a minute, which the other side redeems by asking the server.
 */
import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { HANDOVER_SECONDS } from '../../../core/contract/dialer';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { serviceAuthority } from './service-token';

type Kind = 'dialer' | 'bi';
const CODE = /^hc_[A-Za-z0-9_-]{43}$/;
const BI_TYPE = 'bi+jwt';
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export interface Redeemed {
  userId: string;
  username: string;
  fullName: string;
  role: string;
}

export function handoverService({ db, clock, config, keys }: Deps) {
  const tenantOf = serviceAuthority({ db, clock });
  async function issue(who: { tenantId: string; userId: string }, kind: Kind): Promise<string> {
    const code = `hc_${randomBytes(32).toString('base64url')}`;
    const now = clock.now();
    await db.transaction(who, async (tx) => {
      await tx.query('delete from handover_codes where tenant_id = $1 and expires_at < $2', [
        who.tenantId,
        new Date(now.getTime() - 86_400_000),
      ]);
      await tx.query(
        'insert into handover_codes (tenant_id, code_hash, kind, user_id, expires_at) values ($1, $2, $3, $4, $5)',
        [who.tenantId, hashOf(code), kind, who.userId, new Date(now.getTime() + HANDOVER_SECONDS * 1000)],
      );
      await appendAudit(
        tx,
        [{ action: `handover.${kind}`, subject: 'user', subjectId: who.userId, actorId: who.userId }],
        now,
      );
    });
    return code;
  }

  /** Takes the code: two who come with it at once get one answer between them. */
  async function redeem(tx: Tx, tenantId: string, code: string, kind: Kind): Promise<Redeemed | undefined> {
    const now = clock.now();
    const [row] = await tx.query<{ id: string; username: string; full_name: string; role: string }>(
      `with taken as (
         update handover_codes set used_at = $4
          where tenant_id = $1 and code_hash = $2 and kind = $3 and used_at is null and expires_at > $4
          returning user_id)
       select u.id, u.username, u.full_name, u.role from taken
         join users u on u.tenant_id = $1 and u.id = taken.user_id and u.active`,
      [tenantId, hashOf(code), kind, now],
    );
    return row && { userId: row.id, username: row.username, fullName: row.full_name, role: row.role };
  }

  const tenantName = async (tenantId: string): Promise<string> => {
    const [row] = await db.platform((tx) =>
      tx.query<{ name: string }>('select name from tenants where id = $1 and active', [tenantId]),
    );
    if (!row) throw new ApiError('not-found');
    return row.name;
  };

  return {
    issueForDialer: (who: { tenantId: string; userId: string }) => issue(who, 'dialer'),

    async dialerAddress(actor: Actor): Promise<string | null> {
      if (!config.dialerAppUrl) return null;
      const address = new URL(`${config.dialerAppUrl}/crmLogin`);
      address.searchParams.set('token', await issue(actor, 'dialer'));
      return address.href;
    },

    async redeemAtDialer(token: string, code: string) {
      const tenantId = await tenantOf(token);
      const who = CODE.test(code)
        ? await db.transaction({ tenantId }, (tx) => redeem(tx, tenantId, code, 'dialer'))
        : undefined;
      if (!who) throw new ApiError('gone');
      return { username: who.username, fullName: who.fullName, tenant: await tenantName(tenantId) };
    },

    /** Signed, so that the other side may read who comes before it asks; good once, because asking takes the code. */
    async biAddress(actor: Actor): Promise<string | null> {
      if (!config.biUrl) return null;
      const now = clock.now();
      const token = await new SignJWT({ tid: actor.tenantId, role: actor.role, code: await issue(actor, 'bi') })
        .setProtectedHeader({ alg: 'EdDSA', typ: BI_TYPE, kid: keys.signing.kid })
        .setIssuer('recoup')
        .setAudience(new URL(config.biUrl).origin)
        .setSubject(actor.userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + HANDOVER_SECONDS * 1000))
        .sign(keys.signing.key);
      const address = new URL(config.biUrl);
      address.searchParams.set('token', token);
      return address.href;
    },

    async redeemAtBi(token: string) {
      const gone = () => new ApiError('gone');
      const claims = await jwtVerify(
        token,
        ({ kid }) => {
          const key = kid === undefined ? undefined : keys.verifying.get(kid);
          if (!key) throw new Error('unknown key');
          return key;
        },
        { algorithms: ['EdDSA'], typ: BI_TYPE, issuer: 'recoup', currentDate: clock.now() },
      ).catch(() => {
        throw gone();
      });
      const { tid, code } = claims.payload;
      if (typeof tid !== 'string' || typeof code !== 'string') throw gone();
      const who = await db.transaction({ tenantId: tid }, (tx) => redeem(tx, tid, code, 'bi'));
      if (!who) throw gone();
      const { userId, fullName, role } = who;
      return { userId, tenantId: tid, tenant: await tenantName(tid), fullName, role };
    },
  };
}
