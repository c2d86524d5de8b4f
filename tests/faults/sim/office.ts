/** What happens at the desk while the phones are out: loans move, people leave, codes change. Written straight into the database. */
import { uuidv7 } from '../../../core/domain/ids';
import type { Database } from '../../../server/db/database';
import type { Stage } from './stage';
import { timeline } from './timeline';

export class Office {
  /** Who ever held which loan, and since when (ms): nobody else may see it, nor anybody before. */
  readonly everHeld = new Map<string, number>();
  /** `phone agent` of devices that were withdrawn: nobody can sign in there any more. */
  readonly withdrawn = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly stage: Stage,
    held: readonly number[],
  ) {
    for (const [loan, agent] of held.entries()) this.everHeld.set(`${agent} ${loan}`, Number.NEGATIVE_INFINITY);
  }

  private now = () => new Date(timeline().now);

  async reassign(loanIndex: number, to: number | null): Promise<void> {
    const loan = this.stage.loans[loanIndex];
    const agent = to === null ? undefined : this.stage.agents[to];
    if (!loan || (agent && agent.tenantId !== loan.tenantId)) return;
    const held = `${to} ${loanIndex}`;
    if (to !== null && !this.everHeld.has(held)) this.everHeld.set(held, this.now().getTime());
    await this.db.transaction({ tenantId: loan.tenantId }, async (tx) => {
      await tx.query(
        'update loan_assignments set ended_at = $3 where tenant_id = $1 and loan_id = $2 and ended_at is null',
        [loan.tenantId, loan.id, this.now()],
      );
      if (agent)
        await tx.query(
          "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id, assigned_at) values ($1, $2, $3, 'field_agent', $4, $5)",
          [loan.tenantId, uuidv7(), loan.id, agent.id, this.now()],
        );
    });
  }

  async loanState(loanIndex: number, state: string): Promise<void> {
    const loan = this.stage.loans[loanIndex];
    if (!loan) return;
    await this.db.transaction({ tenantId: loan.tenantId }, (tx) =>
      tx.query('update loans set state = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2', [
        loan.tenantId,
        loan.id,
        state,
        this.now(),
      ]),
    );
  }

  async active(agentIndex: number, active: boolean): Promise<void> {
    const agent = this.stage.agents[agentIndex];
    if (!agent) return;
    await this.db.transaction({ tenantId: agent.tenantId }, (tx) =>
      tx.query('update users set active = $3 where tenant_id = $1 and id = $2', [agent.tenantId, agent.id, active]),
    );
  }

  async endSessions(agentIndex: number): Promise<void> {
    const agent = this.stage.agents[agentIndex];
    if (!agent) return;
    await this.db.transaction({ tenantId: agent.tenantId }, (tx) =>
      tx.query(
        "update sessions set ended_at = $3, end_reason = 'by an administrator' where tenant_id = $1 and user_id = $2 and ended_at is null",
        [agent.tenantId, agent.id, this.now()],
      ),
    );
  }

  async withdrawDevice(phone: number, agentIndex: number): Promise<void> {
    const agent = this.stage.agents[agentIndex];
    if (!agent) return;
    const found = await this.db.transaction({ tenantId: agent.tenantId }, (tx) =>
      tx.query('update devices set revoked_at = $4 where tenant_id = $1 and user_id = $2 and name = $3 returning 1', [
        agent.tenantId,
        agent.id,
        `phone ${phone}`,
        this.now(),
      ]),
    );
    if (found.length > 0) this.withdrawn.add(`${phone} ${agentIndex}`);
  }

  async retireCode(): Promise<void> {
    for (const tenantId of this.stage.tenants)
      await this.db.transaction({ tenantId }, (tx) =>
        tx.query("update disposition_codes set active = false where tenant_id = $1 and code = 'FRES'", [tenantId]),
      );
  }
}
