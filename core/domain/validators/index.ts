/** Every validator of specification section 5; client and server use the same. */

export { checkExport, EXPORT_MODELS, type ExportForm, exportDate, exportFileName, NO_DATA } from './export-csv';
export {
  addressesIn,
  type Check,
  CIBIL_MAX,
  CIBIL_MIN,
  carriesContact,
  cibil,
  email,
  gst,
  hasNoSpecialCharacters,
  isAlphanumeric,
  isCibil,
  isEmail,
  isFifteenDigits,
  isGst,
  isPan,
  isPersonName,
  mobile,
  mobileOfSecondForm,
  pan,
  personName,
  plainName,
} from './fields';
export { withoutEmptyForeclosure } from './foreclosure-amount';
export {
  checkFirstForm,
  checkRequired,
  checkSecondForm,
  type FieldKind,
  type FormErrors,
  type FormValues,
  isBlank,
  REQUIRED,
} from './forms';
export { checkTier, type TierForm } from './incentive-tier';
export { isMobile } from './mobile';
export {
  checkScheduledReport,
  DEFAULT_FREQUENCY,
  DEFAULT_TIMING,
  FREQUENCIES,
  type Frequency,
  MONTH_DATES,
  ordinal,
  type ScheduledReportForm,
  WEEKDAYS,
  type Weekday,
  withFrequency,
} from './scheduled-report';
export { targetBounds } from './target-bounds';
