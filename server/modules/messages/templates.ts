/** Message templates: what is kept, by whom it was changed, and their SQL. */

import type { RequestOf } from '../../../core/contract/kit';
import type { listTemplates, Template, TemplateBody, TemplateSort } from '../../../core/contract/messages';
import { uuidv7 } from '../../../core/domain/ids';
import { templateProblems } from '../../../core/domain/message-checks';
import { type MessageChannel, variablesOf } from '../../../core/domain/message-templates';
import { TENANT_WIDE_ROLES } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { findVisibleLoan } from '../loans';

interface TemplateRow {
  id: string;
  name: string;
  channel: MessageChannel;
  language: string;
  subject: string | null;
  body: string;
  dlt_template_id: string | null;
  dlt_header: string | null;
  allowed_urls: string[];
  active: boolean;
  updated_at: string;
}

const COLUMNS =
  'id, name, channel, language, subject, body, dlt_template_id, dlt_header, allowed_urls, active, updated_at';

const present = (row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  channel: row.channel,
  language: row.language,
  subject: row.subject,
  body: row.body,
  dltTemplateId: row.dlt_template_id,
  dltHeader: row.dlt_header,
  allowedUrls: row.allowed_urls,
  active: row.active,
  variables: variablesOf(`${row.subject ?? ''} ${row.body}`),
  updatedAt: row.updated_at,
});

const ORDER: Record<TemplateSort, string> = {
  name: 'lower(name)',
  channel: 'channel',
  language: 'language',
  updatedAt: 'updated_at',
};

/**
 * What may be sent: the tenant's own templates, and those of portfolios (second tab of a portfolio), which are for its loans
 * alone and change there.
 */
const ALL = `(select tenant_id, id, null::uuid as portfolio_id, ${COLUMNS.replace('id, ', '')} from message_templates
  union all
  select p.tenant_id, p.id, p.portfolio_id, p.name, p.channel, p.language, null, p.body, nullif(p.dlt_template_id, ''),
         nullif(p.header, ''), '{}', true, f.created_at
    from portfolio_templates p join portfolios f on f.tenant_id = p.tenant_id and f.id = p.portfolio_id)`;

/** Those who do not administer them see what is in use; with a loan, what may be sent about it: a code is sent by the product alone. */
export async function templatePage(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof listTemplates>['query'],
): Promise<{ rows: Template[]; total: number }> {
  const all = TENANT_WIDE_ROLES.includes(actor.role);
  const active = all ? (query.active === undefined ? null : query.active === 'true') : true;
  const size = query.size ?? 50;
  // A loan of others adds nothing: a portfolio's texts are for who works its loans.
  const loanId = query.loanId === undefined ? null : ((await findVisibleLoan(tx, actor, query.loanId)) ?? null);
  const like = `%${(query.q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows, total } = await pageWithTotal<TemplateRow>(
    tx,
    `select ${COLUMNS}, count(*) over () as total from ${ALL} t
      where t.tenant_id = current_tenant()
        and (t.portfolio_id is null or t.portfolio_id = (select l.portfolio_id from loans l
              where l.tenant_id = t.tenant_id and l.id = $5::uuid)) and ($1::text is null or channel = $1) and ($2::text is null or language = $2)
        and ($3::boolean is null or active = $3) and lower(name || ' ' || body) like $4
        and ($5::uuid is null or position('{settlement_code}' in body) = 0)
      order by ${ORDER[query.sort ?? 'name']} ${query.dir ?? 'asc'}, lower(name), channel, language, id`,
    [query.channel ?? null, query.language ?? null, active, like, loanId],
    { limit: size, offset: ((query.page ?? 1) - 1) * size },
  );
  return { rows: rows.map(present), total };
}

/** Undefined when there is none. */
export async function findTemplate(tx: Tx, id: string): Promise<Template | undefined> {
  const [row] = await tx.query<TemplateRow>(
    `select ${COLUMNS} from message_templates where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return row && present(row);
}

const partsOf = (body: TemplateBody): unknown[] => [
  body.name,
  body.channel,
  body.language,
  body.channel === 'email' ? body.subject : null,
  body.body,
  body.channel === 'sms' ? body.dltTemplateId : null,
  body.channel === 'sms' ? body.dltHeader : null,
  body.allowedUrls,
  body.active,
];

/** Two of the same name, channel and language would leave it to chance what is sent. */
function taken(error: unknown): never {
  if (error instanceof DatabaseError && error.code === '23505') {
    const message = 'There is a template of this name for this channel and language already';
    throw new ApiError('invalid', { fields: [{ path: 'name', message }] });
  }
  throw error;
}

function refuseProblems(body: TemplateBody): void {
  const fields = templateProblems(body);
  if (fields.length > 0) throw new ApiError('invalid', { fields });
}

/** The template if it may be sent about this loan. */
export async function templateFor(tx: Tx, id: string, loanId: string): Promise<Template | undefined> {
  const [row] = await tx.query<TemplateRow>(
    `select ${COLUMNS} from ${ALL} t
      where t.tenant_id = current_tenant() and t.id = $1 and t.active
        and (t.portfolio_id is null or t.portfolio_id = (select l.portfolio_id from loans l
              where l.tenant_id = t.tenant_id and l.id = $2))`,
    [id, loanId],
  );
  return row && present(row);
}

/** Those to a phone in use that carry the code of an offer's page; a tenant has a few dozen templates in all. */
export async function codeTemplates(tx: Tx, loanId: string): Promise<Template[]> {
  const rows = await tx.query<TemplateRow>(
    `select ${COLUMNS} from ${ALL} t
      where t.tenant_id = current_tenant() and t.active and t.channel in ('sms', 'whatsapp') and position('{settlement_code}' in t.body) > 0
        and (t.portfolio_id is null or t.portfolio_id = (select l.portfolio_id from loans l
              where l.tenant_id = t.tenant_id and l.id = $1)) order by t.channel, t.id`,
    [loanId],
  );
  return rows.map(present);
}

export async function createTemplate(tx: Tx, actor: Actor, body: TemplateBody, now: Date): Promise<Template> {
  refuseProblems(body);
  const [row] = await tx
    .query<TemplateRow>(
      `insert into message_templates (tenant_id, id, name, channel, language, subject, body, dlt_template_id, dlt_header,
         allowed_urls, active, created_by, created_at, updated_at)
       values (current_tenant(), $10, $1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $12) returning ${COLUMNS}`,
      [...partsOf(body), uuidv7(now.getTime()), actor.userId, now],
    )
    .catch(taken);
  if (!row) throw new Error('The template was not stored');
  const template = present(row);
  await audit(tx, actor, null, template, now);
  return template;
}

export async function updateTemplate(
  tx: Tx,
  actor: Actor,
  id: string,
  body: TemplateBody,
  now: Date,
): Promise<Template> {
  refuseProblems(body);
  await tx.query('select 1 from message_templates where tenant_id = current_tenant() and id = $1 for update', [id]);
  const before = await findTemplate(tx, id);
  if (!before) throw new ApiError('not-found');
  const [row] = await tx
    .query<TemplateRow>(
      `update message_templates set name = $1, channel = $2, language = $3, subject = $4, body = $5, dlt_template_id = $6,
              dlt_header = $7, allowed_urls = $8, active = $9, updated_at = $11
        where tenant_id = current_tenant() and id = $10 returning ${COLUMNS}`,
      [...partsOf(body), id, now],
    )
    .catch(taken);
  if (!row) throw new ApiError('not-found');
  const template = present(row);
  await audit(tx, actor, before, template, now);
  return template;
}

const audit = (tx: Tx, actor: Actor, before: Template | null, after: Template, now: Date) =>
  appendAudit(
    tx,
    [
      {
        action: before ? 'messages.template-changed' : 'messages.template-made',
        subject: 'message-template',
        subjectId: after.id,
        actorId: actor.userId,
        detail: { before, after },
      },
    ],
    now,
  );
