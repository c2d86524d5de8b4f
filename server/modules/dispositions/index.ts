export { addDefaultCodes } from './default-codes';
export type { EvidenceReport } from './evidence';
export { examineAll, examineRecord, findTenant, tenantOfRecord } from './evidence-run';
export { reportLines, summaryLines } from './evidence-words';
export { loanNumberColumn } from './file-rows';
export { dispositionFileService } from './files';
export { countOpen, readDecisions, writeDecision } from './quarantine';
export { handlers } from './routes';
export { dispositionService } from './service';
