/** Everybody who works in a demo tenant: the hierarchy, who covers which city, and how many agents the loans need. */

import { Random } from '../../core/domain/random';
import type { Role } from '../../core/domain/roles';
import { type Language, personName } from './names';
import { type City, cityNamed, type Pin, type Region, territory } from './places';
import type { PersonSpec, SubRole, TenantSpec } from './tenants';

/** What one agent can work in a month. */
const LOANS_PER_AGENT = 345;
const PINS_PER_AGENT = 7;
const YEAR = 365 * 86_400_000;

export interface User {
  id: string;
  role: Role;
  subRole: SubRole | null;
  username: string;
  fullName: string;
  mobile: string;
  parent: User | null;
  agencyIndex: number | null;
  clientIndex: number | null;
  city: City | null;
  dialerUsername: string | null;
  languages: Language[];
  pins: Pin[];
  draCertificate: string | null;
  draValidUntil: string | null;
  createdAt: number;
}

/** A beat: one field agent and one telecaller who work the same loans. */
export interface FieldPost {
  agent: User;
  caller: User;
  manager: User;
  city: City;
  agencyIndex: number;
  pins: Pin[];
}

export interface Staff {
  users: User[];
  /** One a field agent; the first belongs to the demo's main agent. */
  fieldPosts: FieldPost[];
  /** A collector and their manager, who work loans that no field agent visits. */
  office: { collector: User; manager: User; city: City; agencyIndex: number } | null;
  admin: User;
}

interface Draft {
  post: string;
  role: Role;
  subRole?: SubRole;
  parent: User | null;
  handle: string;
  language: Language;
  city?: City;
  agencyIndex?: number;
  clientIndex?: number;
  pins?: Pin[];
}

/** `now` in ms UTC; hired dates lie before it, DRA certificates run out around it. */
export function buildStaff(spec: TenantSpec, seed: string, loans: number, now: number): Staff {
  const random = new Random(`${seed}/${spec.key}/staff`);
  const named = new Map<string, PersonSpec[]>();
  for (const person of spec.people) named.set(person.post, [...(named.get(person.post) ?? []), person]);
  const users: User[] = [];
  const taken = new Set(spec.people.map(({ username }) => username));

  function add(draft: Draft, as = named.get(draft.post)?.shift()): User {
    const generated = personName(random, draft.language);
    const fullName = as?.fullName ?? `${generated.given} ${generated.surname}`;
    let handle = as?.username ?? '';
    for (let at = 1; !handle; at++) {
      const name = `${generated.given.toLowerCase()}.${draft.handle}${at === 1 ? '' : at}`;
      if (!taken.has(name)) handle = name;
    }
    taken.add(handle);
    const role = as?.role ?? draft.role;
    const createdAt = now - YEAR - random.between(0, 300) * 86_400_000 + users.length;
    const inField = role === 'CRM_FIELDAGENT' || role === 'COLLECTOR';
    const dials = role === 'CRM_TELECALLER' || role === 'CRM_MANAGER' || role === 'DIALER';
    const user: User = {
      id: random.uuid(createdAt),
      role,
      subRole: as?.subRole ?? draft.subRole ?? null,
      username: `${handle}@${spec.domain}`,
      fullName,
      mobile: `${random.between(7, 9)}${random.digits(9)}`,
      parent: draft.parent,
      agencyIndex: draft.agencyIndex ?? null,
      clientIndex: draft.clientIndex ?? null,
      city: draft.city ?? null,
      dialerUsername: dials ? `${spec.loanPrefix.toLowerCase()}_${handle.replace(/\W/g, '_')}` : null,
      languages: [...new Set([...(draft.city?.languages ?? [draft.language]).slice(0, 3), 'en' as const])],
      pins: draft.pins ?? [],
      draCertificate: inField ? `DRA${random.digits(8)}` : null,
      draValidUntil: inField ? new Date(now + random.between(20, 700) * 86_400_000).toISOString().slice(0, 10) : null,
      createdAt,
    };
    users.push(user);
    return user;
  }

  const agents = Math.max(2, Math.round((loans * 0.92) / LOANS_PER_AGENT));
  const cities = spec.cities.slice(0, Math.min(agents, spec.cities.length)).map(cityNamed);
  const [home] = cities;
  if (!home) throw new Error(`${spec.name} has no city`);
  const main = home.languages[0] ?? 'hi';
  const desk = (post: string, role: Role, parent: User | null, handle: string, more: Partial<Draft> = {}) =>
    add({ post, role, parent, handle, language: main, ...more });

  const owner = named.has('owner') ? desk('owner', 'SUPER_ADMIN', null, 'superadmin') : null;
  const admin = desk('tenant-admin', 'TENANT_ADMIN', owner, 'tenant');
  const crmAdmin = desk('crm-admin', 'CRM_TENANTADMIN', admin, 'crmadmin');
  while (named.get('office')?.length) desk('office', 'ADMIN', owner ?? admin, 'office');
  while (named.get('client')?.length) desk('client', 'CLIENT', admin, 'client', { clientIndex: 0 });
  while (named.get('partner')?.length) desk('partner', 'PARTNER', admin, 'partner', { agencyIndex: 1 });

  const national = desk('ncm', 'CRM_TENANTADMIN', crmAdmin, 'ncm', { subRole: 'NCM' });
  /** Who leads the managers of a city: areas of two cities, regions of two areas, zones as the map has them. */
  const superiors = new Map<City, User>();
  const zones = new Map<Region, { zone: User; region: User; superior: User; cities: number }>();
  for (const city of cities) {
    const of = { language: city.languages[0] ?? main, city };
    const before = zones.get(city.region);
    const at = before?.cities ?? 0;
    const zone = before?.zone ?? desk('zcm', 'CRM_TENANTADMIN', national, 'zcm', { ...of, subRole: 'ZCM' });
    const region =
      before && at % 4 !== 0 ? before.region : desk('rcm', 'CRM_TENANTADMIN', zone, 'rcm', { ...of, subRole: 'RCM' });
    const area = () => desk('acm', 'CRM_TENANTADMIN', region, 'acm', { ...of, subRole: 'ACM' });
    const superior =
      before && at % 2 !== 0 ? before.superior : desk('super-manager', 'CRM_SUPERMANAGER', area(), 'supermanager', of);
    zones.set(city.region, { zone, region, superior, cities: at + 1 });
    superiors.set(city, superior);
  }

  const fieldPosts: FieldPost[] = [];
  let office: Staff['office'] = null;
  const postsOf = (index: number) => Math.floor((agents - index - 1) / cities.length) + 1;
  for (const [index, city] of cities.entries()) {
    const outside = spec.agencies.length - 1;
    const agencyIndex = index === 0 || outside === 0 ? 0 : 1 + ((index - 1) % outside);
    const of = { language: city.languages[0] ?? main, city, agencyIndex };
    const superior = superiors.get(city) ?? national;
    const manager = desk(`manager:${index}`, 'CRM_MANAGER', superior, 'manager', of);
    const here = postsOf(index);
    for (let at = 0; at < here; at++) {
      const pins = territory(city, at, here, PINS_PER_AGENT);
      const language = city.languages[at % city.languages.length] ?? of.language;
      const agent = desk(index === 0 && at === 0 ? 'field' : 'field+', 'CRM_FIELDAGENT', manager, 'field', {
        ...of,
        language,
        pins,
      });
      const caller = desk(index === 0 && at === 0 ? 'caller' : 'caller+', 'CRM_TELECALLER', manager, 'caller', {
        ...of,
        language,
      });
      fieldPosts.push({ agent, caller, manager, city, agencyIndex, pins });
    }
    if (index === 0 && named.has('legacy-manager')) {
      const legacy = desk('legacy-manager', 'MANAGER', superior, 'manager', of);
      const pins = city.pins.slice(0, PINS_PER_AGENT);
      const collector = desk('collector', 'COLLECTOR', legacy, 'collector', { ...of, pins });
      office = { collector, manager: legacy, city, agencyIndex };
    }
  }
  return { users, fieldPosts, office, admin };
}

/** Everybody below everybody; each user is below themselves at depth 0. */
export function* userTree(users: readonly User[]): Generator<[ancestor: string, descendant: string, depth: number]> {
  for (const user of users) {
    let depth = 0;
    for (let above: User | null = user; above; above = above.parent) yield [above.id, user.id, depth++];
  }
}
