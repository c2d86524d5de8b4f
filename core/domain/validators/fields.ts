/**
 * The field validators of specification section 5. Each takes what stands in the field and answers the specification's
 * message, or undefined when it is right. Blank values are the required check's business and pass here.
 */
import { isMobile, NOT_A_MOBILE, NOT_A_MOBILE_IN_SECOND_FORM } from './mobile';

export type Check = (value: unknown) => string | undefined;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A pattern over the whole value; blank passes. */
const matching =
  (fits: (value: string) => boolean, message: string): Check =>
  (value) => {
    const given = text(value);
    return given === '' || fits(given) ? undefined : message;
  };

const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;
export const isEmail = (value: string): boolean =>
  value.length <= 254 && EMAIL.test(value) && !/^\.|\.\.|\.@/.test(value);
export const email = matching(isEmail, 'Email is not valid');

export const mobile = matching(isMobile, NOT_A_MOBILE);
export const mobileOfSecondForm = matching(isMobile, NOT_A_MOBILE_IN_SECOND_FORM);

/** Exactly 15 digits (an IMEI). */
export const isFifteenDigits = (value: string): boolean => /^[0-9]{15}$/.test(value);
/** The specification names the check and no field for it; codes and ids of ours may hold - and _ as well. */
export const isAlphanumeric = (value: string): boolean => /^[A-Za-z0-9]+$/.test(value);

/**
 * GST number: two digits of a state code from 1 to 37, five capitals, four digits, a capital, an alphanumeric that is not
 * zero, the letter Z, an alphanumeric. Letters are capitals throughout, as they are printed.
 */
export function isGst(value: string): boolean {
  const found = /^([0-9]{2})[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.exec(value);
  const state = Number(found?.[1]);
  return found !== null && state >= 1 && state <= 37;
}
export const gst = matching(isGst, 'GST NO. is not valid');

/** PAN: five capitals, four digits, a capital; the fourth letter says what kind of holder it is. */
export const isPan = (value: string): boolean => /^[A-Z]{3}[CPHFATBLJG][A-Z][0-9]{4}[A-Z]$/.test(value);
export const pan = matching(isPan, 'PAN NO. is not valid');

/** Letters of any script, digits and spaces. For an employee's company name and an advocate's name. */
export const hasNoSpecialCharacters = (value: string): boolean => /^[\p{L}\p{M}\p{N} ]*$/u.test(value);
export const plainName = matching(hasNoSpecialCharacters, 'Special character are not allowed');

export const CIBIL_MIN = 300;
export const CIBIL_MAX = 900;
/** A whole number from 300 to 900. */
export const isCibil = (value: string): boolean =>
  /^[0-9]{1,4}$/.test(value) && Number(value) >= CIBIL_MIN && Number(value) <= CIBIL_MAX;
export const cibil = matching(isCibil, 'CIBIL score is not valid');

/** Web addresses in a text, without the full stop that ends the sentence. Bare domains count: a phone makes links of them. */
export function addressesIn(text: string): string[] {
  const found = text.match(
    /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|in|net|org|info|co|io|ly|me|link|app)\b(?:\/[^\s<>"']*)?/gi,
  );
  return (found ?? []).map((address) => address.replace(/[.,;:!?)\]]+$/, ''));
}

/** Whether a text tells where to call, pay or go: an address of the web or of mail, a UPI id, or seven digits and more. */
export const carriesContact = (text: string): boolean =>
  addressesIn(text).length > 0 || text.includes('@') || /(?:\p{Nd}[\s().-]*){7,}/u.test(text);

/** Borrowers read it in messages, so it is letters of any script and what stands between them, and no address. */
export const isPersonName = (name: string): boolean =>
  /^\p{L}(?:[\p{L}\p{M}\s.,'’()-]|\u200c|\u200d)*$/u.test(name) && addressesIn(name).length === 0;

export const personName: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' && !isPersonName(value.trim())
    ? 'Letters only: no digits, signs or addresses'
    : undefined;
