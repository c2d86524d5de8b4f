/** Settlements as tests raise them: offered, approved by the manager and the client, and their letter sent. */
import { expect } from 'vitest';
import type { Settlement } from '../../core/contract/settlements';
import { addDays, type Day } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import type { Instalment } from '../../core/domain/settlements/offer';
import { postPayment } from '../../server/modules/loans';
import { judgePart } from '../../server/modules/settlements/judge';
import { as, type TenantWorld, type TestLoan, type Who } from './world';

export const DUES = 1_00_000_00;
export const WAIVED = 40_000_00;
const ZONE = 'Asia/Kolkata';
export const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

export function settlementDesk(world: TenantWorld, origin: string, clock: { now(): Date }, today: () => Day) {
  const api = (who: Who) => as(origin, world.people[who]);
  async function send<T = Settlement>(who: Who, method: string, path: string, body?: unknown) {
    const form = body instanceof FormData;
    const response = await api(who).fetch(path, {
      method,
      ...(form && { body }),
      ...(body !== undefined &&
        !form && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, ...((await response.json()) as { message?: string; data: T }) };
  }
  const good = async <T = Settlement>(...asked: Parameters<typeof send>): Promise<T> => {
    const said = await send<T>(...asked);
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
    return said.data;
  };
  const offer = (instalments?: readonly Instalment[]) => ({
    dues: { principal: DUES, interest: 0, penal: 0, charges: 0 },
    waiver: { principal: WAIVED, interest: 0, penal: 0, charges: 0 },
    instalments:
      instalments ?? [10, 40].map((days) => ({ dueOn: addDays(today(), days), amount: (DUES - WAIVED) / 2 })),
    validTill: addDays(today(), 5),
  });
  const letter = (id: string, bytes = PDF, more: Record<string, unknown> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ settlementId: id, ...more })) form.set(name, JSON.stringify(value));
    form.set('letter', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'letter.pdf');
    return send('nationalManager', 'PUT', '/api/v1/settlement/settlement/letter-uploading', form);
  };
  return {
    api,
    send,
    good,
    letter,
    newLoan: () => world.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' } }),
    async approved(loan: TestLoan, instalments?: readonly Instalment[]): Promise<Settlement> {
      const id = uuidv7();
      const raised = { id, loanId: loan.id, offer: offer(instalments), hardship: 'Crop failed' };
      await good('caller', 'POST', '/api/v2/settlement', raised);
      const step = (who: Who, stage: string) =>
        good(who, 'PUT', '/api/v2/settlement', { settlementId: id, data: { step: 'approve', stage, round: 1 } });
      await step('manager', 'manager');
      return step('clientAdmin', 'client');
    },
    async out(loan: TestLoan, instalments?: readonly Instalment[]): Promise<Settlement> {
      const { id } = await this.approved(loan, instalments);
      const said = await letter(id);
      expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
      return said.data;
    },
    pay: (loan: TestLoan, amountPaise: number) =>
      world.run((tx) =>
        postPayment(
          tx,
          { loanId: loan.id, amountPaise, mode: 'upi', reference: uuidv7(), paidAt: clock.now() },
          ZONE,
          clock.now(),
        ),
      ),
    judge: (day = today()) => world.run((tx) => judgePart(tx, day, clock.now())),
  };
}

/** Everything may be offered, and a manager approves it with the client. */
export const openMatrix = (world: TenantWorld) =>
  world.run((tx) =>
    tx.query(
      `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
       select tenant_id, id, 1, 'any', 0, 9999, 90, 9, 'CRM_MANAGER' from portfolios where tenant_id = $1`,
      [world.tenantId],
    ),
  );
