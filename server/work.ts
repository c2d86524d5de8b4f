/** What the server does by itself, as a table of contents; the roots that work (`start/`) register it with a queue. */
import type { Jobs } from './jobs';
import * as ageing from './modules/ageing/jobs';
import * as alerts from './modules/alerts/jobs';
import * as allocation from './modules/allocation/jobs';
import * as attachments from './modules/attachments/jobs';
import * as auth from './modules/auth/jobs';
import * as backups from './modules/backups/jobs';
import * as devices from './modules/devices/jobs';
import * as dispositions from './modules/dispositions/jobs';
import * as figures from './modules/figures/jobs';
import * as insights from './modules/insights/jobs';
import * as leaderboard from './modules/leaderboard/jobs';
import * as loanImports from './modules/loan-imports/jobs';
import * as loans from './modules/loans/jobs';
import * as messages from './modules/messages/jobs';
import * as people from './modules/people/jobs';
import * as predictive from './modules/predictive/jobs';
import * as predictor from './modules/predictor/jobs';
import * as reconciliation from './modules/reconciliation/jobs';
import * as recovery from './modules/recovery/jobs';
import * as reports from './modules/reports/jobs';
import * as mailedReports from './modules/reports/mail-jobs';
import * as recordings from './modules/reports/recording-jobs';
import * as settlements from './modules/settlements/jobs';
import * as suppressionList from './modules/suppression-list/jobs';
import * as sync from './modules/sync/jobs';
import * as system from './modules/system/jobs';
import type { Deps } from './platform/deps';

export type WorkDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'logger' | 'config' | 'keys' | 'mail'>;

export function registerJobs(jobs: Jobs, deps: WorkDeps): void {
  for (const module of [
    ageing,
    alerts,
    allocation,
    attachments,
    auth,
    backups,
    devices,
    dispositions,
    figures,
    insights,
    leaderboard,
    loanImports,
    loans,
    messages,
    people,
    predictive,
    reconciliation,
    recovery,
    predictor,
    recordings,
    reports,
    settlements,
    suppressionList,
    mailedReports,
    sync,
    system,
  ])
    module.registerJobs(jobs, deps);
}
