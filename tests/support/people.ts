/** Small tenants for tests: only what a test names exists. */
import { hash } from '@node-rs/argon2';
import type { Authenticated } from '../../core/contract/auth';
import { uuidv7 } from '../../core/domain/ids';
import type { Database } from '../../server/db/database';

export const PASSWORD = 'a fine password';
/** Cheap to check, as people sign in here by the thousand; what a password of the server's own making costs, `passwords.test.ts` says. */
const CHEAP = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
let hashed: Promise<string> | undefined;

export async function createTenant(db: Database, name = `Tenant ${uuidv7()}`): Promise<string> {
  const id = uuidv7();
  await db.platform((tx) => tx.query('insert into tenants (id, name) values ($1, $2)', [id, name]));
  return id;
}

export interface Person {
  tenantId: string;
  id: string;
  username: string;
  password: string;
}

export interface NewPerson {
  /** In any stored spelling. */
  role: string;
  username?: string;
  email?: string;
  fullName?: string;
  managerId?: string;
  agencyId?: string;
  clientId?: string;
  subRole?: string;
  dialerUsername?: string;
  active?: boolean;
}

/** A user with a sign-in name, placed below `managerId` in the tree. Their password is `PASSWORD`. */
export async function createPerson(db: Database, tenantId: string, person: NewPerson): Promise<Person> {
  hashed ??= hash(PASSWORD, CHEAP);
  const id = uuidv7();
  const username = person.username ?? `u${id.slice(-12)}`;
  const passwordHash = await hashed;
  await db.transaction({ tenantId }, async (tx) => {
    await tx.query(
      `insert into users (tenant_id, id, role, username, email, full_name, password_hash, active, manager_id, agency_id, client_id, sub_role, dialer_username)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        tenantId,
        id,
        person.role,
        username,
        person.email ?? null,
        person.fullName ?? username,
        passwordHash,
        person.active ?? true,
        person.managerId ?? null,
        person.agencyId ?? null,
        person.clientId ?? null,
        person.subRole ?? null,
        person.dialerUsername ?? null,
      ],
    );
    await tx.query(
      `insert into user_tree (tenant_id, ancestor_id, descendant_id, depth)
       select $1::uuid, $2::uuid, $2::uuid, 0
       union all
       select tenant_id, ancestor_id, $2::uuid, depth + 1 from user_tree where tenant_id = $1::uuid and descendant_id = $3::uuid`,
      [tenantId, id, person.managerId ?? null],
    );
  });
  await db.platform(async (tx) => {
    for (const login of [username, person.email]) {
      if (!login) continue;
      await tx.query('insert into logins (login, tenant_id, user_id) values ($1, $2, $3)', [
        login.toLowerCase(),
        tenantId,
        id,
      ]);
    }
  });
  return { tenantId, id, username, password: PASSWORD };
}

export interface Session {
  token: string;
  refreshToken: string;
  profile: Authenticated['data']['profile'];
}

/** Signs in over HTTP; throws with the server's answer when it refuses. */
export async function signIn(origin: string, person: Person, device?: Record<string, string>): Promise<Session> {
  const response = await fetch(`${origin}/api/v1/profile/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person.username, password: person.password, ...(device && { device }) }),
  });
  const answer = (await response.json()) as Authenticated;
  if (!response.ok) throw new Error(`sign-in refused: ${JSON.stringify(answer)}`);
  const { token, refreshToken } = answer.data.authenticationResult;
  return { token, refreshToken, profile: answer.data.profile };
}
