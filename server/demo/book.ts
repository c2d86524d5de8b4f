/** The loan book of one demo tenant: its clients, portfolios and agencies, and which beat works which loan. */

import { Random } from '../../core/domain/random';
import type { DemoLoan, LoanPlace, Situation } from './loans';
import { makeLoan } from './loans';
import type { Region } from './places';
import type { Staff } from './staff';
import type { TenantSpec } from './tenants';

/** As many loans as one office desk works; the rest of the unvisited ones stay with telecallers. */
const OFFICE_LOANS = 350;
const GONE: readonly Situation[] = ['closed', 'settled', 'suppressed', 'deceased'];

export interface Portfolio {
  id: string;
  clientIndex: number;
  name: string;
  product: string;
  region: Region;
}

export interface Book {
  tenantId: string;
  spec: TenantSpec;
  staff: Staff;
  clients: { id: string; name: string; institution: string }[];
  agencies: { id: string; code: string; name: string; inHouse: boolean }[];
  portfolios: Portfolio[];
  /** Loan `index` of the book, always the same one. */
  loan(index: number): DemoLoan;
}

/** `mainAgentLoans`: the first that many loans are all active and all the first field agent's. */
export function makeBook(
  spec: TenantSpec,
  staff: Staff,
  options: { seed: string; now: number; mainAgentLoans: number },
): Book {
  const { seed, now, mainAgentLoans } = options;
  const random = new Random(`${seed}/${spec.key}/book`);
  const founded = now - 500 * 86_400_000;
  const tenantId = random.uuid(founded);
  const clients = spec.clients.map(({ name, institution }) => ({ id: random.uuid(founded), name, institution }));
  const agencies = spec.agencies.map(({ code, name, inHouse = false }) => ({
    id: random.uuid(founded),
    code,
    name,
    inHouse,
  }));
  const regions = [...new Set(staff.fieldPosts.map(({ city }) => city.region))];
  const portfolios = spec.clients.flatMap((client, clientIndex) =>
    regions.map((region, at) => {
      const product = client.products[(at + clientIndex) % client.products.length] ?? 'Personal loan';
      return { id: random.uuid(founded), clientIndex, name: `${client.name} ${product} ${region}`, product, region };
    }),
  );

  function placeOf(index: number): LoanPlace {
    const { fieldPosts, office } = staff;
    const post = fieldPosts[index < mainAgentLoans ? 0 : index % fieldPosts.length];
    if (!post) throw new Error(`${spec.name} has no field agent`);
    // Every twelfth loan of each beat is worked by phone alone.
    const round = Math.floor(index / fieldPosts.length);
    const visited = index < mainAgentLoans || round % 12 !== 11;
    const unvisitedBefore = Math.floor(round / 12) * fieldPosts.length + (index % fieldPosts.length);
    const { city, manager, caller, agencyIndex } = post;
    if (visited) return { city, pins: post.pins, post, caller, manager, agencyIndex };
    if (office && unvisitedBefore < OFFICE_LOANS) {
      return {
        city: office.city,
        pins: office.collector.pins,
        post: null,
        caller: office.collector,
        manager: office.manager,
        agencyIndex: office.agencyIndex,
      };
    }
    return { city, pins: city.pins, post: null, caller, manager, agencyIndex };
  }

  return {
    tenantId,
    spec,
    staff,
    clients,
    agencies,
    portfolios,
    loan(index) {
      const own = new Random(`${seed}/${spec.key}/loan/${index}`);
      const place = placeOf(index);
      const portfolio = own.pick(portfolios.filter(({ region }) => region === place.city.region));
      return makeLoan(own, index, now, spec.loanPrefix, portfolio, place, index < mainAgentLoans ? GONE : []);
    },
  };
}
