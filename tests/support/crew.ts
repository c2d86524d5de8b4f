/** Many people at work at once, for tests of load. */
import { uuidv7 } from '../../core/domain/ids';
import type { Role } from '../../core/domain/roles';
import type { Database } from '../../server/db/database';
import { insertSession } from '../../server/modules/auth/repository';
import { signAccessToken } from '../../server/modules/auth/tokens';
import { loadKeys } from '../../server/platform/keys';
import { createPerson } from './people';
import type { TenantWorld, TestLoan } from './world';

/** Somebody with a session and loans of their own. */
export interface CrewMember {
  id: string;
  token: string;
  loans: TestLoan[];
}

/**
 * `count` people below the world's manager with `loans` loans each, signed in. Written in bulk, because signing in 500
 * people takes its time by intent.
 */
export async function signedInCrew(
  db: Database,
  world: TenantWorld,
  { role, kind, count, loans: each }: { role: Role; kind: 'field_agent' | 'collector'; count: number; loans: number },
): Promise<CrewMember[]> {
  const { tenantId } = world;
  const keys = await loadKeys(db);
  const now = new Date();
  const ends = new Date(now.getTime() + 3600_000);
  const example = await world.addLoan();
  const made: CrewMember[] = [];
  const borrowers: unknown[][] = [];
  const phones: unknown[][] = [];
  const loans: unknown[][] = [];
  const assignments: unknown[][] = [];
  const [template] = await world.run((tx) =>
    tx.query<{ client_id: string; portfolio_id: string }>('select client_id, portfolio_id from loans where id = $1', [
      example.id,
    ]),
  );
  for (let index = 0; index < count; index += 1) {
    const person = await createPerson(db, tenantId, {
      role,
      managerId: world.people.manager.id,
    });
    const sessionId = uuidv7();
    await world.run((tx) =>
      insertSession(tx, {
        id: sessionId,
        userId: person.id,
        deviceId: null,
        tokenHash: `crew-${sessionId}`,
        now,
        expiresAt: ends,
        ip: '127.0.0.1',
        userAgent: 'crew',
      }),
    );
    const held: TestLoan[] = [];
    for (let at = 0; at < each; at += 1) {
      const loan = { id: uuidv7(), number: `${kind}-${index}-${at}`, borrowerId: uuidv7(), phoneId: uuidv7() };
      borrowers.push([tenantId, loan.borrowerId, 'Asha Kulkarni']);
      loans.push([
        ...[tenantId, loan.id, loan.number, template?.client_id, template?.portfolio_id, loan.borrowerId, 'TW'],
        ...[40, 40, '31-60', 5_000_000, 5_000_000, 500_000, 500_000, 0, 250_000, 5],
      ]);
      phones.push([tenantId, loan.phoneId, loan.borrowerId, '9812345678']);
      assignments.push([tenantId, uuidv7(), loan.id, kind, person.id]);
      held.push(loan);
    }
    const token = await signAccessToken(keys, { userId: person.id, tenantId, sessionId }, now, ends);
    made.push({ id: person.id, token, loans: held });
  }
  await world.run(async (tx) => {
    await tx.copyFrom('borrowers', ['tenant_id', 'id', 'name'], borrowers);
    await tx.copyFrom('phones', ['tenant_id', 'id', 'borrower_id', 'number'], phones);
    await tx.copyFrom(
      'loans',
      'tenant_id id loan_number client_id portfolio_id borrower_id product dpd dpd_month_open bucket pos_paise tos_paise overdue_paise principal_overdue_paise interest_overdue_paise emi_paise due_day'.split(
        ' ',
      ),
      loans,
    );
    await tx.copyFrom('loan_assignments', ['tenant_id', 'id', 'loan_id', 'kind', 'profile_id'], assignments);
  });
  await db.owner((tx) => tx.query('analyze loans, borrowers, phones, loan_assignments, loan_feed, users, sessions'));
  return made;
}
