export type { EvidenceReport } from './evidence';
export { examineAll, examineRecord, findTenant, tenantOfRecord } from './evidence-run';
export { reportLines, summaryLines } from './evidence-words';
export { handlers } from './routes';
