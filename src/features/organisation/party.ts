/** Contact, tax numbers and address as a form holds them: text that may be blank, and null on the wire. */
import { PARTY, type Party } from '../../../core/contract/organisation';
import { checkFirstForm, type FormErrors } from '../../../core/domain/validators';

export type PartyValues = Record<keyof Party, string>;

export const partyValues = (party?: Party): PartyValues =>
  Object.fromEntries(PARTY.map((field) => [field, party?.[field] ?? ''])) as PartyValues;

export const blankToNull = (text: string): string | null => text.trim() || null;

export const partyBody = (values: PartyValues): Party =>
  Object.fromEntries(PARTY.map((field) => [field, blankToNull(values[field])])) as Party;

const KINDS = { contactEmail: 'email', contactMobile: 'mobile', gst: 'gst', pan: 'pan' } as const;

/** The specification's messages; nothing of it is required. */
export function checkParty(values: PartyValues): FormErrors {
  const trimmed = Object.fromEntries(PARTY.map((field) => [field, values[field].trim()])) as PartyValues;
  const errors = checkFirstForm(trimmed, KINDS, PARTY);
  if (trimmed.pincode && !/^[1-9]\d{5}$/.test(trimmed.pincode)) errors.pincode = 'A pincode has six digits';
  return errors;
}

/** How the fields are called, for a form and for what two people changed. */
export const PARTY_LABELS: Readonly<Record<keyof Party, string>> = {
  contactName: 'Contact person',
  contactEmail: 'Email',
  contactMobile: 'Mobile',
  gst: 'GST number',
  pan: 'PAN',
  addressLine: 'Address',
  city: 'City',
  state: 'State or territory',
  pincode: 'Pincode',
};
