import type { RequestOf } from '../../../core/contract/kit';
import type {
  createPortfolio,
  Portfolio,
  PortfolioDetails,
  portfolioChoices,
  portfolioMembers,
  searchPortfolios,
} from '../../../core/contract/portfolios';
import { CHOICE_LIMIT } from '../../../core/contract/portfolios';
import { dayOf } from '../../../core/domain/dates';
import { portfolioNameProblem } from '../../../core/domain/portfolio-rules';
import { parseRole } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { noteMismatch } from '../auth';
import { agencyScope, breadthOf, clientScope } from '../loans';
import { offeredProducts, tenantRules } from '../tenants';
import {
  choosablePeople,
  type FoundPortfolio,
  findPortfolio,
  insertPortfolio,
  memberPage,
  nameTaken,
  portfolioPage,
  replaceMembers,
  setActive,
  strangers,
  updateDetails,
} from './repository';
import { portfolioScope } from './scope';
import { incentiveEntries, stepTab, tabStates } from './tabs';

/** What a change of the first tab changes, as it was and as it is; in which order people are listed is no change. */
function changedDetails(held: FoundPortfolio, given: PortfolioDetails) {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  const names = (Object.keys(given) as (keyof PortfolioDetails)[]).filter(
    (name) => plain(held[name]) !== plain(given[name]),
  );
  const of = (from: PortfolioDetails) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: of(held), after: of(given) };
}

type WithoutTenant = Omit<Portfolio, 'tenant'>;

const TAKEN = 'A portfolio with this name exists already.';

export function portfolioService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function whole(tx: Tx, actor: Actor, id: string): Promise<WithoutTenant> {
    const found = await findPortfolio(tx, actor, id);
    if (!found) throw new ApiError('not-found');
    return withTabs(tx, found);
  }
  async function withTabs(tx: Tx, found: FoundPortfolio): Promise<WithoutTenant> {
    const incentivesOf = await incentiveEntries(tx, [found.id]);
    return { ...found, incentives: incentivesOf(found.id), tabs: await tabStates(tx, found.id) };
  }

  /** Tenants are platform rows: a tenant's own name is read outside of its transaction. */
  async function tenantOf(actor: Actor): Promise<{ id: string; name: string }> {
    const [row] = await db.platform((tx) =>
      tx.query<{ name: string }>('select name from tenants where id = $1', [actor.tenantId]),
    );
    return { id: actor.tenantId, name: row?.name ?? '' };
  }

  const answer = async (actor: Actor, work: (tx: Tx) => Promise<WithoutTenant>): Promise<Portfolio> => {
    const tenant = await tenantOf(actor);
    return { ...(await db.transaction(scopeOf(actor), work)), tenant };
  };

  async function refuseTakenName(tx: Tx, name: string, except: string | null): Promise<void> {
    if (await nameTaken(tx, name, except))
      throw new ApiError('invalid', { message: TAKEN, fields: [{ path: 'name', message: TAKEN }] });
  }

  async function refuseStrangers(tx: Tx, actor: Actor, details: PortfolioDetails, had?: FoundPortfolio): Promise<void> {
    const fields = await strangers(tx, actor, details, had);
    if (fields.length > 0) throw new ApiError('invalid', { fields });
  }

  /** Identity headers of this family that are not about the user: a role or agency that is not the caller's is reported. */
  async function refuseForeignClaims(
    actor: Actor,
    claims: { profiletype?: string | undefined; agencyid?: string | undefined },
    endpoint: string,
  ) {
    const claimedRole = claims.profiletype === undefined ? undefined : parseRole(claims.profiletype);
    const wrong =
      claimedRole !== undefined && claimedRole !== actor.role
        ? { header: 'profiletype', claimed: claimedRole }
        : actor.role === 'PARTNER' && claims.agencyid !== undefined && claims.agencyid !== actor.agencyId
          ? { header: 'agencyid', claimed: claims.agencyid }
          : undefined;
    if (!wrong) return;
    await noteMismatch({ db, clock }, actor, { ...wrong, endpoint });
    throw new ApiError('identity-mismatch');
  }

  return {
    refuseForeignClaims,

    async search(actor: Actor, { headers, query }: Pick<RequestOf<typeof searchPortfolios>, 'headers' | 'query'>) {
      await refuseForeignClaims(actor, headers, 'portfolios.search');
      const { pageNumber, pageSize } = query;
      const sort = query.sort ?? 'name';
      const { content, total, totals } = await db.transaction(scopeOf(actor), async (tx) => {
        const { rows, ...counted } = await portfolioPage(tx, actor, {
          q: query.q ?? '',
          client: query.client,
          region: query.region,
          active: headers.active === undefined ? undefined : headers.active === 'true',
          agencyId: headers.agencyid,
          sort,
          dir: query.dir ?? (sort === 'loans' || sort === 'pos' || sort === 'created' ? 'desc' : 'asc'),
          limit: pageSize,
          offset: (pageNumber - 1) * pageSize,
        });
        const incentivesOf = await incentiveEntries(
          tx,
          rows.map(({ id }) => id),
        );
        return { ...counted, content: rows.map((row) => ({ ...row, incentives: incentivesOf(row.id) })) };
      });
      return {
        content,
        totalElements: total,
        totals,
        totalPages: Math.ceil(total / pageSize),
        pageNumber,
        pageSize,
      };
    },

    async members(actor: Actor, { headers, query }: Pick<RequestOf<typeof portfolioMembers>, 'headers' | 'query'>) {
      const { pageNumber, pageSize } = query;
      const { rows, total } = await db.transaction(scopeOf(actor), async (tx) => {
        const portfolio = await findPortfolio(tx, actor, headers.portfolioid);
        if (!portfolio) throw new ApiError('not-found');
        const limits = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
        return memberPage(tx, actor, portfolio, { kind: query.kind, q: query.q ?? '', ...limits });
      });
      return { content: rows, totalElements: total, pageNumber, pageSize };
    },

    one: (actor: Actor, id: string) => answer(actor, (tx) => whole(tx, actor, id)),

    /** The name as it would be stored; `invalid` with the reason where it may not be used. */
    async validateName(actor: Actor, name: string, portfolioId: string | undefined): Promise<string> {
      const problem = portfolioNameProblem(name);
      if (problem) throw new ApiError('invalid', { message: problem, fields: [{ path: 'name', message: problem }] });
      await db.transaction(scopeOf(actor), (tx) => refuseTakenName(tx, name, portfolioId ?? null));
      return name;
    },

    create: (actor: Actor, { id, ...details }: RequestOf<typeof createPortfolio>['body']) =>
      answer(actor, async (tx) => {
        const now = clock.now();
        await refuseTakenName(tx, details.name, id);
        await refuseStrangers(tx, actor, details);
        let made: boolean;
        try {
          made = await insertPortfolio(tx, id, details, actor.userId, now);
        } catch (error) {
          // Two who chose the same name at the same moment; the transaction is over.
          if (isUnique(error))
            throw new ApiError('invalid', { message: TAKEN, fields: [{ path: 'name', message: TAKEN }] });
          throw error;
        }
        if (!made) {
          // A repeat of a call whose answer was lost; the same id with another name is somebody else's portfolio.
          const there = await findPortfolio(tx, actor, id);
          if (there?.name !== details.name) throw new ApiError('key-conflict', { message: 'This id is in use.' });
          return whole(tx, actor, id);
        }
        await replaceMembers(tx, id, details);
        await stepTab(tx, id, 'details', 0, actor.userId, now);
        const after = await whole(tx, actor, id);
        await appendAudit(
          tx,
          [
            {
              action: 'portfolios.created',
              subject: 'portfolio',
              subjectId: id,
              actorId: actor.userId,
              detail: { before: null, after: details },
            },
          ],
          now,
        );
        return after;
      }),

    update: (actor: Actor, id: string, version: number, details: PortfolioDetails) =>
      answer(actor, async (tx) => {
        const now = clock.now();
        const before = await findPortfolio(tx, actor, id);
        if (!before) throw new ApiError('not-found');
        if (!before.mayEdit) throw new ApiError('forbidden');
        if (!(await stepTab(tx, id, 'details', version, actor.userId, now))) throw new ApiError('conflict');
        await refuseTakenName(tx, details.name, id);
        await refuseStrangers(tx, actor, details, before);
        try {
          await updateDetails(tx, id, details);
        } catch (error) {
          if (isUnique(error))
            throw new ApiError('invalid', { message: TAKEN, fields: [{ path: 'name', message: TAKEN }] });
          throw error;
        }
        await replaceMembers(tx, id, details);
        await appendAudit(
          tx,
          [
            {
              action: 'portfolios.updated',
              subject: 'portfolio',
              subjectId: id,
              actorId: actor.userId,
              detail: changedDetails(before, details),
            },
          ],
          now,
        );
        // A manager may have left themselves out: what was saved is answered all the same, with what they may do now.
        const after = await findPortfolio(tx, actor, id);
        return withTabs(tx, after ?? { ...before, ...details, mayEdit: false });
      }),

    activate: (actor: Actor, id: string, active: boolean) =>
      answer(actor, async (tx) => {
        const before = await findPortfolio(tx, actor, id);
        if (!before) throw new ApiError('not-found');
        if (!before.mayEdit) throw new ApiError('forbidden');
        if (await setActive(tx, id, active)) {
          await appendAudit(
            tx,
            [
              {
                action: active ? 'portfolios.activated' : 'portfolios.deactivated',
                subject: 'portfolio',
                subjectId: id,
                actorId: actor.userId,
                detail: { before: { active: before.active }, after: { active } },
              },
            ],
            clock.now(),
          );
        }
        return whole(tx, actor, id);
      }),

    async choices(actor: Actor, { q = '' }: RequestOf<typeof portfolioChoices>['query']) {
      const tenant = await tenantOf(actor);
      const today = dayOf(clock.now(), (await rulesOf(actor.tenantId)).zone);
      const people = async (tx: Tx) => ({
        managers: await choosablePeople(tx, actor, 'manager', q, CHOICE_LIMIT, today),
        collectors: await choosablePeople(tx, actor, 'collector', q, CHOICE_LIMIT, today),
        fieldAgents: await choosablePeople(tx, actor, 'field_agent', q, CHOICE_LIMIT, today),
      });
      if (breadthOf(actor) === 'agency')
        return db.transaction(scopeOf(actor), async (tx) => ({
          ...{ tenant, clients: [], agencies: [], portfolios: [], products: [] },
          ...(await people(tx)),
        }));
      const [of, by, seen]: [unknown[], unknown[], unknown[]] = [[], [], []];
      return db.transaction(scopeOf(actor), async (tx) => ({
        tenant,
        clients: await tx.query<{ id: string; name: string; institutionType: 'BANK' | 'NBFC' | 'FINTECH' | 'ARC' }>(
          `select c.id, c.name, c.institution as "institutionType" from clients c
            where c.tenant_id = current_tenant() and c.active and ${clientScope(actor, by)} order by lower(c.name), c.id`,
          by,
        ),
        agencies: await tx.query<{ id: string; name: string; hint: string }>(
          `select a.id, a.name, a.code as hint from agencies a
            where a.tenant_id = current_tenant() and a.active and not a.locked and ${agencyScope(actor, of)} order by lower(a.name), a.id`,
          of,
        ),
        portfolios: await tx.query<{ id: string; name: string; hint: string }>(
          `select p.id, p.name, c.name as hint from portfolios p join clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
            where p.tenant_id = current_tenant() and p.active and ${portfolioScope(actor, seen)} order by lower(p.name), p.id limit ${CHOICE_LIMIT}`,
          seen,
        ),
        products: await offeredProducts(tx),
        ...(await people(tx)),
      }));
    },
  };
}

const isUnique = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';

export type PortfolioService = ReturnType<typeof portfolioService>;
