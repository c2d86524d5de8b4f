/** The Export CSV form (specification sections 2.8 and 5). */
import { type Day, formatDay, isDay } from '../dates';
import { type FormErrors, REQUIRED } from './forms';

export const EXPORT_MODELS = [
  { value: 'loan', label: 'Loan' },
  { value: 'callDisposition', label: 'Call disposition' },
  { value: 'dataInsight', label: 'Data insight' },
  { value: 'target', label: 'Target' },
] as const;

/** What an export without rows says. */
export const NO_DATA = 'No data found';

export interface ExportForm {
  model: string;
  from: Day | '';
  to: Day | '';
}

/** Model, From Date and End Date are required. */
export function checkExport(form: ExportForm): FormErrors {
  const errors: FormErrors = {};
  if (!form.model) errors.model = REQUIRED;
  for (const field of ['from', 'to'] as const) if (!isDay(form[field])) errors[field] = REQUIRED;
  return errors;
}

/** DD-MM-YYYY. */
export const exportDate = (day: Day): string => formatDay(day).replaceAll('/', '-');

/** The file is named model_from_to. */
export const exportFileName = (form: { model: string; from: Day; to: Day }): string =>
  `${form.model}_${exportDate(form.from)}_${exportDate(form.to)}`;
