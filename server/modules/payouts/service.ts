/** Payouts of outside agencies: a month's list, one of them agent by agent, and what becomes of it. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type {
  AgencyPayout,
  decidePayout,
  exportPayouts,
  listPayouts,
  PayoutSort,
} from '../../../core/contract/payouts';
import { type Day, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { inOrder, pageOf, type ShortList, sumOf } from '../../platform/short-list';
import { writeCsv } from '../people';
import { tenantRules } from '../tenants';
import { type Found, lockPayout, readPayouts, saveApproval, savePaid, takeBack, thisMonth } from './repository';

type Filters = RequestOf<typeof exportPayouts>['query'];
type One = RequestOf<typeof decidePayout>['params'];
type Decision = RequestOf<typeof decidePayout>['body'];
type Whole = ResponseOf<typeof decidePayout>['data'];

/** The approval that stands; one that was taken back holds only its version. */
const standing = ({ approval }: Found) => (approval && approval.status !== 'open' ? approval : null);

function present(found: Found, month: Day, current: Day): AgencyPayout {
  const held = standing(found);
  const shown = held ?? found.now;
  return {
    agency: found.agency,
    portfolio: found.portfolio,
    month,
    status: held?.status ?? 'open',
    incentiveType: held?.incentiveType ?? found.incentiveType,
    agents: shown.lines.length,
    payments: shown.payments,
    collectedPaise: shown.collectedPaise,
    grossPaise: shown.grossPaise,
    nowPaise: held && held.grossPaise !== found.now.grossPaise ? found.now.grossPaise : null,
    ended: month < current,
    approved: held?.approved ?? null,
    paid: held?.paid ?? null,
    reference: held?.reference ?? null,
    paidOn: held?.paidOn ?? null,
    version: found.approval?.version ?? 0,
  };
}
const whole = (found: Found, month: Day, current: Day): Whole => ({
  payout: present(found, month, current),
  lines: (standing(found) ?? found.now).lines,
});

const LIST: ShortList<AgencyPayout, PayoutSort> = {
  text: ({ agency, portfolio }) => `${agency.name} ${agency.code} ${portfolio.name}`,
  values: {
    agency: (row) => row.agency.name.toLowerCase(),
    portfolio: (row) => row.portfolio.name.toLowerCase(),
    collected: (row) => row.collectedPaise,
    payout: (row) => row.grossPaise,
    status: (row) => row.status,
  },
  by: 'payout',
};
const matching = (rows: AgencyPayout[], { status, ...query }: Filters) =>
  inOrder(status?.length ? rows.filter((row) => status.includes(row.status)) : rows, query, LIST);

const COLUMNS = [
  ...['Month', 'Agency', 'Code', 'Portfolio', 'Agents', 'Payments', 'Collected', 'Payout', 'Status'],
  ...['Approved by', 'Reference', 'Paid on'],
];
const rupees = (paise: number) => (paise / 100).toFixed(2);

export function payoutService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const at = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);

  async function read(tx: Tx, actor: Actor, zone: string, query: Filters) {
    const current = thisMonth(clock.now(), zone);
    const month = query.month ?? current;
    const found = await readPayouts(tx, actor, month, zone);
    return {
      month,
      rows: matching(
        found.map((one) => present(one, month, current)),
        query,
      ),
    };
  }

  async function one(tx: Tx, actor: Actor, zone: string, { month, ...pair }: One): Promise<Found> {
    const [found] = await readPayouts(tx, actor, month, zone, pair);
    if (!found) throw new ApiError('not-found');
    return found;
  }

  return {
    async page(actor: Actor, { page, size, ...query }: RequestOf<typeof listPayouts>['query']) {
      const { zone } = await rulesOf(actor.tenantId);
      const { month, rows } = await at(actor, (tx) => read(tx, actor, zone, query));
      return {
        month,
        rows: pageOf(rows, { page, size }),
        total: rows.length,
        sums: {
          collectedPaise: sumOf(rows, (row) => row.collectedPaise),
          grossPaise: sumOf(rows, (row) => row.grossPaise),
          paidPaise: sumOf(rows, (row) => (row.status === 'paid' ? row.grossPaise : 0)),
        },
      };
    },

    async file(actor: Actor, query: Filters): Promise<{ fileName: string; csv: string }> {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, async (tx) => {
        const { month, rows } = await read(tx, actor, zone, query);
        await appendAudit(
          tx,
          [
            {
              action: 'export.agency-payouts',
              subject: 'report',
              subjectId: 'agency-payouts',
              actorId: actor.userId,
              detail: { filter: { ...query, month }, rows: rows.length },
            },
          ],
          clock.now(),
        );
        const csv = writeCsv(
          COLUMNS,
          rows.map((row) => [
            ...[month.slice(0, 7), row.agency.name, row.agency.code, row.portfolio.name],
            ...[row.agents, row.payments].map(String),
            ...[rupees(row.collectedPaise), rupees(row.grossPaise), row.status],
            ...[row.approved?.by ?? '', row.reference ?? '', row.paidOn ?? ''],
          ]),
        );
        return { fileName: `agency-payouts_${month.slice(0, 7)}.csv`, csv };
      });
    },

    async get(actor: Actor, key: One): Promise<Whole> {
      const { zone } = await rulesOf(actor.tenantId);
      return at(actor, async (tx) => whole(await one(tx, actor, zone, key), key.month, thisMonth(clock.now(), zone)));
    },

    /**
     * `conflict` when somebody was faster or payments have changed the figures since; `invalid` with its field when the month
     * is not over, there is nothing to pay, or the transfer is not named.
     */
    async decide(actor: Actor, key: One, decision: Decision): Promise<Whole> {
      const { zone } = await rulesOf(actor.tenantId);
      const now = clock.now();
      const current = thisMonth(now, zone);
      return at(actor, async (tx) => {
        await lockPayout(tx, key.month, key);
        const found = await one(tx, actor, zone, key);
        const before = present(found, key.month, current);
        if (before.version !== decision.version || before.grossPaise !== decision.grossPaise)
          throw new ApiError('conflict', {
            message: 'This payout has changed since you opened it. Look at it again.',
          });
        const id = found.approval?.id ?? uuidv7(now.getTime());
        await STEPS[decision.status]({ tx, actor, key, found, before, decision, id, now, today: dayOf(now, zone) });
        const after = whole(await one(tx, actor, zone, key), key.month, current);
        await appendAudit(
          tx,
          [
            {
              action: ACTIONS[decision.status],
              subject: 'payout',
              subjectId: id,
              actorId: actor.userId,
              detail: { ...key, before: kept(before), after: kept(after.payout) },
            },
          ],
          now,
        );
        return after;
      });
    },
  };
}

const ACTIONS = { open: 'payouts.reopened', approved: 'payouts.approved', paid: 'payouts.paid' } as const;
const kept = ({ status, collectedPaise, grossPaise, reference, paidOn }: AgencyPayout) => ({
  ...{ status, collectedPaise, grossPaise, reference, paidOn },
});

interface Step {
  tx: Tx;
  actor: Actor;
  key: One;
  found: Found;
  before: AgencyPayout;
  decision: Decision;
  id: string;
  now: Date;
  today: Day;
}
const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });
function needs(before: AgencyPayout, status: AgencyPayout['status'], message: string): void {
  if (before.status !== status) throw new ApiError('conflict', { message });
}

const STEPS: Record<Decision['status'], (step: Step) => Promise<unknown>> = {
  async approved({ tx, actor, key, found, before, id, now }) {
    needs(before, 'open', 'This payout is approved already.');
    if (!before.ended) throw wrong('status', 'The month is not over yet.');
    if (before.grossPaise <= 0) throw wrong('grossPaise', 'There is nothing to pay for this month.');
    await saveApproval(tx, key.month, found, { id, version: before.version + 1, by: actor.userId, at: now });
  },
  async paid({ tx, actor, before, decision, id, now, today }) {
    needs(before, 'approved', 'Only an approved payout can be marked as paid.');
    if (!decision.reference) throw wrong('reference', 'Enter the reference number of the transfer.');
    if (!decision.paidOn) throw wrong('paidOn', 'Enter the day of the transfer.');
    if (decision.paidOn > today) throw wrong('paidOn', 'The day of the transfer cannot be in the future.');
    await savePaid(tx, id, decision.reference, decision.paidOn, actor.userId, now);
  },
  async open({ tx, before, id }) {
    needs(before, 'approved', 'Only an approved payout can be taken back; one that is paid stays.');
    await takeBack(tx, id);
  },
};
