/** What clients owe for a month: counted while it is open, kept from its approval on, and each step that follows. */
import type { RequestOf } from '../../../core/contract/kit';
import type {
  ClientFee,
  ClientFeeLine,
  ClientFeeSort,
  ClientFeeStatus,
  decideClientRevenue,
  listClientRevenue,
} from '../../../core/contract/revenue';
import { BUCKETS } from '../../../core/domain/buckets';
import { type Day, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { type FeeLine, feeLines } from '../../../core/domain/success-fees';
import { monthOf } from '../../../core/domain/working-days';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { inOrder, pageOf, type ShortList, sumOf } from '../../platform/short-list';
import { namesAreNew } from '../organisation';
import { tenantRules } from '../tenants';
import { collectedIn, namesOf } from './collected';
import { feeRules } from './fees';
import { revenueFile, rupees } from './file';

type Key = RequestOf<typeof decideClientRevenue>['params'];
type Decision = RequestOf<typeof decideClientRevenue>['body'];
type Filters = Omit<RequestOf<typeof listClientRevenue>['query'], 'page' | 'size'>;
const keyOf = ({ clientId, portfolioId }: Pick<Key, 'clientId' | 'portfolioId'>) => `${clientId}.${portfolioId}`;

interface Sums {
  payments: number;
  collectedPaise: number;
  feePaise: number;
  gstPaise: number;
  partnerPaise: number;
}
interface Kept extends Sums {
  id: string;
  clientId: string;
  portfolioId: string;
  status: ClientFeeStatus;
  lines: ClientFeeLine[];
  invoiceNumber: string | null;
  invoicedOn: Day | null;
  receivedPaise: number | null;
  reference: string | null;
  receivedOn: Day | null;
  version: number;
  decidedAt: string;
  decidedBy: string | null;
}
interface Found {
  client: ClientFee['client'];
  portfolio: ClientFee['portfolio'];
  now: Sums & { lines: ClientFeeLine[] };
  kept: Kept | undefined;
}

async function keptOf(tx: Tx, month: Day): Promise<Kept[]> {
  return tx.query<Kept & Record<string, unknown>>(
    `select f.id, f.client_id as "clientId", f.portfolio_id as "portfolioId", f.status, f.payments, f.collected_paise as "collectedPaise",
            f.fee_paise as "feePaise", f.gst_paise as "gstPaise", f.partner_paise as "partnerPaise", f.lines,
            f.invoice_number as "invoiceNumber", f.invoiced_on as "invoicedOn", f.received_paise as "receivedPaise", f.reference,
            f.received_on as "receivedOn", f.version, f.decided_at as "decidedAt", u.full_name as "decidedBy"
       from client_fees f left join users u on u.tenant_id = f.tenant_id and u.id = f.decided_by
      where f.tenant_id = current_tenant() and f.month = $1::date`,
    [month],
  );
}

const lineOf = (line: FeeLine, partners: ReadonlyMap<string, string>): ClientFeeLine => ({
  bucket: line.bucket,
  payments: line.payments,
  collectedPaise: line.collectedPaise,
  percent: line.rule?.percent ?? null,
  feePaise: line.feePaise,
  gstPercent: line.rule?.gstPercent ?? 0,
  gstPaise: line.gstPaise,
  partner: line.partnerPaise > 0 ? (partners.get(line.rule?.partnerId ?? '') ?? null) : null,
  partnerPaise: line.partnerPaise,
});
const summed = (lines: ClientFeeLine[]) => ({
  lines: lines.sort(
    (a, b) => (BUCKETS as readonly string[]).indexOf(a.bucket) - (BUCKETS as readonly string[]).indexOf(b.bucket),
  ),
  payments: sumOf(lines, (line) => line.payments),
  collectedPaise: sumOf(lines, (line) => line.collectedPaise),
  feePaise: sumOf(lines, (line) => line.feePaise),
  gstPaise: sumOf(lines, (line) => line.gstPaise),
  partnerPaise: sumOf(lines, (line) => line.partnerPaise),
});

/** A month's, one a client and portfolio in which something was collected or decided. */
async function foundIn(tx: Tx, month: Day, zone: string): Promise<Found[]> {
  const lines = feeLines(await collectedIn(tx, month, zone, false), await feeRules(tx), month);
  const kept = new Map((await keptOf(tx, month)).map((one) => [keyOf(one), one]));
  const counted = new Map<string, FeeLine[]>();
  for (const line of lines) counted.set(keyOf(line), [...(counted.get(keyOf(line)) ?? []), line]);
  const pairs = [...new Set([...counted.keys(), ...kept.keys()])].map((key) => key.split('.') as [string, string]);
  const clients = await namesOf(
    tx,
    'clients',
    pairs.map(([client]) => client),
  );
  const portfolios = await namesOf(
    tx,
    'portfolios',
    pairs.map(([, portfolio]) => portfolio),
  );
  const partners = await namesOf(
    tx,
    'partners',
    lines.flatMap(({ rule }) => rule?.partnerId ?? []),
  );
  return pairs.map(([client, portfolio]) => ({
    client: { id: client, name: clients.get(client) ?? '' },
    portfolio: { id: portfolio, name: portfolios.get(portfolio) ?? '' },
    now: summed((counted.get(`${client}.${portfolio}`) ?? []).map((line) => lineOf(line, partners))),
    kept: kept.get(`${client}.${portfolio}`),
  }));
}

/** What was decided and stands; one that was taken back holds only its version. */
const standing = ({ kept }: Found) => (kept && kept.status !== 'open' ? kept : undefined);

function present(found: Found, month: Day, current: Day): ClientFee {
  const held = standing(found);
  const { payments, collectedPaise, feePaise, gstPaise, partnerPaise } = held ?? found.now;
  return {
    client: found.client,
    portfolio: found.portfolio,
    month,
    status: held?.status ?? 'open',
    ...{ payments, collectedPaise, feePaise, gstPaise, partnerPaise },
    nowPaise: held && held.feePaise !== found.now.feePaise ? found.now.feePaise : null,
    ended: month < current,
    decidedAt: held?.decidedAt ?? null,
    decidedBy: held?.decidedBy ?? null,
    invoiceNumber: held?.invoiceNumber ?? null,
    invoicedOn: held?.invoicedOn ?? null,
    receivedPaise: held?.receivedPaise ?? null,
    reference: held?.reference ?? null,
    receivedOn: held?.receivedOn ?? null,
    version: found.kept?.version ?? 0,
  };
}

const LIST: ShortList<ClientFee, ClientFeeSort> = {
  text: ({ client, portfolio, invoiceNumber }) => `${client.name} ${portfolio.name} ${invoiceNumber ?? ''}`,
  values: {
    client: ({ client }) => client.name.toLowerCase(),
    portfolio: ({ portfolio }) => portfolio.name.toLowerCase(),
    collected: ({ collectedPaise }) => collectedPaise,
    fee: ({ feePaise }) => feePaise,
    status: ({ status }) => status,
  },
  by: 'fee',
};

const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

interface Step {
  before: ClientFee;
  decision: Decision;
  today: Day;
}
type Change = Partial<Pick<Kept, 'invoiceNumber' | 'invoicedOn' | 'receivedPaise' | 'reference' | 'receivedOn'>>;

const DAY_WORDS = {
  invoice: ['Enter the day of the invoice.', 'The day of the invoice cannot be in the future.'],
  transfer: ['Enter the day of the transfer.', 'The day of the transfer cannot be in the future.'],
} as const;
function pastDay({ decision, today }: Step, what: keyof typeof DAY_WORDS): Day {
  const [missing, future] = DAY_WORDS[what];
  if (!decision.on) throw wrong('on', missing);
  if (decision.on > today) throw wrong('on', future);
  return decision.on;
}
function reasonOf({ decision }: Step): string {
  if ((decision.reason ?? '').length < 3) throw wrong('reason', 'Say why.');
  return decision.reason ?? '';
}

/** From one status to another; what is not here is refused. Each answers the columns that change with it. */
const STEPS: Record<string, (step: Step) => Change> = {
  'open approved': ({ before }) => {
    if (!before.ended) throw wrong('status', 'The month is not over yet.');
    if (before.feePaise <= 0) throw wrong('feePaise', 'There is no fee for this month.');
    return {};
  },
  'approved open': (step) => {
    reasonOf(step);
    return {};
  },
  'approved invoiced': (step) => {
    if (!step.decision.invoiceNumber) throw wrong('invoiceNumber', 'Enter the number of the invoice.');
    return { invoiceNumber: step.decision.invoiceNumber, invoicedOn: pastDay(step, 'invoice') };
  },
  'invoiced open': (step) => {
    reasonOf(step);
    return { invoiceNumber: null, invoicedOn: null };
  },
  'invoiced received': (step) => {
    const { decision, before } = step;
    if (decision.receivedPaise === undefined) throw wrong('receivedPaise', 'Enter what came in.');
    if (decision.receivedPaise > before.feePaise + before.gstPaise)
      throw wrong('receivedPaise', 'This is more than the invoice.');
    if (!decision.reference) throw wrong('reference', 'Enter the reference number of the transfer.');
    return {
      receivedPaise: decision.receivedPaise,
      reference: decision.reference,
      receivedOn: pastDay(step, 'transfer'),
    };
  },
  'received invoiced': (step) => {
    reasonOf(step);
    return { receivedPaise: null, reference: null, receivedOn: null };
  },
};

const COLUMNS = {
  invoiceNumber: 'invoice_number',
  invoicedOn: 'invoiced_on',
  receivedPaise: 'received_paise',
  reference: 'reference',
  receivedOn: 'received_on',
} as const;

async function store(
  tx: Tx,
  actor: Actor,
  key: Key,
  found: Found,
  { status, change, now }: { status: ClientFeeStatus; change: Change; now: Date },
): Promise<string> {
  const id = found.kept?.id ?? uuidv7(now.getTime());
  const figures = status === 'approved' ? found.now : undefined;
  if (figures)
    await tx.query(
      `insert into client_fees (tenant_id, id, month, client_id, portfolio_id, status, payments, collected_paise, fee_paise, gst_paise,
                                partner_paise, lines, version, decided_at, decided_by)
       values (current_tenant(), $1, $2, $3, $4, 'approved', $5, $6, $7, $8, $9, $10, 0, $11, $12)
       on conflict (tenant_id, id) do update set payments = excluded.payments, collected_paise = excluded.collected_paise,
         fee_paise = excluded.fee_paise, gst_paise = excluded.gst_paise, partner_paise = excluded.partner_paise, lines = excluded.lines`,
      [
        ...[id, key.month, key.clientId, key.portfolioId],
        ...[figures.payments, figures.collectedPaise, figures.feePaise, figures.gstPaise, figures.partnerPaise],
        ...[JSON.stringify(figures.lines), now, actor.userId],
      ],
    );
  const parameters: unknown[] = [id, status, now, actor.userId];
  const sets = Object.entries(change).map(
    ([name, value]) => `, ${COLUMNS[name as keyof typeof COLUMNS]} = $${parameters.push(value)}`,
  );
  await tx.query(
    `update client_fees set status = $2, decided_at = $3, decided_by = $4, version = version + 1${sets.join('')}
      where tenant_id = current_tenant() and id = $1`,
    parameters,
  );
  return id;
}

export function clientRevenueService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const at = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);
  const momentOf = async (actor: Actor) => {
    const { zone } = await rulesOf(actor.tenantId);
    const today = dayOf(clock.now().getTime(), zone);
    return { zone, today, current: monthOf(today) };
  };

  async function read(actor: Actor, { status, ...query }: Filters) {
    const { zone, current } = await momentOf(actor);
    const month = query.month ?? current;
    const found = await at(actor, (tx) => foundIn(tx, month, zone));
    const rows = found
      .map((one) => present(one, month, current))
      .filter((row) => !status?.length || status.includes(row.status));
    return { month, rows: inOrder(rows, query, LIST) };
  }

  async function one(tx: Tx, key: Key, zone: string): Promise<Found> {
    const found = (await foundIn(tx, key.month, zone)).find(
      ({ client, portfolio }) => client.id === key.clientId && portfolio.id === key.portfolioId,
    );
    if (!found) throw new ApiError('not-found');
    return found;
  }
  const whole = (found: Found, month: Day, current: Day) => ({
    fee: present(found, month, current),
    lines: (standing(found) ?? found.now).lines,
  });

  return {
    async list(actor: Actor, { page, size, ...query }: RequestOf<typeof listClientRevenue>['query']) {
      const { month, rows } = await read(actor, query);
      return {
        month,
        rows: pageOf(rows, { page, size }),
        total: rows.length,
        sums: {
          collectedPaise: sumOf(rows, (row) => row.collectedPaise),
          feePaise: sumOf(rows, (row) => row.feePaise),
          gstPaise: sumOf(rows, (row) => row.gstPaise),
          partnerPaise: sumOf(rows, (row) => row.partnerPaise),
          receivedPaise: sumOf(rows, (row) => row.receivedPaise ?? 0),
        },
      };
    },

    async file(actor: Actor, query: Filters) {
      const { month, rows } = await read(actor, query);
      return revenueFile({ db, clock }, actor, 'client-revenue', { ...query, month }, [
        [
          ...['Month', 'Client', 'Portfolio', 'Payments', 'Collected', 'Fee', 'GST', 'Of it to partners', 'Status'],
          ...['Invoice', 'Invoiced on', 'Received', 'Reference', 'Received on'],
        ],
        ...rows.map((row) => [
          ...[month.slice(0, 7), row.client.name, row.portfolio.name, String(row.payments)],
          ...[row.collectedPaise, row.feePaise, row.gstPaise, row.partnerPaise].map(rupees),
          ...[row.status, row.invoiceNumber ?? '', row.invoicedOn ?? ''],
          ...[row.receivedPaise === null ? '' : rupees(row.receivedPaise), row.reference ?? '', row.receivedOn ?? ''],
        ]),
      ]);
    },

    async get(actor: Actor, key: Key) {
      const { zone, current } = await momentOf(actor);
      return at(actor, async (tx) => whole(await one(tx, key, zone), key.month, current));
    },

    /** `conflict` when it is no longer what the caller saw, or is past the step; `invalid` with its field for what is missing. */
    async decide(actor: Actor, key: Key, decision: Decision) {
      const now = clock.now();
      const { zone, today, current } = await momentOf(actor);
      return at(actor, async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtextextended(current_tenant()::text || $1, 0))', [
          `client-fee.${key.month}.${keyOf(key)}`,
        ]);
        const found = await one(tx, key, zone);
        const before = present(found, key.month, current);
        const step = STEPS[`${before.status} ${decision.status}`];
        if (!step || before.version !== decision.version || before.feePaise !== decision.feePaise)
          throw new ApiError('conflict', { message: 'This fee has changed since you opened it. Look at it again.' });
        const change = step({ before, decision, today });
        const id = await namesAreNew(() => store(tx, actor, key, found, { status: decision.status, change, now }), {
          client_fees_invoice: { path: 'invoiceNumber', message: 'Another fee has this invoice number.' },
        });
        const after = whole(await one(tx, key, zone), key.month, current);
        const kept = ({ status, feePaise, invoiceNumber, receivedPaise, reference }: ClientFee) => ({
          ...{ status, feePaise, invoiceNumber, receivedPaise, reference },
        });
        await appendAudit(
          tx,
          [
            {
              action: `client-revenue.${decision.status}`,
              subject: 'client-fee',
              subjectId: id,
              actorId: actor.userId,
              detail: { ...key, before: kept(before), after: kept(after.fee), reason: decision.reason ?? null },
            },
          ],
          now,
        );
        return after;
      });
    },
  };
}
