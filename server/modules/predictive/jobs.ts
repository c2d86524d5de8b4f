/** Checks the lines of an uploaded sheet, some a transaction, as whoever brought it. */
import { parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { settle } from './lines';
import { finishList, nextLines, settleLines } from './list-store';
import { SHEET_JOB } from './lists';
import { lockProcess } from './process-store';
import { askedLine, sheetColumns } from './sheet';

const AT_ONCE = 500;

interface Checked {
  process_id: string;
  portfolio_id: string;
  columns: string[];
  state: string;
  created_by: string;
  role: string;
  sub_role: string | null;
  full_name: string;
  agency_id: string | null;
  client_id: string | null;
}

async function listOf(tx: Tx, id: string): Promise<Checked | undefined> {
  const [row] = await tx.query<Checked>(
    `select s.process_id, d.portfolio_id, s.columns, s.state, s.created_by, u.role, u.sub_role, u.full_name, u.agency_id, u.client_id
       from dial_lists s
       join dial_processes d on d.tenant_id = s.tenant_id and d.id = s.process_id
       join users u on u.tenant_id = s.tenant_id and u.id = s.created_by
      where s.tenant_id = current_tenant() and s.id = $1`,
    [id],
  );
  return row;
}

export function registerJobs(jobs: Jobs, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  const rulesOf = tenantRules(db);
  jobs.define(SHEET_JOB, async ({ tenantId, data }, run) => {
    const listId = String(data.listId);
    if (tenantId === null) return;
    const { zone } = await rulesOf(tenantId);
    let going = true;
    while (going && !run.signal.aborted) {
      going = await run.step(async (tx) => {
        const list = await listOf(tx, listId);
        const role = list && parseRole(list.role);
        if (!list || !role) return false;
        await lockProcess(tx, list.process_id);
        // Taken back meanwhile: its lines are over already.
        const lines = await nextLines(tx, listId, AT_ONCE);
        if (lines.length === 0) return false;
        const actor: Actor = {
          tenantId,
          userId: list.created_by,
          role,
          subRole: list.sub_role,
          sessionId: null,
          deviceId: null,
          via: 'session',
          agencyId: list.agency_id,
          clientId: list.client_id,
          fullName: list.full_name,
        };
        const columns = sheetColumns(list.columns);
        const asked = lines.map((line) => askedLine(line, columns));
        const now = clock.now();
        const process = { id: list.process_id, portfolioId: list.portfolio_id };
        await settleLines(tx, listId, await settle(tx, actor, process, asked, { now, zone }), now);
        return true;
      });
    }
    if (!run.signal.aborted) await run.finish((tx) => finishList(tx, listId, clock.now()));
  });
}
