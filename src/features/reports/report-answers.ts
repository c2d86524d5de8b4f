/** What each report answers, by its path. */
export const REPORT_ANSWERS: Record<string, string> = {
  '/predictive-report': 'What the predictive dialer reached, by process, hour and result',
  '/daily-reports': 'Who was called, what came of it, and how long it took',
  '/daily-visit-reports': 'Who was visited, where, for how long, and what was collected',
  '/best-disposition': 'The best that came of each loan that was worked, and how often it was tried',
  '/allocation-reports': 'Who was given which loan, who had it before, by whom and why',
  '/additional-reports': 'Rows as a bank wants them: its columns, headings and dates',
  '/upload-sheets': 'Which dial sheets were uploaded, and what became of their lines',
};
