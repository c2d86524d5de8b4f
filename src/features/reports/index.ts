export { useReportChoices } from './choices';
