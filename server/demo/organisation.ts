/** What the demo's tenants, clients and agencies say about themselves, and each tenant's products and buckets. */
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { LANGUAGE_CODES } from '../../core/domain/languages';
import { INSTITUTIONS, STANDARD_BUCKETS } from '../../core/domain/lookups';
import { Random } from '../../core/domain/random';
import { appendAudit } from '../db/audit';
import type { Tx } from '../db/database';
import type { Book } from './book';
import { DAY } from './calendar';
import { isSecured, PRODUCTS } from './loans';
import { loadMessages } from './messages';
import { personName } from './names';
import { type City, cityNamed } from './places';
import { userTree } from './staff';

/** The first two digits of a GST number, for the states of the demo's cities; any other gets the last of the list. */
const GST_STATES: Record<string, string> = {
  Delhi: '07',
  'Uttar Pradesh': '09',
  Rajasthan: '08',
  Bihar: '10',
  'West Bengal': '19',
  Gujarat: '24',
  Maharashtra: '27',
  Karnataka: '29',
  Kerala: '32',
  'Tamil Nadu': '33',
  Telangana: '36',
  'Andhra Pradesh': '37',
};
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function party(random: Random, city: City, house: string) {
  const letters = (count: number) => Array.from({ length: count }, () => random.pick([...LETTERS])).join('');
  const pan = `${letters(3)}C${letters(1)}${random.digits(4)}${letters(1)}`;
  const pin = random.pick(city.pins);
  return {
    contact: personName(random, city.languages[0] ?? 'hi').shown,
    mobile: `98${random.digits(8)}`,
    pan,
    gst: `${GST_STATES[city.state] ?? '27'}${pan}1Z${random.between(1, 9)}`,
    line: `${random.between(1, 90)} ${house}, ${pin.locality}`,
    city: city.city,
    state: city.state,
    pincode: pin.pincode,
  };
}

/** After the tenant's rows are there. `operatorId`: the demo's first tenant looks after the others. */
export async function describeOrganisation(
  tx: Tx,
  book: Book,
  { seed, founded, operatorId }: { seed: string; founded: string; operatorId: string | null },
): Promise<void> {
  const { tenantId, spec, clients, agencies } = book;
  const random = new Random(`${seed}/${spec.key}/organisation`);
  const at = Date.parse(founded);
  const cities = spec.cities.map(cityNamed);
  const [home = cityNamed('Mumbai')] = cities;
  const cityAt = (index: number) => cities[index % cities.length] ?? home;
  const spoken = new Set<string>(cities.flatMap(({ languages }) => languages));
  const own = party(random, home, 'Commerce House');
  await tx.query(
    `update tenants set operator_id = $2, institution = $3, contact_name = $4, contact_mobile = $5, contact_email = $6, pan = $7,
            gst = $8, address_line = $9, city = $10, state = $11, pincode = $12, languages = $13, regions = $14,
            activated_at = created_at, updated_at = created_at where id = $1`,
    [
      tenantId,
      operatorId,
      INSTITUTIONS.find((one) => one === spec.clients[0]?.institution) ?? 'NBFC',
      own.contact,
      own.mobile,
      `office@${spec.domain}`,
      own.pan,
      own.gst,
      own.line,
      own.city,
      own.state,
      own.pincode,
      LANGUAGE_CODES.filter((code) => spoken.has(code)),
      [...new Set(cities.map(({ region }) => region))],
    ],
  );
  const lists = <T>(rows: T[], read: ((row: T) => unknown)[]) => read.map((one) => rows.map(one));
  const clientRows = clients.map(({ id }, index) => ({
    id,
    categories: [
      ...new Set((spec.clients[index]?.products ?? []).map((p) => (isSecured(p) ? 'secured' : 'unsecured'))),
    ],
    ...party(random, cityAt(index), 'Bank Street'),
  }));
  await tx.query(
    `update clients c set contact_name = r.contact, contact_mobile = r.mobile, pan = r.pan, gst = r.gst, address_line = r.line,
            city = r.city, state = r.state, pincode = r.pincode, categories = string_to_array(r.categories, ','),
            updated_at = c.created_at
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
            as r(id, contact, mobile, pan, gst, line, city, state, pincode, categories)
      where c.tenant_id = $1 and c.id = r.id`,
    [
      tenantId,
      ...lists(clientRows, [
        (row) => row.id,
        (row) => row.contact,
        (row) => row.mobile,
        (row) => row.pan,
        (row) => row.gst,
        (row) => row.line,
        (row) => row.city,
        (row) => row.state,
        (row) => row.pincode,
        (row) => row.categories.join(','),
      ]),
    ],
  );
  const agencyRows = agencies.map(({ id }, index) => ({
    id,
    licence: `DRA/${random.digits(6)}`,
    until: new Date(at + (560 + random.between(0, 400)) * 86_400_000).toISOString().slice(0, 10),
    states: cityAt(index).state,
    ...party(random, cityAt(index), 'Market Road'),
  }));
  await tx.query(
    `update agencies a set contact_name = r.contact, contact_mobile = r.mobile, pan = r.pan, gst = r.gst, address_line = r.line,
            city = r.city, state = r.state, pincode = r.pincode, dra_licence = r.licence, dra_licence_until = r.until,
            states = array[r.states], updated_at = a.created_at
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                   $11::text[], $12::date[], $13::text[])
            as r(id, contact, mobile, pan, gst, line, city, state, pincode, licence, until, states)
      where a.tenant_id = $1 and a.id = r.id`,
    [
      tenantId,
      ...lists(agencyRows, [
        (row) => row.id,
        (row) => row.contact,
        (row) => row.mobile,
        (row) => row.pan,
        (row) => row.gst,
        (row) => row.line,
        (row) => row.city,
        (row) => row.state,
        (row) => row.pincode,
        (row) => row.licence,
        (row) => row.until,
        (row) => row.states,
      ]),
    ],
  );
  await tx.copyFrom(
    'products',
    ['tenant_id', 'id', 'name', 'category', 'created_at'],
    PRODUCTS.map((name) => [tenantId, random.uuid(at), name, isSecured(name) ? 'secured' : 'unsecured', founded]),
  );
  await tx.copyFrom(
    'buckets',
    ['tenant_id', 'id', 'label', 'from_dpd', 'to_dpd', 'standard', 'created_at'],
    STANDARD_BUCKETS.map(({ label, fromDpd, toDpd }) => [
      tenantId,
      random.uuid(at),
      label,
      fromDpd,
      toDpd,
      true,
      founded,
    ]),
  );
}

/** When every demo tenant began. */
export const foundedAt = (now: number): string => new Date(now - 500 * DAY).toISOString();

/** The tenant with its clients, agencies, portfolios, people, codes, and the audit of their making. */
export async function loadOrganisation(tx: Tx, book: Book, password: string, now: number): Promise<void> {
  const { tenantId, spec, staff, clients, agencies, portfolios } = book;
  const founded = foundedAt(now);
  const owner = staff.admin.id;
  await tx.copyFrom('tenants', ['id', 'name', 'created_at'], [[tenantId, spec.name, founded]]);
  await tx.copyFrom(
    'clients',
    ['tenant_id', 'id', 'name', 'institution', 'created_at'],
    clients.map(({ id, name, institution }) => [tenantId, id, name, institution, founded]),
  );
  await loadMessages(tx, { tenantId, owner, clients, founded });
  await tx.copyFrom(
    'agencies',
    ['tenant_id', 'id', 'code', 'name', 'in_house', 'created_at'],
    agencies.map(({ id, code, name, inHouse }) => [tenantId, id, code, name, inHouse, founded]),
  );
  await tx.copyFrom(
    'portfolios',
    ['tenant_id', 'id', 'client_id', 'name', 'product', 'secured', 'region', 'stab', 'created_at'],
    portfolios.map(({ id, clientIndex, name, product, region }) => [
      tenantId,
      id,
      clients[clientIndex]?.id,
      name,
      product,
      isSecured(product),
      region,
      'resolved-to-90',
      founded,
    ]),
  );
  await tx.copyFrom(
    'users',
    'tenant_id id role sub_role username email mobile full_name password_hash manager_id agency_id client_id location dialer_username languages pincodes dra_certificate dra_valid_until created_by created_at updated_at'.split(
      ' ',
    ),
    staff.users.map((user) => [
      tenantId,
      user.id,
      user.role,
      user.subRole,
      user.username,
      user.username,
      user.mobile,
      user.fullName,
      password,
      user.parent?.id,
      user.agencyIndex === null ? null : agencies[user.agencyIndex]?.id,
      user.clientIndex === null ? null : clients[user.clientIndex]?.id,
      user.city?.city,
      user.dialerUsername,
      user.languages,
      user.pins.map(({ pincode }) => pincode),
      user.draCertificate,
      user.draValidUntil,
      user.parent?.id ?? null,
      new Date(user.createdAt).toISOString(),
      new Date(user.createdAt).toISOString(),
    ]),
  );
  await tx.copyFrom(
    'logins',
    ['login', 'tenant_id', 'user_id'],
    staff.users.map(({ username, id }) => [username, tenantId, id]),
  );
  await tx.copyFrom(
    'user_tree',
    ['tenant_id', 'ancestor_id', 'descendant_id', 'depth'],
    [...userTree(staff.users)].map((row) => [tenantId, ...row]),
  );
  await tx.copyFrom(
    'disposition_codes',
    ['tenant_id', 'code', 'channel', 'label', 'class', 'rank', 'requires', 'selectable', 'position'],
    DEFAULT_CODES.map((row, at) => [
      tenantId,
      row.code,
      row.channel,
      row.label,
      row.class,
      row.rank,
      row.requires,
      row.selectable,
      at,
    ]),
  );
  await appendAudit(
    tx,
    [
      {
        action: 'tenants.created',
        subject: 'tenant',
        subjectId: tenantId,
        actorId: null,
        detail: { name: spec.name, demo: true },
      },
      ...staff.users.map(({ id, role }) => ({
        action: 'users.created',
        subject: 'user',
        subjectId: id,
        actorId: id === owner ? null : owner,
        detail: { role },
      })),
      ...portfolios.map(({ id, name }) => ({
        action: 'portfolios.created',
        subject: 'portfolio',
        subjectId: id,
        actorId: owner,
        detail: { name },
      })),
    ],
    new Date(now - 186 * DAY),
  );
}
