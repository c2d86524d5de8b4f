/** What each report answers, by its path. */
export const REPORT_ANSWERS: Record<string, string> = {
  '/predictive-report': 'What the predictive dialer reached, by process, hour and result',
  '/daily-reports': 'Who was called, what came of it, and how long it took',
  '/daily-visit-reports': 'Who was visited, where, for how long, and what was collected',
  '/daily-field-reports': 'How well each visit is proven: position, nearness, photo, time on site, signature',
  '/best-disposition': 'The best that came of each loan that was worked, and how often it was tried',
  '/allocation-reports': 'Who was given which loan, who had it before, by whom and why',
  '/workable-reports': 'What of each agent’s loans can be worked this month, and what of it was tried',
  '/additional-reports': 'Rows as a bank wants them: its columns, headings and dates',
  '/encore-reports': 'Rows as Encore wants them: its columns, headings and dates',
  '/agent-login-reports': 'How each agent’s day at the dialer went: talk, wait, breaks and occupancy',
  '/agent-login-report': 'How each agent’s day at the dialer went: talk, wait, breaks and occupancy',
  '/last-interaction-report': 'When each active loan was last called, visited, written to and paid, and who has it',
  '/login-report': 'Who signed in when, on which device, for how long, and how it ended',
  '/pending-client-reports': 'Which settlements wait for the client’s word, and for how long',
  '/download-reports': 'What was offered, waived, approved and paid in settlements',
  '/retain-report': 'Which loans stay with their agent for the next month, why, and what came of it',
  '/process-wise-report': 'What each dialing process reached: dials, connects, drops, promises and numbers left',
  '/agent-performance-report': 'What came of each agent’s work: calls, right party, promises kept and rupees an hour',
  '/call-recording-reports':
    'What was said: each call that was answered, its length and outcome, to be heard and saved',
  '/upload-sheets': 'Which dial sheets were uploaded, and what became of their lines',
};
