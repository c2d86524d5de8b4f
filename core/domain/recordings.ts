/** How long recordings of calls may be heard where a tenant does not say. */
export const RECORDING_DAYS = 365;
export const FEWEST_RECORDING_DAYS = 30;
export const MOST_RECORDING_DAYS = 3650;
/** What one may weigh in bytes: an hour of telephone sound and more. */
export const MOST_RECORDING_BYTES = 50_000_000;
