/** What each line of a file of people would become: a new user, one who is here already, or a line to mend. */
import { setImmediate } from 'node:timers/promises';
import { PASSWORD_MIN } from '../../../core/contract/passwords';
import { KIND_WORDS, kindOf, mayLead, PROFILE_KINDS, ROLES_OF_KIND } from '../../../core/domain/people';
import { EMPTY_PROFILE, type ProfileField, type ProfileValues } from '../../../core/domain/profile-fields';
import { parseRole, type Role } from '../../../core/domain/roles';
import { REQUIRED } from '../../../core/domain/validators';
import type { Tx } from '../../db/database';
import { withPlatform } from '../../db/with-platform';
import type { Actor } from '../../http/implement';
import { isDemoPassword } from '../auth';
import { breadthOf } from '../loans';
import { type ColumnName, columnLabel, columnNames, type ReadFile, readCell } from './csv';
import { postOf } from './repository';
import { type Offer, offerOf, postOfActor, postOfNew, problemsAmong, withinOwn } from './rules';
import { cleaned } from './values';

export interface PlannedPerson {
  role: Role;
  values: ProfileValues;
  /** The user name of the manager; empty for the one who brings the file. */
  manager: string;
}

export interface PlannedRow {
  line: number;
  cells: string[];
  state: 'ready' | 'already' | 'wrong';
  person: PlannedPerson | null;
  initialPassword: string | null;
  problems: { column: string; message: string }[];
}

export interface Plan {
  columns: string[];
  encoding: string;
  ignored: string[];
  rows: PlannedRow[];
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const ROLE_WORDS = new Map<string, Role>(
  PROFILE_KINDS.flatMap((kind) =>
    [kind, KIND_WORDS[kind].one, KIND_WORDS[kind].many].map((word) => [plain(word), ROLES_OF_KIND[kind][0]] as const),
  ),
);
/** A role in any spelling, or the words of a kind. */
const roleOfCell = (cell: string): Role | undefined => parseRole(cell) ?? ROLE_WORDS.get(plain(cell));

interface Known {
  agencies: Map<string, string>;
  clients: Map<string, string>;
  /** By name in lower case, as the tenant writes them. */
  products: Map<string, string>;
  /** By user name in lower case. */
  people: Map<string, { role: Role; subRole: string | null; active: boolean; own: boolean }>;
  /** Sign-in names of this tenant. A check of thousands of lines asks nothing of others; that a name cannot be used is said at its turn. */
  taken: Set<string>;
}

/** Names of agencies and clients become their ids; answers the first that nobody has. */
function named(
  names: readonly string[],
  known: ReadonlyMap<string, string>,
): { ids: string[]; strange: string | undefined } {
  const ids = names.map((name) => known.get(name.toLowerCase()));
  return { ids: ids.filter((id) => id !== undefined), strange: names.find((_, at) => ids[at] === undefined) };
}

async function lookUp(
  tx: Tx,
  actor: Actor,
  { agencies, clients, products }: Offer['known'],
  names: readonly string[],
  managers: readonly string[],
): Promise<Known> {
  const rows = await tx.query<{
    username: string;
    role: string;
    sub_role: string | null;
    active: boolean;
    own: boolean;
  }>(
    `select lower(u.username) as username, u.role, u.sub_role, u.active,
            (u.id = $2::uuid or exists (select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = $2::uuid and t.descendant_id = u.id) or $3::boolean) as own
       from users u where u.tenant_id = current_tenant() and lower(u.username) = any($1::text[])`,
    [[...new Set([...names, ...managers])], actor.userId, breadthOf(actor) === 'tenant'],
  );
  const logins = await withPlatform(tx, () =>
    tx.query<{ login: string }>('select login from logins where login = any($1::text[]) and tenant_id = $2', [
      names,
      actor.tenantId,
    ]),
  );
  return {
    agencies: new Map(
      agencies.flatMap(({ id, name, code }) => [[name.toLowerCase(), id] as const, [code.toLowerCase(), id] as const]),
    ),
    clients: new Map(clients.map(({ id, name }) => [name.toLowerCase(), id])),
    products: new Map(products.map((name) => [name.toLowerCase(), name])),
    people: new Map(rows.map(({ username, active, own, ...post }) => [username, { ...postOf(post), active, own }])),
    taken: new Set(logins.map(({ login }) => login)),
  };
}

interface Draft {
  line: number;
  cells: string[];
  problems: PlannedRow['problems'];
  /** As read, by column. */
  read: Partial<Record<ColumnName, string | string[]>>;
  role: Role | undefined;
}

function draftOf(file: ReadFile, names: readonly (ColumnName | undefined)[], row: ReadFile['rows'][number]): Draft {
  const draft: Draft = { ...row, problems: [], read: {}, role: undefined };
  for (const [at, name] of names.entries()) {
    if (!name) continue;
    const cell = readCell(name, row.cells[at] ?? '');
    if ('problem' in cell) draft.problems.push({ column: file.columns[at] ?? name, message: cell.problem });
    else draft.read[name] = cell.value;
  }
  const role = text(draft.read.role);
  draft.role = role === '' ? undefined : roleOfCell(role);
  if (!draft.role) {
    const message = role === '' ? REQUIRED : `There is no role ${role}`;
    draft.problems.push({ column: columnOf(file, names, 'role'), message });
  }
  // A user name that is not given is the email, or else the mobile.
  draft.read.username = text(draft.read.username) || text(draft.read.email) || text(draft.read.mobile);
  return draft;
}

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value.trim() : '');
const list = (value: string | string[] | undefined): string[] => (Array.isArray(value) ? value : []);
const columnOf = (file: ReadFile, names: readonly (ColumnName | undefined)[], name: ColumnName): string =>
  file.columns[names.indexOf(name)] ?? columnLabel(name);

/** Reads nothing but the database and changes nothing. */
export async function planImport(tx: Tx, actor: Actor, file: ReadFile): Promise<Plan> {
  const names = columnNames(file.columns);
  const drafts = file.rows.map((row) => draftOf(file, names, row));
  const lower = (name: ColumnName) => drafts.map(({ read }) => text(read[name]).toLowerCase()).filter(Boolean);
  const offer = await offerOf(tx, actor);
  const known = await lookUp(
    tx,
    actor,
    offer.known,
    [...new Set([...lower('username'), ...lower('email')])],
    lower('manager'),
  );
  const actorPost = await postOfActor(tx, actor);
  const inFile = new Map<string, { role: Role; subRole: string | null }>();
  const used = new Map<string, number>();
  const rows: PlannedRow[] = [];

  for (const [at, draft] of drafts.entries()) {
    // Other requests have their turn in between: a whole file keeps the processor for a quarter of a second.
    if (at % 250 === 249) await setImmediate();
    const { line, cells, read, role } = draft;
    const problems = [...draft.problems];
    const wrong = (name: ColumnName, message: string) =>
      problems.push({ column: columnOf(file, names, name), message });
    const username = text(read.username).toLowerCase();
    const email = text(read.email).toLowerCase();
    const initialPassword = text(read.initialPassword) || null;
    const skip = (state: 'already' | 'wrong') =>
      rows.push({
        line,
        cells,
        state,
        person: null,
        initialPassword: null,
        problems: state === 'already' ? [] : problems,
      });

    const here = known.people.get(username);
    if (here && username && !used.has(username) && (!role || here.role === role)) {
      used.set(username, line);
      skip('already');
      continue;
    }
    for (const [name, value] of [
      ['username', username],
      ['email', email],
    ] as const) {
      if (!value) continue;
      const before = used.get(value);
      if (before !== undefined && before !== line) wrong(name, `The same as in line ${before}`);
      else if (known.taken.has(value))
        wrong(name, name === 'email' ? 'Somebody signs in with this email already' : 'This user name cannot be used');
      used.set(value, before ?? line);
    }
    if (!role) {
      skip('wrong');
      continue;
    }
    const kind = kindOf(role);
    const agency = named([text(read.agencyId)].filter(Boolean), known.agencies);
    const agencyList = named(list(read.agencyList), known.agencies);
    const client = named([text(read.clientId)].filter(Boolean), known.clients);
    const clients = named(list(read.clients), known.clients);
    if (agency.strange) wrong('agencyId', `There is no agency ${agency.strange}`);
    if (agencyList.strange) wrong('agencyList', `There is no agency ${agencyList.strange}`);
    if (client.strange) wrong('clientId', `There is no client ${client.strange}`);
    if (clients.strange) wrong('clients', `There is no client ${clients.strange}`);
    const plainValues = Object.fromEntries(
      Object.entries(read).filter(([name]) => Object.hasOwn(EMPTY_PROFILE, name)),
    ) as Partial<ProfileValues>;
    const own = withinOwn(
      actor,
      kind,
      cleaned({
        ...EMPTY_PROFILE,
        ...plainValues,
        subRole: text(read.subRole).toUpperCase(),
        agencyId: agency.ids[0] ?? '',
        agencyList: agencyList.ids,
        clientId: client.ids[0] ?? '',
        clients: clients.ids,
        products: list(read.products).map((name) => known.products.get(name.toLowerCase()) ?? name),
      }),
    );
    const found = { ...(await problemsAmong(offer, kind, own.values)), ...own.errors };
    const told = new Set(problems.map(({ column }) => column));
    for (const [name, message] of Object.entries(found)) {
      const column = columnOf(file, names, name as ProfileField);
      if (!told.has(column)) problems.push({ column, message });
    }
    const below = postOfNew(role, own.values);
    if (!mayLead(actorPost, below)) wrong('role', 'Your role may not create this kind of user');
    const manager = text(read.manager).toLowerCase();
    if (manager) {
      const stored = known.people.get(manager);
      const above = inFile.get(manager) ?? (stored?.own ? stored : undefined);
      if (!above) wrong('manager', `There is no user ${manager} among your people or in the lines above`);
      else if (stored && !stored.active) wrong('manager', `${manager} is not active`);
      else if (!mayLead(above, below)) wrong('manager', `${manager} cannot stand above this kind of user`);
    }
    if (initialPassword !== null && initialPassword.length < PASSWORD_MIN)
      wrong('initialPassword', `Use at least ${PASSWORD_MIN} characters`);
    else if (initialPassword !== null && isDemoPassword(initialPassword))
      wrong('initialPassword', 'Everybody knows this password: it is the demo’s. Choose another.');
    if (initialPassword === null && !email)
      wrong('initialPassword', 'Give an email for the mail with the password, or a password here');
    if (problems.length) {
      skip('wrong');
      continue;
    }
    inFile.set(username, below);
    rows.push({
      line,
      cells,
      state: 'ready',
      person: { role, values: own.values, manager },
      initialPassword,
      problems: [],
    });
  }
  return {
    columns: file.columns,
    encoding: file.encoding,
    ignored: file.columns.filter((column, at) => column !== '' && names[at] === undefined),
    rows,
  };
}
