/**
 * The texts of specification section 8 that belong to one action, letter for letter, its spelling included: existing
 * installations match on them. The generic handler is error-words.ts.
 */
import { ApiError } from './api-error';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const failures = {
  /** The server's message follows. */
  paymentLink: (error: unknown) => `Failed to send payment link : ${messageOf(error)}`,
  portfolioSearch: (status: number) => `HTTP error! status: ${status}`,
  reportToggle: 'Failed to toggle report state. Please try again.',
  reportToggleUnexpected: 'An error occurred while toggling the report state.',
  reportDelete: 'Failed to delete report. Please try again.',
  reportDeleteUnexpected: 'An error occurred while deleting the report.',
  reportSave: 'Error saving report. Please try again.',
  /** Logged, and nothing is sent. */
  socketClosed: 'WebSocket is not open.',
} as const;

/** A portfolio that does not pass: status and message, with the specification's defaults where either is missing. */
export function portfolioValidationFailure(error: unknown): { status: number; title: string; message: string } {
  const known = error instanceof ApiError && error.detail.status > 0;
  return {
    status: known ? error.detail.status : 500,
    title: 'Validation failed.',
    message:
      error instanceof Error && error.message ? error.message : 'An unexpected error occurred during validation.',
  };
}

/** What the dialer says when a number cannot be reached; a message that contains one of these shows an error toast. */
export const DIALER_FAILURES = [
  'Fail with EventError - Invalid Called Dn',
  'Invalid Destination DN',
  'Destination Invalid State on dialing',
] as const;
export const isDialerFailure = (message: string): boolean =>
  DIALER_FAILURES.some((failure) => message.includes(failure));

export const successes = {
  portfolioAdded: 'Portfolio Added Successfully',
  smsSent: 'sms sent successfully',
  whatsappSent: 'whatsapp message sent successfully',
  updated: 'updated successfully',
  dispositionAdded: 'Disposition Added Successfully',
  collectorUpdated: 'collector updated successfully',
  fieldAgentUpdated: 'field agent updated successfully',
  managerUpdated: 'Manager updated successfully',
  fieldAgentProfileUpdated: 'fieldAgent updated successfully',
  notificationDeleted: 'Notification deleted successfully',
  loanDeleted: 'Loan deleted successfully',
  sheetDeleted: 'Sheet deleted successfully',
  sheetUploaded: 'Loan sheet uploaded successfully',
  sheetVerified: 'Loan sheet verified successfully',
  sheetUpdated: 'Loan sheet is updated successfully',
  loanUpdated: 'loan updated successfully',
  bankPaidVerified: 'bank paid sheet verified successfully',
  loanAdded: 'Loan record added successfully',
  paymentLinkSent: 'Payment Link Sent Successfully',
  agentOnBreak: 'Agent is in break mode',
  agentIdle: 'Agent is in idle mode',
  reportActivated: 'Report successfully activated!',
  reportDeactivated: 'Report successfully deactivated!',
  reportDeleted: 'Report deleted successfully!',
  reportCreated: 'Report created successfully!',
  reportUpdated: 'Report updated successfully!',
  incentiveUpdated: 'Incentive update sucessfully',
} as const;

/** Asked before a scheduled report is deleted. */
export const confirmReportDelete = (name: string): string => `Are you sure you want to delete the report: ${name}?`;

/** How long an alert's toast stays, in milliseconds. */
export const ALERT_MS = 15_000;

/** An alert as its toast says it: a field disposition by the loan's number, every other by customer, type and time. */
export const alertWords = (alert: {
  alertType: string;
  loanNumber: string;
  customerName: string;
  alertTime: string;
}): string =>
  alert.alertType === 'FieldDisposition'
    ? `Disposition updated for ${alert.loanNumber}`
    : `Alert for ${alert.customerName} for ${alert.alertType} on ${alert.alertTime}`;
