/** How long recordings of calls may be heard. */
export const RECORDING_DAYS = 365;
/** What one may weigh in bytes: an hour of telephone sound and more. */
export const MOST_RECORDING_BYTES = 50_000_000;
