/** The gate's sentences by their ids; `{name}` stands for a value. Screens translate them, answers of the server are English. */
import { languageName } from '../languages';

/** Why a contact is held back. */
export const WHY = {
  closed: 'The loan is closed: there is nothing to collect.',
  deceased: 'The borrower has died. The family is not contacted about this loan.',
  'do-not-contact-until': 'The borrower asked not to be contacted until {until}.',
  'do-not-contact': 'The borrower asked not to be contacted.',
  legal: 'The matter is with an advocate or a court.',
  dispute: 'The borrower disputes the loan. Contact stops until that is resolved.',
  'complaint-until': 'A complaint is open; contact pauses until {until}.',
  complaint: 'A complaint is open. Contact pauses until it is answered.',
  'sensitive-until': '{label}: no contact until {until}.',
  sensitive: '{label}: no contact.',
  'suppressed-until': 'Contact is suppressed until {until}: {label}',
  suppressed: 'Contact is suppressed: {label}',
  channel: 'Borrowers of this portfolio are not contacted by this channel.',
  'number-invalid': 'This number is marked as wrong or out of service.',
  'third-party': 'This number belongs to somebody who is neither borrower nor guarantor.',
  'dra-missing': 'The agent has no DRA certificate on file.',
  'dra-ended': 'The agent’s DRA certificate ended on {day}.',
  language: 'The borrower’s language is {language}, which the agent does not speak.',
  holiday: 'No contact today: {name}.',
  place: 'The borrower asked not to be visited at this place.',
  hours: 'Contact is allowed from {from} to {to} by the borrower’s clock.',
  'not-this-day': 'The borrower asked not to be contacted on this day of the week.',
  'not-between': 'The borrower asked not to be contacted between {from} and {to}.',
  'other-days': 'The borrower asked to be contacted on other days of the week.',
  'only-between': 'The borrower asked to be contacted only between {from} and {to}.',
  'per-day': '{done} of {most} attempts of this day were made.',
  'per-week': '{done} of {most} attempts of this week were made.',
  gap: 'The last attempt was less than {minutes} minutes ago.',
} as const;
export type WhyId = keyof typeof WHY;

/** What would lift it where time does not, or would sooner. */
export const LIFTED_BY = {
  closed: 'The loan is opened again.',
  deceased: 'A manager decides how the account goes on.',
  request: 'A manager ends the request.',
  legal: 'A manager clears the legal matter.',
  dispute: 'A manager resolves the dispute.',
  complaint: 'A manager closes the complaint.',
  suppression: 'A manager releases the suppression.',
  channel: 'Use another channel.',
  number: 'Use another number.',
  certificate: 'The certificate is renewed and entered, or somebody with one takes over.',
  language: 'Somebody who speaks it takes over.',
  place: 'Meet at another place.',
  wish: 'The borrower says otherwise, and it is entered.',
} as const;
export type LiftId = keyof typeof LIFTED_BY;

/** A reason's values as they are read: a language by its name. */
export const readable = (values: Record<string, string | number>, reader = 'en'): Record<string, string | number> =>
  'language' in values ? { ...values, language: languageName(String(values.language), reader) } : values;

/** Fills a sentence's `{values}`. */
export const sentence = (words: string, values: Record<string, string | number>): string =>
  words
    .replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))
    .trim();
