/** Asks every endpoint, as everyone, for what is not theirs; and for what is, to know that the asking was worth something. */
import { ERRORS, errorBodySchema } from '../../core/contract/errors';
import type { Endpoint } from '../../core/contract/kit';
import { knowsFloor } from '../../core/domain/settlements/sight';
import { turn } from '../support/nightly';
import { patientFetch } from '../support/patient-fetch';
import { type Caller, requestFor, schemaOf } from './request';
import { FLOOR, NOT_ALL, NOT_REFUSED, SPECIAL } from './special';
import type { Asker, Relation, Stage } from './stage';

export interface Finding {
  endpoint: string;
  who: string;
  relation: Relation;
  what: string;
}

export interface Answer {
  status: number;
  text: string;
  /** Of a refusal to HEAD, which has no body: the code it says in a header. */
  code?: string | null;
}

const specialOf = (endpoint: Endpoint) =>
  (SPECIAL as Record<string, (typeof SPECIAL)[keyof typeof SPECIAL]>)[endpoint.id];

async function ask(origin: string, stage: Stage, endpoint: Endpoint, asker: Asker, relation: Relation) {
  const ids = stage.ids[relation];
  const made = requestFor(endpoint, ids, { tenantId: asker.tenantId, id: asker.id }, specialOf(endpoint)?.(ids));
  const token = endpoint.access.kind === 'session' ? await asker.token() : undefined;
  const response = await patientFetch(`${origin}${made.path}`, () => ({
    method: made.method,
    headers: { ...made.headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(made.body !== undefined && { body: made.body }),
    // A stream that never ends by itself is read for a moment only.
    signal: AbortSignal.timeout(20_000),
  }));
  const endless = response.headers.get('content-type')?.includes('event-stream');
  const text = endless ? await firstOf(response) : await response.text();
  if (response.status === 401 || endpoint.id === 'auth.logout') asker.renew();
  const code = endpoint.method === 'HEAD' ? response.headers.get('x-error-code') : null;
  return { answer: { status: response.status, text, code }, made };
}

/** The first piece of an endless answer. */
async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return piece?.value ? new TextDecoder().decode(piece.value) : '';
}

const admits = ({ access }: Endpoint, asker: Asker) =>
  access.kind === 'session' &&
  (access.roles === '*' || access.roles.includes(asker.role)) &&
  !(access.settings && asker.subRole !== null);

/** What is wrong with how a refusal is said; null when it is the contract's error body, as its code has it. */
function wronglySaid({ status, text, code }: Answer): string | null {
  if (code) return code in ERRORS && ERRORS[code as keyof typeof ERRORS].status === status ? null : `said ${code}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `answered ${status} without an error body: ${text.slice(0, 200)}`;
  }
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return `answered ${status} with another body: ${text.slice(0, 200)}`;
  const { status: right, class: kind } = ERRORS[parsed.data.code];
  return right === status && kind === parsed.data.class ? null : `answered ${status} as ${text.slice(0, 200)}`;
}

const onlyReads = ({ method }: Endpoint) => method === 'GET' || method === 'HEAD';

const AT_ONCE = 12;
const PARTIES = /^(agencies|clients|payouts)\./;
const isId = (name: string) => /ids?$|^key$|^sha256$|^upload$/i.test(name);

/** Whether a request names one record and nothing else: by its path, or by the only id in its body. */
export function namesOneRecord(endpoint: Endpoint): boolean {
  if ([...endpoint.path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => isId(name))) return true;
  const { properties = {} } = endpoint.body ? schemaOf(endpoint.body) : {};
  return Object.keys(properties).filter(isId).length === 1;
}

/** What is wrong with an answer about somebody else's record; null when nothing is. */
function wrongWith(
  endpoint: Endpoint,
  asker: Asker,
  relation: 'rival' | 'foreign',
  answer: Answer,
  secrets: string[],
  asked: string,
) {
  const { status, text } = answer;
  if (status >= 500 && status !== ERRORS.busy.status) return `answered ${status}: ${text.slice(0, 300)}`;
  if (status >= 400) {
    const said = wronglySaid(answer);
    if (said) return said;
  } else if (namesOneRecord(endpoint) && !(endpoint.id in NOT_REFUSED)) {
    // What belongs to the whole tenant is no secret of one team's; agencies, lenders and payouts are, to who has a scope.
    const shared =
      endpoint.access.kind === 'session' &&
      endpoint.access.scope === 'tenant' &&
      relation === 'rival' &&
      !(asker.scoped && PARTIES.test(endpoint.id));
    if (!shared) return `answered ${status} though it names one record: ${text.slice(0, 200)}`;
  }
  if (!admits(endpoint, asker) && status !== 403) return `answered ${status} to a role that it does not admit`;
  const shown = secrets.find((secret) => text.includes(secret) && !asked.includes(secret));
  return shown ? `showed ${shown}: ${text.slice(0, 200)}` : null;
}

/** What belongs to the whole tenant, as its clients do, names every portfolio to those who may read it. */
const secretsFor = (stage: Stage, { access }: Endpoint, relation: 'rival' | 'foreign', asker: Asker): string[] =>
  relation === 'rival' && asker.scoped
    ? [...stage.secrets.rival, stage.portfolioName, stage.agencyName]
    : relation === 'foreign' || (access.kind === 'session' && access.scope === 'tenant')
      ? stage.secrets[relation]
      : [...stage.secrets.rival, stage.portfolioName];

export interface WalkOptions {
  /** Only these endpoints; all by default. */
  endpoints: readonly Endpoint[];
  relations?: readonly ('rival' | 'foreign')[];
  /** Stop at the first finding. */
  first?: boolean;
  /**
   * Whom an endpoint does not admit comes to it by turns of three, of those it admits to another tenant's records five, as no role
   * reaches those; changes are looked for after twelve endpoints that may make some.
   */
  brief?: boolean;
}

/**
 * Every person of the tenant × every endpoint × somebody else's records. Answers what leaked, changed or broke. What only reads comes
 * first and is looked at once for changes: to look takes as long as all askers of an endpoint.
 */
export async function walk(origin: string, stage: Stage, options: WalkOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const relation of options.relations ?? (['rival', 'foreign'] as const)) {
    let before = await stage.stateOf(relation);
    const asked = options.endpoints.filter(({ access }) => access.kind !== 'public');
    const [reads, writes] = [asked.filter(onlyReads), asked.filter((endpoint) => !onlyReads(endpoint))];
    let unseen: string[] = [];
    for (const [nth, endpoint] of [...reads, ...writes].entries()) {
      const all = stage.askers.filter((asker) => relation === 'foreign' || !isTheirs(asker));
      const others = all.filter((asker) => !admits(endpoint, asker));
      const admitted = all.filter((asker) => admits(endpoint, asker));
      const askers = options.brief
        ? [...(relation === 'foreign' ? turn(admitted, nth, 5) : admitted), ...turn(others, nth, 3)]
        : [...admitted, ...others];
      const answers: (Finding | null)[] = [];
      // Fewer at once than what is held to a bound of its own lets in.
      for (let from = 0; from < askers.length; from += AT_ONCE) {
        const some = askers.slice(from, from + AT_ONCE).map(async (asker) => {
          const { answer, made } = await ask(origin, stage, endpoint, asker, relation);
          const sent = `${made.path} ${JSON.stringify(made.headers)} ${typeof made.body === 'string' ? made.body : ''}`;
          const what = wrongWith(endpoint, asker, relation, answer, secretsFor(stage, endpoint, relation, asker), sent);
          return what ? { endpoint: endpoint.id, who: asker.who, relation, what } : null;
        });
        answers.push(...(await Promise.all(some)));
      }
      findings.push(...answers.filter((finding) => finding !== null));
      unseen.push(endpoint.id);
      const due = onlyReads(endpoint) ? endpoint === reads.at(-1) : unseen.length >= (options.brief ? 12 : 1);
      if (due || endpoint === writes.at(-1)) {
        const after = await stage.stateOf(relation);
        const what = `changed ${difference(before, after)}`;
        if (after !== before) findings.push({ endpoint: unseen.join(', '), who: 'somebody', relation, what });
        [before, unseen] = [after, []];
      }
      if (options.first && findings.length > 0) return findings;
    }
  }
  return findings;
}

/** The rival's records belong to the rival, to the whole tenant's keepers and to the client whose loan it is. */
const isTheirs = ({ who, seesTenant }: Asker) =>
  seesTenant || who === 'rival' || who === 'rivalAgent' || who === 'otherClient';

function difference(before: string, after: string): string {
  const rows = (text: string) =>
    new Map((JSON.parse(text) as { name: string; hash: string }[]).map((row) => [row.name, row.hash]));
  const [old, now] = [rows(before), rows(after)];
  return [...now]
    .filter(([name, hash]) => old.get(name) !== hash)
    .map(([name]) => name)
    .join(', ');
}

/** Every header that says who asks, with somebody of another tenant in it and with a colleague. */
const FORGED = [
  { header: 'tenantid', relation: 'foreign', id: 'tenant' },
  ...['profileid', 'sub', 'collectorid', 'userid', 'managerid'].flatMap((header) =>
    (['foreign', 'rival'] as const).map((relation) => ({ header, relation, id: 'user' }) as const),
  ),
] as const;

/** Everyone with a token that has lost its ground, and everyone who names somebody else in a header, at every endpoint. */
export async function knock(
  origin: string,
  stage: Stage,
  endpoints: readonly Endpoint[],
  /** Whether everybody comes to each endpoint, and the first of them with every header: otherwise they take turns. `first` stops at the first finding. */
  { every, first = false }: { every: boolean; first?: boolean },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [nth, endpoint] of endpoints.entries()) {
    if (endpoint.access.kind === 'public') continue;
    const note = (who: string, relation: Relation, status: number) =>
      findings.push({ endpoint: endpoint.id, who, relation, what: `answered ${status}` });
    const ids = stage.ids.own;
    const send = (caller: Caller, token: string | null, more: Record<string, string> = {}) => {
      const made = requestFor(endpoint, ids, caller, specialOf(endpoint)?.(ids));
      return patientFetch(`${origin}${made.path}`, () => ({
        method: made.method,
        headers: { ...made.headers, ...(token && { authorization: `Bearer ${token}` }), ...more },
        ...(made.body !== undefined && { body: made.body }),
      }));
    };
    const asker = stage.askers.find((one) => admits(endpoint, one));
    if (!asker) throw new Error(`${endpoint.id} admits nobody of the stage`);
    for (const { name, token } of every ? stage.gone : turn(stage.gone, nth, 3)) {
      const { status } = await send(asker, token);
      if (status !== 401 && status !== 403) note(name, 'own', status);
    }
    if ((await send(asker, null)).status !== 401) note('nobody', 'own', 200);
    const admitted = stage.askers.filter((other) => admits(endpoint, other));
    for (const [at, one] of (every ? admitted : turn(admitted, nth, 6)).entries()) {
      const step = nth + 2 * at;
      const two = [FORGED[step % FORGED.length], FORGED[(step + 1) % FORGED.length]];
      const forged = every && at === 0 ? FORGED : every || at === 0 ? two : two.slice(1);
      for (const { header, relation, id } of forged.filter((row) => row !== undefined)) {
        const as = stage.ids[relation][id];
        if (as === one.id) continue;
        const { status } = await send(one, await one.token(), { [header]: String(as) });
        if (status !== 403) note(`${one.who} as another ${header}`, relation, status);
      }
    }
    if (first && findings.length > 0) return findings;
  }
  return findings;
}

/** Asks for the own record as one person after another until one gets it; answers the last refusal, or null. */
export async function worksForSomebody(origin: string, stage: Stage, endpoint: Endpoint): Promise<Answer | null> {
  let last: Answer = { status: 0, text: 'nobody is admitted' };
  for (const asker of stage.askers) {
    if (endpoint.access.kind === 'session' && !admits(endpoint, asker)) continue;
    const { answer } = await ask(origin, stage, endpoint, asker, 'own');
    if (answer.status < 400) return null;
    if (last.status === 0 || answer.status !== 404) last = answer;
  }
  return last;
}

/**
 * Everybody whom an endpoint admits, at their own: nobody is told that they are not admitted, unless NOT_ALL says why, and
 * nothing breaks; and whoever offers settlements reads in no answer how far the lender would go. By day they come by turns of six.
 * What was asked before may be gone by then; when it was the asker, another stage is set.
 */
export async function asksForOwn(
  origin: string,
  setStage: () => Promise<Stage>,
  endpoints: readonly Endpoint[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let stage = await setStage();
  const asOwn = async (endpoint: Endpoint, who: string) => {
    const asker = stage.askers.find((one) => one.who === who);
    if (!asker) throw new Error(`The stage has no ${who}`);
    return (await ask(origin, stage, endpoint, asker, 'own')).answer;
  };
  for (const [nth, endpoint] of endpoints.entries()) {
    const admitted = stage.askers.filter((one) => admits(endpoint, one));
    for (const { who, role, scoped } of turn(admitted, nth, 6)) {
      const { status, text } = await asOwn(endpoint, who).catch(async () => {
        stage = await setStage();
        return asOwn(endpoint, who);
      });
      // A tenant admin with a scope sees a portfolio as a manager does.
      const excused =
        status === ERRORS.forbidden.status && NOT_ALL[endpoint.id]?.roles.includes(scoped ? 'CRM_MANAGER' : role);
      if (!knowsFloor(role) && text.includes(String(FLOOR)))
        findings.push({ endpoint: endpoint.id, who, relation: 'own', what: 'told how far the lender would go' });
      if (excused || (status !== ERRORS.forbidden.status && status < 500)) continue;
      findings.push({ endpoint: endpoint.id, who, relation: 'own', what: `answered ${status}: ${text.slice(0, 200)}` });
    }
  }
  return findings;
}
