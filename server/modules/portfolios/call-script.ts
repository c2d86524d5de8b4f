/** The second tab as a telecaller needs it: for a loan that they may see, with its figures. */
import type { callScript } from '../../../core/contract/call-script';
import type { ResponseOf } from '../../../core/contract/kit';
import type { Bucket } from '../../../core/domain/buckets';
import { scriptsFor } from '../../../core/domain/call-script';
import { fillTemplate } from '../../../core/domain/message-checks';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { findVisibleLoan } from '../loans';
import { loanValues } from '../messages';
import { tenantRules } from '../tenants';
import { readScript } from './tabs';

/** Letters of a portfolio write `{{name}}`, messages `{name}`; in a script both mean the loan's value. */
const oneBrace = (body: string) => body.replace(/\{\{([^{}]*)\}\}/g, '{$1}');

export function callScriptService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  return {
    async of(actor: Actor, wanted: string): Promise<ResponseOf<typeof callScript>['data']> {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
        const loanId = await findVisibleLoan(tx, actor, wanted);
        if (!loanId) throw new ApiError('not-found');
        const [loan] = await tx.query<{ portfolio_id: string; bucket: Bucket; language: string }>(
          `select l.portfolio_id, l.bucket, b.language
             from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
            where l.tenant_id = current_tenant() and l.id = $1`,
          [loanId],
        );
        if (!loan) throw new ApiError('not-found');
        const tab = await readScript(tx, loan.portfolio_id);
        const values = await loanValues({ tx, actor, zone, now: clock.now() }, loanId);
        return {
          notice: fillTemplate(oneBrace(tab.recordingNotice), values).text,
          scripts: scriptsFor(tab.scripts, loan).map(({ id, bucket, language, body }) => ({
            id,
            bucket,
            language,
            ...fillTemplate(oneBrace(body), values),
          })),
        };
      });
    },
  };
}
