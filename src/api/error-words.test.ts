import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { fieldWords, screenWords, toastWords } from './error-words';
import {
  ALERT_MS,
  alertWords,
  confirmReportDelete,
  failures,
  isDialerFailure,
  portfolioValidationFailure,
  successes,
} from './error-words-catalogue';

const failed = (status: number, message = 'the server says so', more: object = {}) =>
  new ApiError(message, { status, class: 'user', ...more });
const fields = [
  { path: 'email', message: 'Email is not valid' },
  { path: 'address.city', message: 'This Field Is Required' },
];

describe('the generic handler', () => {
  it.each<[string, unknown, string | undefined]>([
    ['no response', failed(0), 'Network error'],
    ['404', failed(404), '404 Not Found'],
    ['400', failed(400), '400 the server says so'],
    ['401', failed(401), '401 the server says so'],
    ['415', failed(415), '415 the server says so'],
    ['422', failed(422, 'Please check.', { fields }), '422 Please check. Email is not valid This Field Is Required'],
    ['500', failed(500), '500 Internal server error the server says so'],
    ['403', failed(403), undefined],
    ['409', failed(409), undefined],
    ['429', failed(429), undefined],
    ['503', failed(503), undefined],
    ['an unknown form of answer', failed(200, 'Update the app.'), 'Update the app.'],
    ['an error with a message', new Error('Out of paper'), 'Out of paper'],
    ['an object with a message', { message: 'Out of ink' }, 'Out of ink'],
    ['an object without', { status: 400 }, undefined],
    ['nothing', undefined, undefined],
  ])('%s', (_, error, words) => {
    expect(toastWords(error)).toBe(words);
  });

  it('gives each field its message', () => {
    expect(fieldWords(failed(422, '', { fields }))).toEqual({
      email: 'Email is not valid',
      'address.city': 'This Field Is Required',
    });
    expect(fieldWords(new Error('x'))).toEqual({});
  });

  it.each([
    [failed(0), 'No network'],
    [failed(404), 'Not found'],
    [failed(403, 'Your role does not allow this.'), 'Your role does not allow this.'],
    [new Error('x'), 'Something went wrong on this screen'],
  ])('a screen that failed: %s', (error, title) => {
    expect(screenWords(error).title).toBe(title);
  });
});

/** Section 8, copied from the specification. */
const SUCCESSES = `Portfolio Added Successfully|sms sent successfully|whatsapp message sent successfully|updated successfully|Disposition Added Successfully|collector updated successfully|field agent updated successfully|Manager updated successfully|fieldAgent updated successfully|Notification deleted successfully|Loan deleted successfully|Sheet deleted successfully|Loan sheet uploaded successfully|Loan sheet verified successfully|Loan sheet is updated successfully|loan updated successfully|bank paid sheet verified successfully|Loan record added successfully|Payment Link Sent Successfully|Agent is in break mode|Agent is in idle mode|Report successfully activated!|Report successfully deactivated!|Report deleted successfully!|Report created successfully!|Report updated successfully!|Incentive update sucessfully`;

describe('texts of one action', () => {
  it('of success are the specification’s', () => {
    expect(Object.values(successes)).toEqual(SUCCESSES.split('|'));
  });

  it.each([
    [failures.paymentLink(new Error('no such template')), 'Failed to send payment link : no such template'],
    [failures.portfolioSearch(502), 'HTTP error! status: 502'],
    [failures.reportToggle, 'Failed to toggle report state. Please try again.'],
    [failures.reportToggleUnexpected, 'An error occurred while toggling the report state.'],
    [failures.reportDelete, 'Failed to delete report. Please try again.'],
    [failures.reportDeleteUnexpected, 'An error occurred while deleting the report.'],
    [failures.reportSave, 'Error saving report. Please try again.'],
    [failures.socketClosed, 'WebSocket is not open.'],
    [confirmReportDelete('Daily'), 'Are you sure you want to delete the report: Daily?'],
    [
      alertWords({ alertType: 'FieldDisposition', loanNumber: 'LN7', customerName: 'A', alertTime: 't' }),
      'Disposition updated for LN7',
    ],
    [
      alertWords({ alertType: 'PTP', loanNumber: 'LN7', customerName: 'Anil', alertTime: '10:30' }),
      'Alert for Anil for PTP on 10:30',
    ],
  ])('%s', (words, expected) => {
    expect(words).toBe(expected);
  });

  it('of a portfolio that does not pass have defaults', () => {
    expect(portfolioValidationFailure(failed(409, 'The name is taken.'))).toEqual({
      status: 409,
      title: 'Validation failed.',
      message: 'The name is taken.',
    });
    expect(portfolioValidationFailure(undefined)).toEqual({
      status: 500,
      title: 'Validation failed.',
      message: 'An unexpected error occurred during validation.',
    });
  });

  it.each([
    ['9: Fail with EventError - Invalid Called Dn (98)', true],
    ['Invalid Destination DN', true],
    ['xx Destination Invalid State on dialing', true],
    ['Invalid called dn', false],
  ])('the dialer’s %j is a failure: %s', (message, expected) => {
    expect(isDialerFailure(message)).toBe(expected);
  });

  it('alerts stay for 15 seconds', () => {
    expect(ALERT_MS).toBe(15_000);
  });
});
